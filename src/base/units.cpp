// SPDX-License-Identifier: Apache-2.0
#include "base/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/excerpt.h"
#include "base/text.h"

namespace underfed {
namespace {

struct Spelling {
  std::string_view text;  // lower case
  Unit unit;
  double scale;
};

constexpr double kKi = 1024.0;
constexpr std::array kSpellings{
    Spelling{"%", Unit::share, 0.01},
    Spelling{"percent", Unit::share, 0.01},
    Spelling{"x", Unit::factor, 1},
    Spelling{"ns", Unit::seconds, 1e-9},
    Spelling{"us", Unit::seconds, 1e-6},
    Spelling{"ms", Unit::seconds, 1e-3},
    Spelling{"s", Unit::seconds, 1},
    Spelling{"sec", Unit::seconds, 1},
    Spelling{"seconds", Unit::seconds, 1},
    Spelling{"min", Unit::seconds, 60},
    Spelling{"h", Unit::seconds, 3600},
    Spelling{"b", Unit::bytes, 1},
    Spelling{"bytes", Unit::bytes, 1},
    Spelling{"kb", Unit::bytes, 1e3},
    Spelling{"mb", Unit::bytes, 1e6},
    Spelling{"gb", Unit::bytes, 1e9},
    Spelling{"tb", Unit::bytes, 1e12},
    Spelling{"kib", Unit::bytes, kKi},
    Spelling{"mib", Unit::bytes, kKi* kKi},
    Spelling{"gib", Unit::bytes, kKi* kKi* kKi},
    Spelling{"tib", Unit::bytes, kKi* kKi* kKi* kKi},
    Spelling{"b/s", Unit::bytes_per_second, 1},
    Spelling{"mb/s", Unit::bytes_per_second, 1e6},
    Spelling{"gb/s", Unit::bytes_per_second, 1e9},
    Spelling{"tokens", Unit::tokens, 1},
    Spelling{"tok/s", Unit::tokens_per_second, 1},
    Spelling{"tokens/s", Unit::tokens_per_second, 1},
    Spelling{"gflop", Unit::flops, 1e9},
    Spelling{"tflop", Unit::flops, 1e12},
    Spelling{"tflops", Unit::flops_per_second, 1e12},
    Spelling{"tflop/s", Unit::flops_per_second, 1e12},
    Spelling{"w", Unit::watts, 1},
    Spelling{"kw", Unit::watts, 1e3},
    Spelling{"c", Unit::celsius, 1},
    Spelling{"hz", Unit::hertz, 1},
    Spelling{"mhz", Unit::hertz, 1e6},
    Spelling{"ghz", Unit::hertz, 1e9},
};

std::string example(Unit unit) {
  switch (unit) {
    case Unit::share:
      return "write 0.35 or \"35 %\"";
    case Unit::seconds:
      return "write 0.94 or \"940 ms\"";
    case Unit::bytes:
      return "write 85899345920 or \"80 GiB\"";
    case Unit::watts:
      return "write 300 or \"300 W\"";
    case Unit::factor:
      return "write 1.9 or \"1.9x\"";
    case Unit::none:
    case Unit::count:
      return "write a plain number, such as 4";
    default:
      return fmt::format("write a plain number, in {}", to_text(unit));
  }
}

Error wrong(std::string message, Unit unit) {
  return Error{ErrorCode::usage, std::move(message), example(unit)};
}

}  // namespace

std::string_view to_text(Unit unit) {
  switch (unit) {
    case Unit::none:
      return "none";
    case Unit::share:
      return "share";
    case Unit::factor:
      return "factor";
    case Unit::count:
      return "count";
    case Unit::seconds:
      return "seconds";
    case Unit::bytes:
      return "bytes";
    case Unit::bytes_per_second:
      return "bytes/s";
    case Unit::tokens:
      return "tokens";
    case Unit::tokens_per_second:
      return "tokens/s";
    case Unit::flops:
      return "flop";
    case Unit::flops_per_second:
      return "flop/s";
    case Unit::watts:
      return "watts";
    case Unit::celsius:
      return "celsius";
    case Unit::hertz:
      return "hertz";
  }
  return "none";
}

Result<double> check_quantity(double value, Unit unit) {
  if (!std::isfinite(value)) return wrong("not a finite number", unit);
  if (unit == Unit::share && (value < 0 || value > 1)) {
    const bool percent = value > 1 && value <= 100;
    return wrong(fmt::format("{} is not a share from 0 to 1{}", value,
                             percent ? ", it looks like percent" : ""),
                 unit);
  }
  const bool may_be_negative = unit == Unit::none || unit == Unit::celsius;
  if (value < 0 && !may_be_negative) return wrong(fmt::format("{} is negative", value), unit);
  return value;
}

Result<double> parse_quantity(std::string_view text, Unit unit) {
  std::string_view whole = trim(text);
  if (whole.size() > 1 && whole.front() == '+' && whole[1] != '-') whole.remove_prefix(1);
  double number = 0;
  const auto [end, code] = std::from_chars(whole.data(), whole.data() + whole.size(), number);
  if (code != std::errc{})
    return wrong(fmt::format("\"{}\" is not a number", excerpt(whole, 40)), unit);
  const std::string suffix =
      to_lower(trim(whole.substr(static_cast<std::size_t>(end - whole.data()))));
  if (suffix.empty()) return check_quantity(number, unit);
  if (suffix == "k" || suffix == "m")
    return check_quantity(number * (suffix == "k" ? 1e3 : 1e6), unit);
  const auto* const found = std::find_if(kSpellings.begin(), kSpellings.end(),
                                         [&](const Spelling& s) { return s.text == suffix; });
  if (suffix.front() == ',' || suffix.front() == '_')
    return wrong(fmt::format("\"{}\" has a mark between its digits", excerpt(whole, 40)), unit);
  if (found == kSpellings.end())
    return wrong(fmt::format("unknown unit \"{}\"", excerpt(suffix, 40)), unit);
  if (found->unit != unit) {
    return wrong(fmt::format("\"{}\" is in {}, and this is in {}", excerpt(whole, 40),
                             to_text(found->unit), to_text(unit)),
                 unit);
  }
  // Divided, because 35 / 100 is 0.35 and 35 * 0.01 is not.
  const double parts = std::round(1 / found->scale);
  return check_quantity(found->scale < 1 ? number / parts : number * found->scale, unit);
}

}  // namespace underfed
