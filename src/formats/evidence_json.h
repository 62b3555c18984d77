// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "core/evidence.h"

// A value of a signal as JSON and back, for evidence files. Internal to formats.
namespace underfed {

// A line as JSON; nothing where it is none, or nested more deeply than evidence can be.
[[nodiscard]] std::optional<nlohmann::json> parse_line(std::string_view line);

[[nodiscard]] nlohmann::json json_of(const Value& value);
// Nothing where the JSON is not of the shape, or a number cannot be of the unit.
[[nodiscard]] std::optional<Value> value_from(const nlohmann::json& json, const Signal& signal);

[[nodiscard]] nlohmann::json json_of(const Range& range);
// Nothing where it is reversed, or one of its ends cannot be of the unit.
[[nodiscard]] std::optional<Range> range_from(const nlohmann::json& json, Unit unit);

}  // namespace underfed
