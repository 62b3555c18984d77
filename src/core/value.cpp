// SPDX-License-Identifier: Apache-2.0
#include "core/value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace underfed {

double Distribution::mean() const {
  if (samples.empty()) return 0;
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

double Distribution::quantile(double q) const {
  if (samples.empty()) return 0;
  std::vector<double> sorted = samples;
  std::sort(sorted.begin(), sorted.end());
  const double at = std::clamp(q, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

double Breakdown::total() const {
  double sum = 0;
  for (const auto& [name, value] : parts) sum += value;
  return sum;
}

double Breakdown::part(std::string_view name) const {
  for (const auto& [known, value] : parts) {
    if (known == name) return value;
  }
  return 0;
}

double Breakdown::share(std::string_view name) const {
  const double whole = total();
  return whole > 0 ? part(name) / whole : 0;
}

std::optional<std::size_t> Table::column(std::string_view name) const {
  const auto at = std::find(columns.begin(), columns.end(), name);
  if (at == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(at - columns.begin());
}

double Table::number(std::size_t row, std::string_view name) const {
  const auto at = column(name);
  if (!at || row >= rows.size() || *at >= rows[row].size()) return 0;
  const auto* const found = std::get_if<double>(&rows[row][*at]);
  return found != nullptr ? *found : 0;
}

std::string Table::text(std::size_t row, std::string_view name) const {
  const auto at = column(name);
  if (!at || row >= rows.size() || *at >= rows[row].size()) return {};
  const auto* const found = std::get_if<std::string>(&rows[row][*at]);
  return found != nullptr ? *found : std::string{};
}

std::vector<double> Table::numbers(std::string_view name) const {
  if (!column(name)) return {};
  std::vector<double> out;
  for (std::size_t row = 0; row < rows.size(); ++row) out.push_back(number(row, name));
  return out;
}

Shape shape_of(const Value& value) {
  constexpr std::array kShapes{Shape::number,       Shape::text,      Shape::flag,    Shape::series,
                               Shape::distribution, Shape::breakdown, Shape::setting, Shape::table};
  static_assert(kShapes.size() == std::variant_size_v<Value>);
  return kShapes[value.index()];
}

}  // namespace underfed
