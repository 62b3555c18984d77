// SPDX-License-Identifier: Apache-2.0
#include "core/assessment.h"

namespace underfed {

Settle settled_by(const Obtain& obtain, std::string how) {
  return Settle{std::move(how), std::string(obtain.add), obtain.cost};
}

Assessment ruled_out(Statement summary, std::vector<const Evidence*> decided_by) {
  Assessment answer;
  answer.outcome = Outcome::ruled_out;
  answer.summary = std::move(summary);
  answer.decided_by = std::move(decided_by);
  return answer;
}

Assessment not_applicable(Statement summary) {
  Assessment answer;
  answer.outcome = Outcome::not_applicable;
  answer.summary = std::move(summary);
  return answer;
}

Assessment cannot_tell(Lean lean, Statement summary, Settle settle) {
  Assessment answer;
  answer.outcome = Outcome::cannot_tell;
  answer.lean = lean;
  answer.summary = std::move(summary);
  answer.settle = std::move(settle);
  return answer;
}

Confidence confidence_of(const Measured& measured) {
  if (!measured.on_device) return Confidence::possible;
  const int missing = (measured.steps < 3 ? 1 : 0) + (measured.clear_of_threshold ? 0 : 1) +
                      (measured.inflated_by_stacks ? 1 : 0);
  if (missing == 0) return Confidence::certain;
  return missing == 1 ? Confidence::likely : Confidence::possible;
}

Statement confidence_reason_of(const Measured& measured) {
  if (!measured.on_device) return {"inferred, not measured on the device"};
  if (measured.steps < 3) return {"fewer than 3 whole steps"};
  if (!measured.clear_of_threshold) return {"its interval reaches the threshold"};
  if (measured.inflated_by_stacks) return {"recording Python stacks inflates host time"};
  return {};
}

}  // namespace underfed
