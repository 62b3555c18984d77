// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/signal.h"

namespace underfed {

// Values over time. Same length; times in seconds since the evidence's own start, ascending.
struct Series {
  std::vector<double> time_s;
  std::vector<double> values;
  friend bool operator==(const Series&, const Series&) = default;
};

// A sample of a quantity. `population` is how many there were; more than the samples where it was
// sampled.
struct Distribution {
  std::vector<double> samples;
  std::uint64_t population = 0;

  [[nodiscard]] double mean() const;  // 0 where empty
  [[nodiscard]] double quantile(
      double q) const;  // q in 0..1, linear between samples; 0 where empty
  [[nodiscard]] double median() const { return quantile(0.5); }
  friend bool operator==(const Distribution&, const Distribution&) = default;
};

// A whole and its named parts, in a fixed order; all in the signal's unit.
struct Breakdown {
  std::vector<std::pair<std::string, double>> parts;

  [[nodiscard]] double total() const;
  [[nodiscard]] double part(std::string_view name) const;   // 0 where there is no such part
  [[nodiscard]] double share(std::string_view name) const;  // part / total; 0 where the total is 0
  friend bool operator==(const Breakdown&, const Breakdown&) = default;
};

// Why a setting has its value.
enum class Given { explicitly, as_null, by_default };

// A setting of the training as it is in force.
struct Setting {
  std::string value;  // normal form: "bf16", "4", "true"
  std::string key;    // as written in the user's file; empty for a default
  Given given = Given::explicitly;
  std::string default_of;  // "transformers 4.57": whose default, where it is one
  friend bool operator==(const Setting&, const Setting&) = default;
};

// Rows of named columns; a cell is text or a number. Each column says its unit in its name (_s,
// _bytes).
struct Table {
  using Cell = std::variant<std::string, double>;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;

  [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const;
  // The numbers of a column in row order; empty where there is no such column. Text counts as 0.
  [[nodiscard]] std::vector<double> numbers(std::string_view name) const;
  [[nodiscard]] double number(std::size_t row, std::string_view name) const;     // 0 where absent
  [[nodiscard]] std::string text(std::size_t row, std::string_view name) const;  // "" where absent
  friend bool operator==(const Table&, const Table&) = default;
};

using Value =
    std::variant<double, std::string, bool, Series, Distribution, Breakdown, Setting, Table>;

[[nodiscard]] Shape shape_of(const Value& value);

}  // namespace underfed
