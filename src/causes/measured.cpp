// SPDX-License-Identifier: Apache-2.0
#include "causes/measured.h"

#include "signals/step.h"
#include "signals/trace.h"

namespace underfed {

std::optional<MeasuredShare> measured(const EvidenceView& evidence, const Signal& share) {
  const Evidence* found = evidence.best(share);
  const auto value = evidence.number(share);
  if (found == nullptr || !value) return std::nullopt;
  MeasuredShare out;
  out.evidence = found;
  out.share = *value;
  out.has_interval = found->interval.has_value();
  out.interval = found->interval.value_or(Range{*value, *value});
  out.steps = evidence.number(kTraceSteps).value_or(0);
  out.step_s = evidence.number(kStepMeanTime).value_or(0);
  out.stacks = evidence.flag(kTraceStacks).value_or(false);
  return out;
}

Measured basis_of(const MeasuredShare& share, double threshold, OfHostTime of_host_time) {
  Measured basis;
  basis.on_device = true;
  basis.steps = share.steps;
  basis.clear_of_threshold =
      share.has_interval && (share.interval.low > threshold || share.interval.high < threshold);
  basis.inflated_by_stacks = of_host_time == OfHostTime::yes && share.stacks;
  return basis;
}

Assessment found(const MeasuredShare& share, double threshold, OfHostTime of_host_time) {
  const Measured basis = basis_of(share, threshold, of_host_time);
  Assessment answer;
  answer.outcome = Outcome::present;
  answer.decided_by = {share.evidence};
  answer.confidence = confidence_of(basis);
  answer.confidence_reason = confidence_reason_of(basis);
  return answer;
}

}  // namespace underfed
