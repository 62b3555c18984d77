// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace underfed {

[[nodiscard]] std::string to_lower(std::string_view text);   // ASCII only
[[nodiscard]] std::string_view trim(std::string_view text);  // spaces, tabs, line ends
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char at);
[[nodiscard]] bool contains(std::string_view text, std::string_view part);
[[nodiscard]] std::string join(std::span<const std::string> parts, std::string_view between);

// 1,234,567
[[nodiscard]] std::string with_thousands(std::uint64_t number);

// The one of `known` that a person most likely meant by `written`; nothing where none is near.
[[nodiscard]] std::optional<std::string> nearest(std::string_view written,
                                                 std::span<const std::string_view> known);

}  // namespace underfed
