// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/diagnosis.h"

namespace underfed {

// (T - T'') / T with the causes of all findings removed together; nothing where no step time was
// measured. Never the sum of the findings' own ranges.
[[nodiscard]] std::optional<Range> joint_time_lost(const EvidenceView& evidence,
                                                   const std::vector<const Judgement*>& ranked);

// Takes the findings' remedies in rank order. A setting that a higher finding changes already is
// not changed twice, a starved device is not given a bigger batch, and what is only offered is not
// planned; each is left out with its reason.
[[nodiscard]] Plan make_plan(const EvidenceView& evidence,
                             const std::vector<const Judgement*>& ranked);

}  // namespace underfed
