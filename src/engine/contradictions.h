// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/diagnosis.h"

namespace underfed {

// Two sources of one signal about the same subject that disagree: text and settings that differ,
// numbers that are more than a fifth apart (the bound by which DESIGN 3 doubts that evidence is of
// one run). Derived values are not compared.
[[nodiscard]] std::vector<Contradiction> find_contradictions(const EvidenceSet& evidence);

}  // namespace underfed
