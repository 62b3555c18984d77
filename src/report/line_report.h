// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "core/diagnosis.h"

namespace underfed {

// One line for scripts, ASCII, words parted by one space: the first finding
// ("input-starvation present lost=0.51 (0.49-0.53) certain"), or the verdict
// ("- well-fed busy=0.96"). docs/json.md, "The line".
void render_line(const Diagnosis& diagnosis, std::ostream& out);

}  // namespace underfed
