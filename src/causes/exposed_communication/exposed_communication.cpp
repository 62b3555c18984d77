// SPDX-License-Identifier: Apache-2.0
// Exposed communication: GPUs exchange data, or wait for one another, while none of them computes.
// Present when communication with no compute beside it takes kWorthTelling of the step or more.
// Misled by: one rank's view, in which waiting for the last rank and the transfer itself look
// alike.
#include <algorithm>
#include <array>

#include "causes/measured.h"
#include "core/cause.h"
#include "signals/gpu.h"
#include "signals/run.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::exposed_communication {
namespace {

constexpr double kSpinning =
    0.5;  // of the power limit: kernels that wait, not work (cases/lessons 4)
constexpr double kBusy = 0.95;

void name_largest(const EvidenceView& evidence, Assessment& answer) {
  const Table* table = evidence.table(kTraceCollectives);
  if (table == nullptr) return;
  const auto exposed = table->numbers("exposed_s");
  if (exposed.empty()) return;  // no rows, or a file that leaves the column out
  const auto largest =
      static_cast<std::size_t>(std::max_element(exposed.begin(), exposed.end()) - exposed.begin());
  const double steps = std::max(1.0, evidence.number(kTraceSteps).value_or(1));
  answer.detail.push_back({"most of it in {}: {} a step, {} calls",
                           {table->text(largest, "kind"), seconds(exposed[largest] / steps),
                            count(table->number(largest, "count") / steps)}});
}

Remedy overlap(Range gain) {
  Remedy remedy;
  remedy.id = "overlap";
  remedy.gain = {{0, gain.high}};
  remedy.bound = {"a slower rank, if there is one, is not cured by it"};
  remedy.action = {
      "trace all ranks first: if one arrives last, the fault is there; else reduce less often "
      "(no_sync "
      "under accumulation), shard less (ZeRO-2 or DDP where the model fits), or exchange bf16 "
      "gradients"};
  remedy.advice = Advice::offer;
  return remedy;
}

Assessment exposed(const EvidenceView& evidence, const MeasuredShare& comm) {
  Assessment answer = found(comm, kWorthTelling, OfHostTime::no);
  answer.summary = {"{} of the time", {share(comm.share)}};
  name_largest(evidence, answer);
  const double ranks = evidence.number(kRunWorldSize).value_or(0);
  if (ranks > 1) {
    answer.detail.push_back(
        {"this is one rank of {}: waiting for the last one and transfer cannot be told apart",
         {count(ranks)}});
  }
  answer.lost = LostTime{.share = {0, comm.interval.high},
                         .is_wait = true,
                         .device_removed_s = comm.share * comm.step_s};
  answer.lost->share.low =
      comm.interval.low / 2;  // transfers can be hidden only as far as there is compute
  answer.remedies = {overlap(comm.interval)};
  answer.check = {
      "exposed communication must fall; traces of all ranks at the same step tell who is late"};
  return answer;
}

Assessment without_trace(const EvidenceView& evidence) {
  const double ranks = evidence.number(kRunWorldSize).value_or(0);
  Settle settle = settled_by(kFromTrace, "a trace of each rank shows communication");
  if (ranks == 1) return not_applicable({"one process trains alone"});
  const auto busy = evidence.number(kGpuCounterBusy);
  const auto power = evidence.number(kGpuPowerShare);
  if (ranks > 1 && busy && *busy >= kBusy && power && *power < kSpinning) {
    return cannot_tell(Lean::suspected,
                       {"busy {} of the time at {} of the power limit: kernels that wait for a "
                        "peer look like this",
                        {share(*busy), share(*power)}},
                       std::move(settle));
  }
  return cannot_tell(Lean::none, {"nothing here shows communication"}, std::move(settle));
}

Assessment assess(const EvidenceView& evidence) {
  const auto comm = measured(evidence, kStepCommShare);
  if (!comm) return without_trace(evidence);
  if (comm->share >= kWorthTelling) return exposed(evidence, *comm);
  if (!evidence.has(kTraceCollectives)) return not_applicable({"no communication in the trace"});
  return ruled_out({"{} of the time", {share(comm->share)}}, {comm->evidence});
}

constexpr std::array<const Signal*, 1> kNeeds{&kStepCommShare};
constexpr std::array<const Signal*, 4> kWants{&kTraceCollectives, &kRunWorldSize, &kGpuCounterBusy,
                                              &kGpuPowerShare};

}  // namespace

extern const Cause cause;
const Cause cause{.id = "exposed-communication",
                  .title = "communication",
                  .checklist = 0,
                  .needs = kNeeds,
                  .wants = kWants,
                  .assess = assess};

}  // namespace underfed::exposed_communication
