// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/assessment.h"
#include "core/evidence_set.h"

// What the causes share when they judge a part of a step that a trace measured.
namespace underfed {

// A part of the step under this share is not worth a finding: remedies under 3 % go to the appendix
// of a report, and run-to-run noise is larger (DESIGN 5.9 sets that at 5 %).
inline constexpr double kWorthTelling = 0.03;

// A share of the step as measured on the device, with what a verdict on it needs.
struct MeasuredShare {
  const Evidence* evidence = nullptr;  // the share itself, never null
  double share = 0;
  Range interval;  // the share itself where no interval could be given
  bool has_interval = false;
  double steps = 0;
  double step_s = 0;    // mean length of a step
  bool stacks = false;  // Python stacks were recorded
};

// The share as a trace measured it; nothing where there is no trace with steps.
[[nodiscard]] std::optional<MeasuredShare> measured(const EvidenceView& evidence,
                                                    const Signal& share);

// How sure a verdict "more than `threshold` of the step" is. `of_host_time`: the share consists of
// host work, which recording Python stacks inflates.
enum class OfHostTime { yes, no };
[[nodiscard]] Measured basis_of(const MeasuredShare& share, double threshold,
                                OfHostTime of_host_time);

// Starts a finding: outcome, confidence with its reason, and the deciding evidence.
[[nodiscard]] Assessment found(const MeasuredShare& share, double threshold,
                               OfHostTime of_host_time);

}  // namespace underfed
