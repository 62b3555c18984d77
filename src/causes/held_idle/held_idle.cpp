// SPDX-License-Identifier: Apache-2.0
// Held idle: a GPU is allotted and does none of this training's work, because the model was left on
// the CPU. Present when a GPU is there, nothing ran on it, and the host did the matrix work itself.
// Misled by: a recording that leaves the device out. Matrix work on the host is what tells the two
// apart.
#include <array>

#include "causes/measured.h"
#include "core/cause.h"
#include "signals/gpu.h"
#include "signals/host.h"
#include "signals/trace.h"

namespace underfed::held_idle {
namespace {

constexpr double kHostMath = 0.10;   // of the recorded time: more than a stray operator
constexpr double kNeverBusy = 0.02;  // DESIGN 5.5, level "none"
constexpr double kHeldBytes = 1e9;

Remedy use_it() {
  Remedy remedy;
  remedy.id = "use-the-gpu";
  remedy.action = {
      "put model and batches on the device (model.to(\"cuda\")), and look whether "
      "torch.cuda.is_available() "
      "is true: a CPU-only build of torch installs without a word"};
  return remedy;
}

Assessment left_on_cpu(const EvidenceView& evidence, double math) {
  Assessment answer;
  answer.outcome = Outcome::present;
  answer.confidence = Confidence::likely;
  answer.confidence_reason = {"seen from the host's side only"};
  answer.decided_by = {evidence.best(kHostOnCpuShare), evidence.best(kTraceDeviceOperations)};
  answer.summary = {"nothing ran on the {}, and the CPU spent {} of the time on matrix work",
                    {evidence.text(kGpuModel).value_or("GPU"), share(math)}};
  answer.lost = LostTime{.share = {math, 1}, .is_wait = true};
  answer.remedies = {use_it()};
  answer.check = {"nvidia-smi must show the process and a busy GPU"};
  return answer;
}

Assessment from_counter(const EvidenceView& evidence) {
  const auto busy = evidence.number(kGpuCounterBusy);
  Settle settle =
      settled_by(kFromTelemetry, "a minute of nvidia-smi shows whether the GPU is used at all");
  if (!busy) return cannot_tell(Lean::none, {"nothing here shows the GPU"}, std::move(settle));
  if (*busy >= kNeverBusy)
    return ruled_out({"the GPU was busy {} of the time", {share(*busy)}},
                     {evidence.best(kGpuCounterBusy)});
  const double held = evidence.number(kGpuMemoryUsed).value_or(0);
  return cannot_tell(held >= kHeldBytes ? Lean::suspected : Lean::none,
                     {"the GPU was busy {} of the time", {share(*busy)}},
                     settled_by(kFromTrace, "a trace shows where the matrix work runs"));
}

Assessment assess(const EvidenceView& evidence) {
  const auto operations = evidence.number(kTraceDeviceOperations);
  if (!operations) return from_counter(evidence);
  if (*operations > 0) {
    return ruled_out({"the GPU ran {} operations", {count(*operations)}},
                     {evidence.best(kTraceDeviceOperations)});
  }
  const double math = evidence.number(kHostOnCpuShare).value_or(0);
  if (evidence.has(kTraceUnread))
    return not_applicable({"the work ran on a device that underfed cannot read"});
  if (evidence.number(kTraceLaunchCalls).value_or(0) > 0) {
    return cannot_tell(Lean::unlikely, {"work was launched, and the recording left the device out"},
                       {"record with activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]", "",
                        Cost::short_run});
  }
  if (evidence.has(kGpuModel) && math >= kHostMath) return left_on_cpu(evidence, math);
  return cannot_tell(
      evidence.has(kGpuModel) ? Lean::none : Lean::unlikely, {"no work of a GPU was recorded"},
      settled_by(kFromTelemetry, "a minute of nvidia-smi shows whether the GPU is used at all"));
}

constexpr std::array<const Signal*, 1> kNeeds{&kTraceDeviceOperations};
constexpr std::array<const Signal*, 5> kWants{&kTraceLaunchCalls, &kHostOnCpuShare, &kGpuModel,
                                              &kGpuCounterBusy, &kGpuMemoryUsed};

}  // namespace

extern const Cause cause;
const Cause cause{.id = "held-idle",
                  .title = "GPU not used",
                  .checklist = 0,
                  .needs = kNeeds,
                  .wants = kWants,
                  .assess = assess};

}  // namespace underfed::held_idle
