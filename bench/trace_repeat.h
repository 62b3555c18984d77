// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "bench/trace_inputs.h"

namespace underfed::bench {

// Writes the events of a real trace again and again, each time later and with fresh correlation and
// flow ids, until the file has about `bytes`: one long valid trace. `times` gets how often.
[[nodiscard]] Result<void> repeat_trace(const std::filesystem::path& from, std::uint64_t bytes,
                                        const std::filesystem::path& to, std::int64_t& times);

// What must be read in the repeated trace, if `once` is read in the trace itself: of the quantities
// that add up, `times` as much.
[[nodiscard]] Answer repeated(const Answer& once, std::int64_t times);

}  // namespace underfed::bench
