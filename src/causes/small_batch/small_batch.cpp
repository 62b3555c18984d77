// SPDX-License-Identifier: Apache-2.0
// Too little work per launch: the GPU ends each kernel before the host has launched the next, or
// kernels leave SMs empty. Present when launching keeps the device idle for 10 % of the step and
// the host is never ahead, or when 30 % of the work leaves SMs empty. Misled by: loading code in a
// first step, blocking calls, and recorded Python stacks.
#include <algorithm>
#include <array>
#include <cmath>

#include "causes/measured.h"
#include "core/cause.h"
#include "signals/config.h"
#include "signals/gpu.h"
#include "signals/host.h"
#include "signals/kernel.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::small_batch {
namespace {

constexpr double kLaunchBound = 0.10;    // of the step (DESIGN 5.11)
constexpr double kNeverAhead = 3;        // latency floors
constexpr double kWellAhead = 10;        // latency floors
constexpr double kUnderfilled = 0.30;    // of compute
constexpr double kFilled = 0.10;         // fill of 0.9 or more
constexpr double kMostlyLoading = 0.30;  // of the step: this is warm-up, not a batch

struct Lead {
  double median_s = 0;
  double floor_s = 0;
  [[nodiscard]] bool never() const { return median_s < kNeverAhead * floor_s; }
  [[nodiscard]] bool well() const { return median_s > kWellAhead * floor_s; }
};

std::optional<Lead> lead_of(const EvidenceView& evidence) {
  const Distribution* lead = evidence.distribution(kHostLead);
  const auto floor = evidence.number(kHostLatencyFloor);
  if (lead == nullptr || lead->samples.empty() || !floor) return std::nullopt;
  return Lead{lead->median(), *floor};
}

Remedy larger_micro_batch(const EvidenceView& evidence, double gain) {
  Remedy remedy;
  remedy.id = "larger-micro-batch";
  remedy.gain = Range{gain / 2, gain};
  remedy.bound = {"four times the rows per launch leave a quarter of the launches"};
  remedy.risk = {
      "needs memory: watch the peak on the longest batch, and keep the evaluation batch as it is"};
  remedy.on_resume = OnResume::changes_schedule;
  remedy.advice = Advice::offer;
  const auto batch = evidence.number(kMicroBatch);
  const auto accumulation = evidence.number(kAccumulation);
  if (batch && accumulation && *accumulation >= 2) {
    double times = 1;
    while (times < 4 && std::fmod(*accumulation, times * 2) == 0) times *= 2;
    if (times > 1) {
      const auto whole = [](double value) { return std::to_string(std::lround(value)); };
      remedy.changes = {
          {.setting = &kMicroBatch, .from = whole(*batch), .to = whole(*batch * times)},
          {.setting = &kAccumulation,
           .from = whole(*accumulation),
           .to = whole(*accumulation / times),
           .why = {"examples per optimizer step stay"}}};
      return remedy;
    }
  }
  remedy.action = {
      "raise the micro batch and lower gradient accumulation by the same factor: examples per "
      "optimizer "
      "step stay, launches per example fall"};
  return remedy;
}

Remedy compile(const EvidenceView& evidence, double gain) {
  Remedy remedy;
  remedy.id = "compile";
  remedy.gain = Range{0, gain};
  remedy.changes = {{.setting = &kCompileSetting,
                     .from = evidence.text(kCompileSetting).value_or(""),
                     .to = "true",
                     .why = {"fuses small kernels"}}};
  remedy.risk = {
      "compiles for minutes first, and again for every new shape: only where lengths vary little"};
  remedy.advice = Advice::offer;
  return remedy;
}

Assessment launch_bound(const EvidenceView& evidence, const MeasuredShare& launch,
                        const Lead& lead) {
  Assessment answer = found(launch, kLaunchBound, OfHostTime::yes);
  answer.summary = {"{} of the time the GPU waits for the next launch", {share(launch.share)}};
  answer.detail = {
      {"the host is {} ahead of the device at the median launch; {} is the least it can be",
       {seconds(std::max(0.0, lead.median_s)), seconds(lead.floor_s)}}};
  if (const auto median = evidence.number(kKernelMedianTime)) {
    answer.detail.push_back({"the median kernel runs for {}", {seconds(*median)}});
  }
  answer.decided_by.push_back(evidence.best(kHostLead));
  answer.lost = LostTime{.share = {launch.interval.low / 2, launch.interval.high},
                         .wait_removed_s = launch.share * launch.step_s};
  answer.remedies = {larger_micro_batch(evidence, launch.share)};
  if (evidence.number(kKernelCompiled).value_or(0) < 0.05) {
    answer.remedies.push_back(compile(evidence, launch.share));
  }
  answer.check = {"the host must get ahead: a median lead above {}",
                  {seconds(kWellAhead * lead.floor_s)}};
  return answer;
}

Assessment underfilled(const EvidenceView& evidence, double empty) {
  const double compute = evidence.number(kStepComputeShare).value_or(1);
  const double lost = empty * compute;
  Measured basis{.on_device = true,
                 .steps = evidence.number(kTraceSteps).value_or(0),
                 .clear_of_threshold = true};
  Assessment answer;
  answer.outcome = Outcome::present;
  answer.confidence = confidence_of(basis);
  answer.confidence_reason = confidence_reason_of(basis);
  answer.decided_by = {evidence.best(kKernelUnderfilled)};
  answer.summary = {"SMs stay empty in {} of the compute time", {share(empty)}};
  answer.lost = LostTime{.share = {lost / 2, lost},
                         .device_removed_s = lost * evidence.number(kStepMeanTime).value_or(0)};
  answer.remedies = {larger_micro_batch(evidence, lost)};
  answer.check = {"less than {} of the work must leave SMs empty", {share(kFilled)}};
  return answer;
}

Assessment without_trace(const EvidenceView& evidence) {
  const auto busy = evidence.number(kGpuCounterBusy);
  const auto power = evidence.number(kGpuPowerShare);
  Settle settle =
      settled_by(kFromTrace, "a trace of about 10 steps shows how far the host is ahead");
  if (busy && *busy >= 0.85 && power && *power >= 0.8) {
    return cannot_tell(
        Lean::unlikely,
        {"busy {} of the time at {} of the power limit", {share(*busy), share(*power)}},
        std::move(settle));
  }
  if (busy && *busy < 0.85 && evidence.number(kMicroBatch) == 1) {
    return cannot_tell(
        Lean::suspected,
        {"the GPU was idle {} of the time at a micro batch of 1", {share(1 - *busy)}},
        std::move(settle));
  }
  return cannot_tell(Lean::none, {"nothing here says how much work a launch has"},
                     std::move(settle));
}

Assessment assess(const EvidenceView& evidence) {
  const auto launch = measured(evidence, kStepLaunchShare);
  const auto lead = lead_of(evidence);
  if (!launch) return without_trace(evidence);
  const double loading = evidence.number(kStepLoadingShare).value_or(0);
  const auto empty = evidence.number(kKernelUnderfilled);
  if (loading >= kMostlyLoading) {
    return cannot_tell(
        Lean::none, {"loading code fills {} of this trace: it shows the warm-up", {share(loading)}},
        {"record later steps: schedule(wait=5, warmup=2, active=10)", "", Cost::short_run});
  }
  if (!lead) {
    return cannot_tell(Lean::none, {"the trace holds no launches, so the host's lead is not known"},
                       {"record with ProfilerActivity.CPU too", "", Cost::short_run});
  }
  if (launch->share >= kLaunchBound && lead->never()) return launch_bound(evidence, *launch, *lead);
  const double compute = evidence.number(kStepComputeShare).value_or(1);
  if (empty && *empty >= kUnderfilled && *empty * compute >= kWorthTelling) {
    return underfilled(evidence, *empty);
  }
  const std::vector<const Evidence*> basis{launch->evidence, evidence.best(kHostLead)};
  if (lead->well() && (!empty || *empty <= kFilled)) {
    return ruled_out({"the host is {} ahead at the median launch", {seconds(lead->median_s)}},
                     basis);
  }
  if (launch->share < kLaunchBound) {
    return ruled_out({"launching costs {} of the time", {share(launch->share)}}, basis);
  }
  return cannot_tell(
      Lean::none,
      {"launching costs {} of the time, yet the host is {} ahead at the median launch",
       {share(launch->share), seconds(lead->median_s)}},
      {"record again with more steps", "", Cost::short_run});
}

constexpr std::array<const Signal*, 2> kNeeds{&kStepLaunchShare, &kHostLead};
constexpr std::array<const Signal*, 6> kWants{&kKernelUnderfilled, &kStepLoadingShare,
                                              &kMicroBatch,        &kAccumulation,
                                              &kGpuCounterBusy,    &kGpuPowerShare};

}  // namespace

extern const Cause cause;
const Cause cause{.id = "small-batch",
                  .title = "batch too small",
                  .checklist = 2,
                  .needs = kNeeds,
                  .wants = kWants,
                  .assess = assess};

}  // namespace underfed::small_batch
