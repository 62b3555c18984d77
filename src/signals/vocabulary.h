// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/catalog.h"

namespace underfed {

// Every signal there is. A family added to signals/ is named once in vocabulary.cpp; a test counts
// that none is forgotten.
[[nodiscard]] const Catalog& vocabulary();

}  // namespace underfed
