// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

#include "core/diagnosis.h"

namespace underfed::testing {

// Any diagnosis, most of which no engine would make: hostile text, numbers that are not finite,
// long titles, remedies without anything. The same seed gives the same one.
[[nodiscard]] Diagnosis random_diagnosis(std::uint32_t seed);

}  // namespace underfed::testing
