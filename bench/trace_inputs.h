// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <string>

#include "base/result.h"

namespace underfed::bench {

// What reading a trace must give: quantity -> value, whole numbers (times in ns).
using Answer = std::map<std::string, std::int64_t>;

[[nodiscard]] Result<Answer> load_answer(const std::filesystem::path& path);
// Written to a neighbour first and then renamed, so that a file is there whole or not at all.
[[nodiscard]] Result<void> save_answer(const Answer& answer, const std::filesystem::path& path);

// Writes a trace of about `bytes` of a simulated training (fixed seed) to `path`, and says what the
// simulator knows of it: the window of whole steps.
[[nodiscard]] Result<Answer> write_synthetic_trace(std::uint64_t bytes,
                                                   const std::filesystem::path& path);

// Reads a trace the way `underfed` does. `whole`: on to the account; else the events alone are
// counted. Its answer has the names of the two writers above and below.
enum class Depth { events, account };
struct Reading {
  Answer answer;
  std::uint64_t bytes = 0;  // uncompressed
};
[[nodiscard]] Result<Reading> read_trace(const std::filesystem::path& path, Depth depth);

// The names of the quantities that hold for the device's whole time, not for its window: all that
// is known of a repeated trace.
inline constexpr const char* kEvents = "events";
inline constexpr const char* kOperations = "operations";
inline constexpr const char* kSpanPrefix = "span ";

}  // namespace underfed::bench
