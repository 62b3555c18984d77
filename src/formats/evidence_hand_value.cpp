// SPDX-License-Identifier: Apache-2.0
#include "formats/evidence_hand_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/excerpt.h"
#include "base/text.h"
#include "base/units.h"

namespace underfed {
namespace {

using Kind = YamlNode::Kind;

std::string shape_example(Shape shape) {
  switch (shape) {
    case Shape::number:
      return "must be a number";
    case Shape::text:
      return "must be a text";
    case Shape::flag:
      return "must be true or false";
    case Shape::distribution:
      return "must be a number, or a list of numbers";
    case Shape::breakdown:
      return "must be an object of parts, {\"part\": number}";
    case Shape::setting:
      return "must be the setting's value: a number, a text, true, false or null";
    case Shape::series:
      return "must be {\"time_s\": [...], \"values\": [...]}, as many of each, times ascending";
    case Shape::table:
      return "must be a list of rows, [{\"column\": cell}], each with the same columns";
  }
  return {};
}

Error wrong_shape(const Signal& signal) {
  return {ErrorCode::usage, shape_example(signal.shape), ""};
}

Result<double> number_of(const YamlNode& node, const Signal& signal, Unit unit) {
  if (node.kind != Kind::scalar || is_yaml_null(node)) return wrong_shape(signal);
  return parse_quantity(node.text, unit);
}

// A list, or one number for a list of one. Never empty: what was not measured is left out.
Result<std::vector<double>> numbers_of(const YamlNode& node, const Signal& signal, Unit unit) {
  if (node.kind == Kind::mapping) return wrong_shape(signal);
  const std::vector<YamlNode> one{node};
  std::vector<double> numbers;
  for (const YamlNode& item : node.kind == Kind::scalar ? one : node.items) {
    UF_TRY(const double number, number_of(item, signal, unit));
    numbers.push_back(number);
  }
  if (numbers.empty()) return wrong_shape(signal);
  return numbers;
}

Result<Value> setting_of(const YamlNode& node, const Signal& signal) {
  if (node.kind != Kind::scalar) return wrong_shape(signal);
  Setting setting;
  setting.key = std::string(signal.id);
  if (is_yaml_null(node)) {
    setting.given = Given::as_null;
  } else if (signal.unit != Unit::none) {
    UF_TRY(const double number, parse_quantity(node.text, signal.unit));
    setting.value = fmt::format("{}", number);
  } else if (is_yaml_true(node) || is_yaml_false(node)) {
    setting.value = is_yaml_true(node) ? "true" : "false";
  } else {
    setting.value = to_lower(node.text);
  }
  return Value(std::move(setting));
}

Result<Value> breakdown_of(const YamlNode& node, const Signal& signal) {
  if (node.kind != Kind::mapping || node.entries.empty()) return wrong_shape(signal);
  Breakdown breakdown;
  for (const auto& [name, part] : node.entries) {
    const auto number = number_of(part, signal, signal.unit);
    if (!number) return Error(number.error()).with_context(excerpt(name.text));
    breakdown.parts.emplace_back(name.text, *number);
  }
  return Value(std::move(breakdown));
}

Result<Value> series_of(const YamlNode& node, const Signal& signal) {
  if (node.kind != Kind::mapping) return wrong_shape(signal);
  Series series;
  for (const auto& [name, list] : node.entries) {
    const bool times = name.text == "time_s";
    if (!times && name.text != "values") return wrong_shape(signal);
    UF_TRY((times ? series.time_s : series.values),
           numbers_of(list, signal, times ? Unit::seconds : signal.unit));
  }
  const bool ordered = std::is_sorted(series.time_s.begin(), series.time_s.end());
  if (series.values.empty() || series.time_s.size() != series.values.size() || !ordered)
    return wrong_shape(signal);
  return Value(std::move(series));
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// A column says its unit in its name; in one that says none, what looks like a number is one.
Result<Table::Cell> cell_of(const YamlNode& node, const std::string& column, const Signal& signal) {
  if (node.kind != Kind::scalar) return wrong_shape(signal);
  for (const auto& [end, unit] :
       {std::pair{"_s", Unit::seconds}, {"_bytes", Unit::bytes}, {"_share", Unit::share}}) {
    if (!ends_with(column, end)) continue;
    UF_TRY(const double number, parse_quantity(node.text, unit));
    return Table::Cell(number);
  }
  const auto number = node.quoted ? Error{} : parse_quantity(node.text, Unit::none);
  return number ? Table::Cell(*number) : Table::Cell(node.text);
}

Result<Value> table_of(const YamlNode& node, const Signal& signal) {
  if (node.kind != Kind::sequence || node.items.empty()) return wrong_shape(signal);
  Table table;
  for (const YamlNode& item : node.items) {
    if (item.kind != Kind::mapping || item.entries.empty()) return wrong_shape(signal);
    if (table.rows.empty()) {
      for (const auto& [name, cell] : item.entries) table.columns.push_back(name.text);
    }
    if (item.entries.size() != table.columns.size()) return wrong_shape(signal);
    std::vector<Table::Cell> row(table.columns.size());
    for (const auto& [name, value] : item.entries) {
      const auto column = table.column(name.text);
      if (!column) return wrong_shape(signal);
      auto cell = cell_of(value, name.text, signal);
      if (!cell) return Error(cell.error()).with_context(excerpt(name.text));
      row[*column] = std::move(*cell);
    }
    table.rows.push_back(std::move(row));
  }
  return Value(std::move(table));
}

Result<Value> text_of(const YamlNode& node, const Signal& signal) {
  if (node.kind != Kind::scalar || node.text.empty() || is_yaml_null(node))
    return wrong_shape(signal);
  return Value(node.text);
}

}  // namespace

Result<Value> hand_written_value(const YamlNode& node, const Signal& signal) {
  switch (signal.shape) {
    case Shape::number: {
      UF_TRY(const double number, number_of(node, signal, signal.unit));
      return Value(number);
    }
    case Shape::text:
      return text_of(node, signal);
    case Shape::flag:
      if (!is_yaml_true(node) && !is_yaml_false(node)) return wrong_shape(signal);
      return Value(is_yaml_true(node));
    case Shape::distribution: {
      UF_TRY(std::vector<double> samples, numbers_of(node, signal, signal.unit));
      const std::uint64_t population = samples.size();
      return Value(Distribution{std::move(samples), population});
    }
    case Shape::breakdown:
      return breakdown_of(node, signal);
    case Shape::setting:
      return setting_of(node, signal);
    case Shape::series:
      return series_of(node, signal);
    case Shape::table:
      return table_of(node, signal);
  }
  return wrong_shape(signal);
}

}  // namespace underfed
