// SPDX-License-Identifier: Apache-2.0
#include "engine/verdict.h"

#include "signals/gpu.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed {
namespace {

constexpr double kBusy = 0.85;  // DESIGN 5.5: level "high"

}  // namespace

Verdict verdict_of(const EvidenceView& evidence, const std::vector<const Judgement*>& ranked) {
  if (!ranked.empty()) return Verdict::cause_found;
  if (evidence.number(kTraceDeviceOperations) == 0) return Verdict::no_device_work;
  if (const auto busy = evidence.number(kGpuKernelBusy)) {
    return *busy >= kBusy ? Verdict::well_fed : Verdict::job_too_small;
  }
  return Verdict::cannot_tell;
}

}  // namespace underfed
