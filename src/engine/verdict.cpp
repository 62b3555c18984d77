// SPDX-License-Identifier: Apache-2.0
#include "engine/verdict.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "signals/gpu.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed {
namespace {

constexpr double kBusy = 0.85;      // DESIGN 5.5: level "high"
constexpr double kMuchElse = 0.10;  // of the step in something that is no compute

// The causes of an idle device: while one of them is open, "nothing was found" says nothing.
bool idleness_is_open(const std::vector<const Judgement*>& judgements) {
  constexpr std::array<std::string_view, 4> kIdleCauses{"input-starvation", "small-batch",
                                                        "host-sync", "compile-trouble"};
  return std::any_of(judgements.begin(), judgements.end(), [&](const Judgement* j) {
    return j->assessment.outcome == Outcome::cannot_tell &&
           std::find(kIdleCauses.begin(), kIdleCauses.end(), j->cause->id) != kIdleCauses.end();
  });
}

}  // namespace

Verdict verdict_of(const EvidenceView& evidence, const std::vector<const Judgement*>& judgements,
                   const std::vector<const Judgement*>& ranked) {
  if (!ranked.empty()) return Verdict::cause_found;
  if (evidence.number(kTraceDeviceOperations) == 0) return Verdict::no_device_work;
  const auto busy = evidence.number(kGpuKernelBusy);
  if (!busy) return Verdict::cannot_tell;
  const double copies = evidence.number(kStepCopyShare).value_or(0);
  if (*busy >= kBusy) return copies < kMuchElse ? Verdict::well_fed : Verdict::cannot_tell;
  return idleness_is_open(judgements) ? Verdict::cannot_tell : Verdict::job_too_small;
}

}  // namespace underfed
