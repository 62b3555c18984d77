// SPDX-License-Identifier: Apache-2.0
#include "report/value_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/quantity_text.h"
#include "signals/trace_parts.h"

namespace underfed {
namespace {

std::string number_text(const Evidence& evidence, double value) {
  const Unit unit = evidence.signal->unit;
  std::string text = to_text(Quantity{value, unit});
  if (!evidence.interval) return text;
  return fmt::format("{} ({})", text, range_text(*evidence.interval, unit));
}

// The parts of a step, which are columns of trace.step_parts.
bool is_part(std::string_view column) {
  const auto is = [&](std::string_view name) { return name == column; };
  return std::any_of(part::kDeviceParts.begin(), part::kDeviceParts.end(), is) ||
         std::any_of(part::kIdleParts.begin(), part::kIdleParts.end(), is);
}

std::string setting_text(const Setting& setting) {
  std::string text = setting.value.empty() ? "(empty)" : setting.value;
  if (setting.given == Given::by_default) {
    return text + (setting.default_of.empty()
                       ? " (default)"
                       : fmt::format(" (default of {})", setting.default_of));
  }
  if (setting.given == Given::as_null) text += " (given as null)";
  return setting.key.empty() ? text : fmt::format("{} (key {})", text, setting.key);
}

std::string distribution_text(const Distribution& sample, Unit unit) {
  if (sample.samples.empty()) return "no samples";
  const auto at = [&](double q) { return to_text(Quantity{sample.quantile(q), unit}); };
  return fmt::format("median {}, 10-90 %: {} to {}, of {}", at(0.5), at(0.1), at(0.9),
                     to_text(count(static_cast<double>(
                         std::max<std::uint64_t>(sample.population, sample.samples.size())))));
}

std::string series_text(const Series& series, Unit unit) {
  if (series.values.empty()) return "no samples";
  const auto [low, high] = std::minmax_element(series.values.begin(), series.values.end());
  return fmt::format("{} in {} samples", range_text({*low, *high}, unit),
                     to_text(count(static_cast<double>(series.values.size()))));
}

Grid breakdown_grid(const Breakdown& breakdown, Unit unit, std::size_t max_rows) {
  Grid grid{{{"part", std::string(to_text(unit)), "share"}}};
  auto parts = breakdown.parts;
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  for (const auto& [name, value] : parts) {
    if (value == 0) continue;
    if (grid.rows.size() > max_rows) {
      ++grid.left_out;
      continue;
    }
    const double whole = breakdown.total();
    grid.rows.push_back({name, to_text(Quantity{value, unit}),
                         whole > 0 ? to_text(share(value / whole)) : std::string{}});
  }
  return grid;
}

Grid table_grid(const Table& table, std::size_t max_rows) {
  Grid grid{{table.columns}};
  for (const auto& cells : table.rows) {
    if (grid.rows.size() > max_rows) {
      ++grid.left_out;
      continue;
    }
    auto& row = grid.rows.emplace_back();
    for (std::size_t at = 0; at < cells.size() && at < table.columns.size(); ++at) {
      row.push_back(cell_text(cells[at], table.columns[at]));
    }
  }
  return grid;
}

}  // namespace

std::string cell_text(const Table::Cell& cell, std::string_view column) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  const double value = std::get<double>(cell);
  Unit unit = Unit::none;
  if (column.ends_with("_s") || column.starts_with("seconds") || is_part(column)) {
    unit = Unit::seconds;
  }
  if (column.ends_with("_bytes") || column == "bytes") unit = Unit::bytes;
  if (column.ends_with("share")) unit = Unit::share;
  if (column == "number" || column == "events" || column == "step") unit = Unit::count;
  return to_text(Quantity{value, unit});
}

std::string value_text(const Evidence& evidence) {
  const Unit unit = evidence.signal->unit;
  const Value& value = evidence.value;
  if (const auto* number = std::get_if<double>(&value)) return number_text(evidence, *number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "yes" : "no";
  if (const auto* setting = std::get_if<Setting>(&value)) return setting_text(*setting);
  if (const auto* series = std::get_if<Series>(&value)) return series_text(*series, unit);
  if (const auto* sample = std::get_if<Distribution>(&value))
    return distribution_text(*sample, unit);
  if (const auto* breakdown = std::get_if<Breakdown>(&value)) {
    return fmt::format("{} in {} parts", to_text(Quantity{breakdown->total(), unit}),
                       breakdown->parts.size());
  }
  const std::size_t rows = std::get<Table>(value).rows.size();
  return fmt::format("{} row{}", rows, rows == 1 ? "" : "s");
}

std::string provenance_text(const Provenance& provenance) {
  std::string text(to_text(provenance.origin));
  if (provenance.origin == Origin::derived && !provenance.by.empty())
    text += " by " + provenance.by;
  for (const std::string* part : {&provenance.source, &provenance.where}) {
    if (!part->empty()) text += ", " + *part;
  }
  return text;
}

Grid grid_of(const Evidence& evidence, std::size_t max_rows) {
  if (const auto* breakdown = std::get_if<Breakdown>(&evidence.value)) {
    return breakdown_grid(*breakdown, evidence.signal->unit, max_rows);
  }
  if (const auto* table = std::get_if<Table>(&evidence.value)) return table_grid(*table, max_rows);
  return {};
}

}  // namespace underfed
