// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace underfed {

// The unit that a number is kept in. There is one for each kind of quantity: times are seconds,
// sizes are bytes, shares run from 0 to 1. Only reports turn them into milliseconds, GiB and
// percent.
enum class Unit {
  none,    // not a number, or a bare figure such as a compute capability
  share,   // 0..1 of something that the signal names
  factor,  // a ratio of two quantities: 1.9 is written "1.9x"
  count,   // whole things
  seconds,
  bytes,
  bytes_per_second,
  tokens,
  tokens_per_second,
  flops,  // floating point operations
  flops_per_second,
  watts,
  celsius,
  hertz,
};

// "share", "seconds", ...: as the evidence files and docs/signals.md spell it.
[[nodiscard]] std::string_view to_text(Unit unit);

// A number with its unit, as written in reports.
struct Quantity {
  double value = 0;
  Unit unit = Unit::none;
};

// Reads what a person wrote for a quantity of `unit`: a plain number in that unit ("0.35"), or one
// with a unit of the same kind ("35 %", "940 ms", "80 GiB", "64k"). Error (usage): another kind of
// unit, a share outside 0..1, no number; the hint shows the right form.
[[nodiscard]] Result<double> parse_quantity(std::string_view text, Unit unit);

// The check that every number of a unit must pass: finite; a share within 0..1; sizes, times,
// counts and rates not negative. The Error names what is wrong and how to write it.
[[nodiscard]] Result<double> check_quantity(double value, Unit unit);

}  // namespace underfed
