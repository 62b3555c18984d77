// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// Numbers of a trace from their own text, exactly: a double cannot hold nanoseconds since 1970.
namespace underfed {

// "1712195911113587.123" (microseconds, quoted or not) -> nanoseconds. Nothing for what is no
// number, not finite, or beyond int64; digits after the third decimal are dropped.
[[nodiscard]] std::optional<std::int64_t> parse_us_as_ns(std::string_view token);

// "-12", "\"7\"", "3.0" -> integer; nothing for what is none or beyond int64.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view token);

// Nothing for what is no finite number.
[[nodiscard]] std::optional<double> parse_real(std::string_view token);

}  // namespace underfed
