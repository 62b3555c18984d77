// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "formats/chrome_trace.h"

namespace underfed {

// Reads what a trace says about itself from its top-level JSON text without the events. Broken or
// missing parts leave their members as they are; never keeps a host's or a user's name.
[[nodiscard]] TraceHeader parse_trace_header(std::string_view json);

}  // namespace underfed
