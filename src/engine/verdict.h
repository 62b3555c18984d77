// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/diagnosis.h"

namespace underfed {

// The end of the list (DESIGN 2): a finding, or which of the two ends, or not enough to say.
// `judgements`: all of them.
[[nodiscard]] Verdict verdict_of(const EvidenceView& evidence,
                                 const std::vector<const Judgement*>& judgements,
                                 const std::vector<const Judgement*>& ranked);

}  // namespace underfed
