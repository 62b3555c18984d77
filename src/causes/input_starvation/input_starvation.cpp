// SPDX-License-Identifier: Apache-2.0
// Waiting for data: the device is idle because the next batch is not ready.
// Present when the device is idle while the host waits in the DataLoader for kWorthTelling of the
// step or more. Misled by: loader time that device work hides (costs nothing), host timers around
// asynchronous work, and one busy counter that cannot tell waiting for a peer from computing. The
// page has the thresholds and their source.
#include <algorithm>
#include <array>
#include <cmath>

#include "causes/measured.h"
#include "core/cause.h"
#include "model/workers.h"
#include "signals/config.h"
#include "signals/gpu.h"
#include "signals/host.h"
#include "signals/loader.h"
#include "signals/run.h"
#include "signals/step.h"
#include "signals/trace.h"
#include "signals/trace_parts.h"

namespace underfed::input_starvation {
namespace {

constexpr double kBusyCounter = 0.95;  // a device this busy by its own counter does not starve
constexpr double kIdleCounter =
    0.85;                           // below it the device has time to wait (DESIGN 5.5, level high)
constexpr double kRealPower = 0.6;  // of the limit: work, not spinning (cases/lessons 4)
constexpr double kHostTimedWait = 0.2;   // of the step, by a host timer (cases/lessons 4)
constexpr double kMostlyLoading = 0.30;  // of the step: this is warm-up
constexpr double kMuchIdle = 0.10;       // of the step: a wait that comes first (DESIGN 5.10)
constexpr double kWellAhead = 10;        // latency floors (DESIGN 5.11)
constexpr double kWorthPinning = 0.005;  // of the step in exposed pageable copies

// How the batches are made, per step.
struct Production {
  bool in_training_process = false;  // no workers
  double seconds = 0;                // to make the batches of a step, or to wait for them
  double batches = 1;                // per step
  std::optional<double> workers;     // where a setting says so
};

std::optional<Production> production_of(const EvidenceView& evidence) {
  const Distribution* fetch = evidence.distribution(kLoaderFetch);
  if (fetch == nullptr || fetch->samples.empty()) return std::nullopt;
  Production made;
  made.workers = evidence.number(kLoaderWorkers);
  made.in_training_process =
      evidence.text(kLoaderProcess) == "training process" || made.workers == 0;
  made.batches = std::max(1.0, evidence.number(kLoaderPerStep).value_or(1));
  made.seconds = fetch->mean() * made.batches;
  return made;
}

// Time and exposed time of copies from pageable memory to the device, per window.
double exposed_pageable_s(const EvidenceView& evidence) {
  const Table* copies = evidence.table(kTraceCopies);
  if (copies == nullptr) return 0;
  double exposed = 0;
  for (std::size_t row = 0; row < copies->rows.size(); ++row) {
    if (copies->text(row, "kind") == "host to device, pageable") {
      exposed += copies->number(row, "exposed_s");
    }
  }
  return exposed;
}

std::optional<Remedy> pin_memory(const EvidenceView& evidence) {
  const double window = evidence.number(kTraceWindow).value_or(0);
  const double exposed = exposed_pageable_s(evidence);
  if (window <= 0 || exposed < kWorthPinning * window) return std::nullopt;
  const double steps = std::max(1.0, evidence.number(kTraceSteps).value_or(1));
  Remedy remedy;
  remedy.id = "pin-memory";
  remedy.changes = {{.setting = &kLoaderPinMemory,
                     .from = evidence.text(kLoaderPinMemory).value_or(""),
                     .to = "true",
                     .why = {"copies are pageable: {} a step", {seconds(exposed / steps)}}}};
  remedy.gain = Range{0, std::min(1.0, exposed / window)};
  return remedy;
}

Remedy more_workers(const EvidenceView& evidence, const MeasuredShare& wait,
                    const Production& made) {
  const double other_s = wait.step_s * (1 - wait.share);
  const WorkersNeeded needed =
      workers_needed(made.seconds, other_s, evidence.number(kLoaderCoresGranted));
  Remedy remedy;
  remedy.id = "more-workers";
  remedy.gain = wait.interval;
  remedy.bound = {"bound by the other {}", {seconds(other_s)}};
  remedy.risk = {
      "each worker holds a copy of the data set object and needs /dev/shm; an iterable "
      "data set must shard itself by worker, or every row comes several times"};
  remedy.changes = {{.setting = &kLoaderWorkers,
                     .from = "0",
                     .to = std::to_string(needed.recommended),
                     .why = {"now 0; {} would keep up, {} leave room",
                             {count(needed.keep_up), count(needed.recommended)}}}};
  return remedy;
}

// Workers run and still do not keep up: how long one takes for a batch is known only where their
// number is.
Remedy faster_loader(const EvidenceView& evidence, const MeasuredShare& wait,
                     const Production& made) {
  const double other_s = wait.step_s * (1 - wait.share);
  Remedy remedy;
  remedy.id = "faster-loader";
  remedy.gain = wait.interval;
  remedy.bound = {"bound by the other {}", {seconds(other_s)}};
  remedy.advice = Advice::offer;
  if (made.workers && *made.workers > 0) {
    const double upper_s = *made.workers * wait.step_s;
    const WorkersNeeded needed =
        workers_needed(upper_s, other_s, evidence.number(kLoaderCoresGranted));
    remedy.changes = {{.setting = &kLoaderWorkers,
                       .from = std::to_string(std::lround(*made.workers)),
                       .to = std::to_string(needed.recommended),
                       .why = {"{} do not keep up; a worker takes at most {} for a batch",
                               {count(*made.workers), seconds(upper_s)}}}};
  }
  remedy.action = {
      "look at what a worker does: tokenise beforehand, move decoding out of the step, and check "
      "that the cores granted are more than the workers"};
  return remedy;
}

Assessment starved(const EvidenceView& evidence, const MeasuredShare& wait) {
  Assessment answer = found(wait, kWorthTelling, OfHostTime::no);
  answer.summary = {"{} of the time", {share(wait.share)}};
  answer.lost =
      LostTime{.share = wait.interval, .is_wait = true, .wait_removed_s = wait.share * wait.step_s};
  const auto made = production_of(evidence);
  if (made && made->in_training_process) {
    answer.detail = {
        {"the loader makes a batch in {} in the training process itself (no workers); "
         "everything else takes {}",
         {seconds(made->seconds / made->batches), seconds(wait.step_s * (1 - wait.share))}}};
    answer.remedies.push_back(more_workers(evidence, wait, *made));
  } else if (made) {
    answer.detail = {
        {"workers are there and do not keep up: the host waits {} for a step's batches",
         {seconds(made->seconds)}}};
    answer.remedies.push_back(faster_loader(evidence, wait, *made));
  }
  if (auto pin = pin_memory(evidence)) answer.remedies.push_back(std::move(*pin));
  answer.check = {
      "the wait must fall below {}; if it does not, run underfed again: it then says what slows "
      "the loader",
      {share(0.02)}};
  return answer;
}

Settle trace_settles() {
  return settled_by(kFromTrace,
                    "a trace of about 10 steps shows whether the device waits for the loader");
}

// Nothing measured on the device itself but a busy counter.
Assessment by_counter(const EvidenceView& evidence, double busy) {
  const bool several = evidence.number(kRunWorldSize).value_or(1) > 1;
  const bool works = evidence.number(kGpuPowerShare).value_or(0) >= kRealPower;
  const Evidence* counter = evidence.best(kGpuCounterBusy);
  if (busy >= kBusyCounter && (!several || works)) {
    return ruled_out({"the GPU was busy {} of the time", {share(busy)}}, {counter});
  }
  if (busy >= kIdleCounter) {
    return cannot_tell(Lean::unlikely, {"the GPU was busy {} of the time", {share(busy)}},
                       trace_settles());
  }
  if (evidence.number(kLoaderWorkers) == 0) {
    return cannot_tell(
        Lean::suspected,
        {"the GPU was idle {} of the time and the loader has no workers", {share(1 - busy)}},
        trace_settles());
  }
  return cannot_tell(
      Lean::none,
      {"the GPU was idle {} of the time; its counter does not say why", {share(1 - busy)}},
      trace_settles());
}

Assessment without_trace(const EvidenceView& evidence) {
  if (const auto busy = evidence.number(kGpuCounterBusy)) return by_counter(evidence, *busy);
  if (const auto host = evidence.number(kLoaderHostShare); host && *host >= kHostTimedWait) {
    return cannot_tell(
        Lean::suspected,
        {"a host timer says {}; around asynchronous GPU work it can be wrong", {share(*host)}},
        trace_settles());
  }
  return cannot_tell(Lean::none, {"nothing here was measured on the GPU"}, trace_settles());
}

// The loader keeps up, but its batches reach the device through copies from pageable memory that
// nothing hides.
Assessment slow_copies(const EvidenceView& evidence, const MeasuredShare& wait, double copies) {
  Assessment answer;
  answer.outcome = Outcome::present;
  const Measured basis{
      .on_device = true, .steps = wait.steps, .clear_of_threshold = copies / 2 > kWorthTelling};
  answer.confidence = confidence_of(basis);
  answer.confidence_reason = confidence_reason_of(basis);
  answer.decided_by = {evidence.best(kTraceCopies)};
  answer.summary = {"{} of the time in copies from pageable memory", {share(copies)}};
  answer.lost = LostTime{.share = {copies / 2, copies},  // pinned copies take about half as long
                         .is_wait = true,
                         .device_removed_s = copies * wait.step_s};
  if (auto pin = pin_memory(evidence)) answer.remedies.push_back(std::move(*pin));
  answer.check = {"copies must be pinned in the next trace, and take half as long or less"};
  return answer;
}

double idle_share_of(const EvidenceView& evidence, std::initializer_list<std::string_view> parts) {
  const Breakdown* idle = evidence.breakdown(kTraceIdle);
  const double window = evidence.number(kTraceWindow).value_or(0);
  if (idle == nullptr || window <= 0) return 0;
  double sum = 0;
  for (const std::string_view part : parts) sum += idle->part(part);
  return sum / window;
}

// The host runs far ahead of the device where it launches, and still keeps it idle elsewhere: it
// does something else first, such as preparing the batch inside the step.
bool host_is_well_ahead(const EvidenceView& evidence) {
  const Distribution* lead = evidence.distribution(kHostLead);
  const auto floor = evidence.number(kHostLatencyFloor);
  return lead != nullptr && floor && lead->median() > kWellAhead * *floor;
}

Assessment without_loader_ranges(const EvidenceView& evidence, const MeasuredShare& wait) {
  const double loading = evidence.number(kStepLoadingShare).value_or(0);
  if (loading >= kMostlyLoading) {
    return cannot_tell(
        Lean::none, {"loading code fills {} of this trace: it shows the warm-up", {share(loading)}},
        {"record later steps: schedule(wait=5, warmup=2, active=10)", "", Cost::short_run});
  }
  const double prepares = idle_share_of(evidence, {part::kHostLaunch, part::kBetweenOperators});
  if (prepares >= kMuchIdle && host_is_well_ahead(evidence)) {
    return cannot_tell(Lean::suspected,
                       {"{} of the time the host works before it launches anything, as if it "
                        "prepared the batch itself",
                        {share(prepares)}},
                       {"move the preparation of batches into DataLoader workers and record again",
                        "", Cost::short_run});
  }
  // Idle time during which no range says what the host did: a loader of another kind may hide
  // there.
  const double unexplained =
      idle_share_of(evidence, {part::kBetweenOperators, part::kUnattributed});
  if (unexplained < kWorthTelling) {
    return ruled_out({"no idle time without a known reason"}, {wait.evidence});
  }
  return cannot_tell(Lean::none,
                     {"no DataLoader in the trace; {} of the time is idle and no range says why",
                      {share(unexplained)}},
                     {"wrap the loop's next(batch) in "
                      "torch.profiler.record_function(\"enumerate(DataLoader)\") and "
                      "record again",
                      "", Cost::short_run});
}

Assessment assess(const EvidenceView& evidence) {
  const auto wait = measured(evidence, kStepInputShare);
  if (!wait) return without_trace(evidence);
  if (wait->share >= kWorthTelling) return starved(evidence, *wait);
  const double window = evidence.number(kTraceWindow).value_or(0);
  const double copies = window > 0 ? std::min(1.0, exposed_pageable_s(evidence) / window) : 0;
  if (copies >= kWorthTelling) return slow_copies(evidence, *wait, copies);
  if (!evidence.has(kLoaderFetch)) return without_loader_ranges(evidence, *wait);
  return ruled_out({"the GPU waits for data {} of the time", {share(wait->share)}},
                   {wait->evidence});
}

constexpr std::array<const Signal*, 1> kNeeds{&kStepInputShare};
constexpr std::array<const Signal*, 6> kWants{&kLoaderFetch,   &kLoaderProcess,
                                              &kLoaderWorkers, &kGpuCounterBusy,
                                              &kTraceCopies,   &kLoaderCoresGranted};

}  // namespace

extern const Cause cause;
const Cause cause{.id = "input-starvation",
                  .title = "waiting for data",
                  .checklist = 1,
                  .needs = kNeeds,
                  .wants = kWants,
                  .assess = assess};

}  // namespace underfed::input_starvation
