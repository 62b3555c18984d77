// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "core/diagnosis.h"

namespace underfed {

// What the terminal report says, to paste into an issue or a chat. Inputs are shown without their
// folders, and nothing of theirs is taken as markup.
void render_markdown(const Diagnosis& diagnosis, std::ostream& out);

}  // namespace underfed
