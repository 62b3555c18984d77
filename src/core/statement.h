// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/units.h"

namespace underfed {

// A short sentence with its numbers kept apart, so that every report writes them in its own way and
// JSON can carry them: {"the loader makes a batch in {}", {Quantity{0.94, Unit::seconds}}}. Each
// "{}" takes the next value; causes never format numbers themselves.
struct Statement {
  using Part = std::variant<Quantity, std::string>;
  std::string pattern;
  std::vector<Part> values = {};

  [[nodiscard]] bool empty() const { return pattern.empty(); }
};

// Shorthands for causes.
[[nodiscard]] inline Quantity share(double value) { return {value, Unit::share}; }
[[nodiscard]] inline Quantity seconds(double value) { return {value, Unit::seconds}; }
[[nodiscard]] inline Quantity count(double value) { return {value, Unit::count}; }
[[nodiscard]] inline Quantity factor(double value) { return {value, Unit::factor}; }

}  // namespace underfed
