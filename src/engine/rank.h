// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/diagnosis.h"

namespace underfed {

// A wait of this share or more comes before everything else (DESIGN 2 and 5.10).
inline constexpr double kLeadingWait = 0.10;

// Present causes in the order of DESIGN 5.10: first waits of kLeadingWait or more by time lost,
// then everything by the lower end of time lost. Explained ones are left out: they stand under what
// explains them.
[[nodiscard]] std::vector<const Judgement*> rank(const std::vector<const Judgement*>& judgements);

}  // namespace underfed
