// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "core/diagnosis.h"

namespace underfed {

// The number that the document's "schema" carries. Fields are only ever added under one number;
// taking one away or changing its meaning raises it.
inline constexpr int kJsonSchema = 1;

// Everything that is known, for programs; docs/json.md has every field. Valid UTF-8 whatever the
// inputs held; a number that is not finite is null. Ends with a line end.
void render_json(const Diagnosis& diagnosis, std::ostream& out);

}  // namespace underfed
