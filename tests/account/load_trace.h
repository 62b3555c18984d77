// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "probes/trace/timeline.h"

namespace underfed {

// Reads a trace file, compressed or not, into a timeline.
[[nodiscard]] Result<Timeline> load_trace(const std::string& path);

}  // namespace underfed
