// SPDX-License-Identifier: Apache-2.0
#include "formats/evidence_json.h"

#include <algorithm>
#include <cmath>

#include "formats/evidence_file.h"

namespace underfed {
namespace {

using nlohmann::json;

constexpr int kDeepest = 8;  // a table's cell is at 4

std::string_view to_text(Given given) {
  switch (given) {
    case Given::explicitly:
      return "explicitly";
    case Given::as_null:
      return "null";
    case Given::by_default:
      return "default";
  }
  return "";
}

Given given_from(const std::string& text) {
  if (text == "null") return Given::as_null;
  return text == "default" ? Given::by_default : Given::explicitly;
}

std::optional<double> number_from(const json& value, Unit unit) {
  if (!value.is_number()) return std::nullopt;
  const auto checked = check_quantity(value.get<double>(), unit);
  return checked ? std::optional(*checked) : std::nullopt;
}

std::optional<std::vector<double>> numbers_from(const json& list, Unit unit) {
  if (!list.is_array()) return std::nullopt;
  std::vector<double> numbers;
  for (const json& item : list) {
    const auto number = number_from(item, unit);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::string text_or_empty(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::optional<Value> distribution_from(const json& value, Unit unit) {
  if (!value.is_object() || !value.contains("samples")) return std::nullopt;
  auto samples = numbers_from(value["samples"], unit);
  const auto population = value.find("population");
  if (!samples || samples->size() > kMostSamples || population == value.end() ||
      !population->is_number_unsigned() || population->get<std::uint64_t>() < samples->size()) {
    return std::nullopt;
  }
  return Distribution{std::move(*samples), population->get<std::uint64_t>()};
}

std::optional<Value> series_from(const json& value, Unit unit) {
  if (!value.is_object() || !value.contains("time_s") || !value.contains("values"))
    return std::nullopt;
  auto times = numbers_from(value["time_s"], Unit::none);
  auto values = numbers_from(value["values"], unit);
  if (!times || !values || times->size() != values->size()) return std::nullopt;
  if (!std::is_sorted(times->begin(), times->end())) return std::nullopt;
  return Series{std::move(*times), std::move(*values)};
}

std::optional<Value> breakdown_from(const json& value, Unit unit) {
  if (!value.is_array()) return std::nullopt;
  Breakdown breakdown;
  for (const json& part : value) {
    if (!part.is_array() || part.size() != 2 || !part[0].is_string()) return std::nullopt;
    const auto number = number_from(part[1], unit);
    if (!number) return std::nullopt;
    breakdown.parts.emplace_back(part[0].get<std::string>(), *number);
  }
  return breakdown;
}

std::optional<Value> setting_from(const json& value) {
  if (!value.is_object()) return std::nullopt;
  return Setting{text_or_empty(value, "value"), text_or_empty(value, "key"),
                 given_from(text_or_empty(value, "given")), text_or_empty(value, "default_of")};
}

std::optional<Table::Cell> cell_from(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() && std::isfinite(value.get<double>())) return value.get<double>();
  return std::nullopt;
}

std::optional<Value> table_from(const json& value) {
  if (!value.is_object() || !value.contains("columns") || !value.contains("rows"))
    return std::nullopt;
  if (!value["columns"].is_array() || !value["rows"].is_array()) return std::nullopt;
  Table table;
  for (const json& column : value["columns"]) {
    if (!column.is_string()) return std::nullopt;
    table.columns.push_back(column.get<std::string>());
  }
  for (const json& cells : value["rows"]) {
    if (!cells.is_array() || cells.size() != table.columns.size()) return std::nullopt;
    std::vector<Table::Cell> row;
    for (const json& value_of_cell : cells) {
      auto cell = cell_from(value_of_cell);
      if (!cell) return std::nullopt;
      row.push_back(std::move(*cell));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

struct ToJson {
  json operator()(double value) const { return value; }
  json operator()(const std::string& value) const { return value; }
  json operator()(bool value) const { return value; }
  json operator()(const Series& s) const { return {{"time_s", s.time_s}, {"values", s.values}}; }
  json operator()(const Distribution& d) const {
    return {{"samples", d.samples}, {"population", d.population}};
  }
  json operator()(const Breakdown& breakdown) const {
    json parts = json::array();
    for (const auto& [name, value] : breakdown.parts) parts.push_back(json::array({name, value}));
    return parts;
  }
  json operator()(const Setting& setting) const {
    return {{"value", setting.value},
            {"key", setting.key},
            {"given", to_text(setting.given)},
            {"default_of", setting.default_of}};
  }
  json operator()(const Table& table) const {
    json rows = json::array();
    for (const auto& row : table.rows) {
      json cells = json::array();
      for (const Table::Cell& cell : row)
        std::visit([&](const auto& value) { cells.push_back(value); }, cell);
      rows.push_back(std::move(cells));
    }
    return {{"columns", table.columns}, {"rows", std::move(rows)}};
  }
};

// Whether brackets outside of strings are nested deeper than `most`.
bool nested_deeper(std::string_view text, int most) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '{' || c == '[')) {
      if (++depth > most) return true;
    } else if (!in_string && (c == '}' || c == ']')) {
      --depth;
    }
  }
  return false;
}

}  // namespace

std::optional<json> parse_line(std::string_view line) {
  if (line.size() > kLongestLine || nested_deeper(line, kDeepest)) return std::nullopt;
  json parsed = json::parse(line, nullptr, /*allow_exceptions=*/false);
  return parsed.is_discarded() ? std::nullopt : std::optional(std::move(parsed));
}

json json_of(const Value& value) { return std::visit(ToJson{}, value); }

std::optional<Value> value_from(const json& value, const Signal& signal) {
  switch (signal.shape) {
    case Shape::number:
      if (const auto number = number_from(value, signal.unit)) return Value(*number);
      return std::nullopt;
    case Shape::text:
      return value.is_string() ? std::optional<Value>(value.get<std::string>()) : std::nullopt;
    case Shape::flag:
      return value.is_boolean() ? std::optional<Value>(value.get<bool>()) : std::nullopt;
    case Shape::series:
      return series_from(value, signal.unit);
    case Shape::distribution:
      return distribution_from(value, signal.unit);
    case Shape::breakdown:
      return breakdown_from(value, signal.unit);
    case Shape::setting:
      return setting_from(value);
    case Shape::table:
      return table_from(value);
  }
  return std::nullopt;
}

json json_of(const Range& range) { return json::array({range.low, range.high}); }

std::optional<Range> range_from(const json& value, Unit unit) {
  const auto numbers = numbers_from(value, unit);
  if (!numbers || numbers->size() != 2 || (*numbers)[0] > (*numbers)[1]) return std::nullopt;
  return Range{(*numbers)[0], (*numbers)[1]};
}

}  // namespace underfed
