// SPDX-License-Identifier: Apache-2.0
#include "report/quantity_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "base/text.h"
#include "report/display_text.h"

namespace underfed {
namespace {

constexpr std::size_t kLongestName = 72;
constexpr double kTooLongToSpell = 1e9;  // from here on as a power of ten

struct Scale {
  double from;
  double divisor;
  std::string_view unit;
};

// A number with its unit apart, so that ranges can say the unit once.
struct Written {
  std::string number;
  std::string unit;  // with its leading space where there is one
};

std::string joined(const Written& written) { return written.number + written.unit; }

// Three significant digits, no more decimals than that leaves, no trailing ".0".
std::string three_digits(double value) {
  const double size = std::abs(value);
  if (size >= kTooLongToSpell) return fmt::format("{:.3g}", value);
  const int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (decimals == 1 && text.ends_with(".0")) text.resize(text.size() - 2);
  if (decimals == 2 && text.ends_with(".00")) text.resize(text.size() - 3);
  return text;
}

std::string two_digits(double value) {
  if (std::abs(value) >= kTooLongToSpell) return fmt::format("{:.2g}", value);
  std::string text = fmt::format("{:.{}f}", value, std::abs(value) < 9.95 ? 1 : 0);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string whole_number(double value) {
  const double size = std::abs(value);
  if (size >= 1e18) return fmt::format("{:.3g}", value);
  const std::string digits = with_thousands(static_cast<std::uint64_t>(std::llround(size)));
  return value < 0 && digits != "0" ? "-" + digits : digits;
}

std::string count_text(double value) {
  const bool whole = std::abs(value - std::round(value)) < 0.05 || std::abs(value) >= 100;
  return whole ? whole_number(value) : fmt::format("{:.1f}", value);
}

std::string percent_number(double percent) {
  const double size = std::abs(percent);
  if (size == 0) return "0";
  if (size < 0.05) return "<0.1";
  if (size < 0.95) return fmt::format("{:.1f}", percent);
  if (size > 99.95 && size < 100) return ">99.9";
  if (size > 99.5 && size < 100) return fmt::format("{:.1f}", percent);
  return whole_number(percent);
}

Written scaled(double value, std::span<const Scale> scales) {
  const double size = std::abs(value);
  for (const Scale& scale : scales) {
    if (size >= scale.from) {
      return {three_digits(value / scale.divisor), fmt::format(" {}", scale.unit)};
    }
  }
  return {three_digits(value), fmt::format(" {}", scales.back().unit)};
}

Written long_time(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::min(std::round(seconds), 9e15));
  if (whole < 600 && whole % 60 != 0) {
    return {fmt::format("{} min {} s", whole / 60, whole % 60), ""};
  }
  const std::int64_t minutes = (whole + 30) / 60;
  if (minutes < 60) return {fmt::format("{}", minutes), " min"};
  if (minutes < 48 * 60 && minutes % 60 != 0) {
    return {fmt::format("{} h {} min", minutes / 60, minutes % 60), ""};
  }
  return {whole_number(std::round(static_cast<double>(minutes) / 60)), " h"};
}

Written time_text(double seconds) {
  const double size = std::abs(seconds);
  if (size == 0) return {"0", " s"};
  if (size >= 119.5) return long_time(size);
  if (size >= 0.0995) {
    const int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    return {fmt::format("{:.{}f}", seconds, decimals), " s"};
  }
  if (size >= 9.95e-3) {
    std::string text = fmt::format("{:.1f}", seconds * 1e3);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return {text, " ms"};
  }
  if (size >= 0.9995e-3) return {two_digits(seconds * 1e3), " ms"};
  if (size >= 0.9995e-6) return {two_digits(seconds * 1e6), " us"};
  return {fmt::format("{:.0f}", seconds * 1e9), " ns"};
}

Written bytes_text(double bytes) {
  constexpr double kKi = 1024;
  constexpr std::array<Scale, 5> kBinary{{{kKi * kKi * kKi * kKi, kKi * kKi * kKi * kKi, "TiB"},
                                          {kKi * kKi * kKi, kKi * kKi * kKi, "GiB"},
                                          {kKi * kKi, kKi * kKi, "MiB"},
                                          {kKi, kKi, "KiB"},
                                          {0, 1, "bytes"}}};
  return scaled(bytes, kBinary);
}

Written decimal_text(double value, std::string_view unit) {
  constexpr std::array<std::pair<double, std::string_view>, 5> kPrefixes{
      {{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
  for (const auto& [factor, prefix] : kPrefixes) {
    if (std::abs(value) >= factor) {
      return {three_digits(value / factor), fmt::format(" {}{}", prefix, unit)};
    }
  }
  return {three_digits(value), fmt::format(" {}", unit)};
}

Written written(double value, Unit unit) {
  if (!std::isfinite(value)) return {"unknown", ""};
  switch (unit) {
    case Unit::share:
      return {percent_number(value * 100), " %"};
    case Unit::factor:
      return {two_digits(value), "x"};
    case Unit::count:
      return {count_text(value), ""};
    case Unit::seconds:
      return time_text(value);
    case Unit::bytes:
      return bytes_text(value);
    case Unit::bytes_per_second:
      return decimal_text(value, "B/s");
    case Unit::tokens:
      return {count_text(value), " tokens"};
    case Unit::tokens_per_second:
      return {count_text(value), " tokens/s"};
    case Unit::flops:
      return decimal_text(value, "FLOP");
    case Unit::flops_per_second:
      return decimal_text(value, "FLOP/s");
    case Unit::watts:
      return {whole_number(value), " W"};
    case Unit::celsius:
      return {whole_number(value), " C"};
    case Unit::hertz:
      return decimal_text(value, "Hz");
    case Unit::none:
      return {fmt::format("{:.6g}", value), ""};
  }
  return {fmt::format("{:.6g}", value), ""};
}

std::pair<std::string, std::string> share_ends(const Range& share) {
  const double low = share.low * 100;
  const double high = share.high * 100;
  // One way of rounding for both ends: a range "0.4-3" would pretend two precisions.
  if (low >= 0.95 || low == 0) return {percent_number(low), percent_number(high)};
  return {percent_number(low), high < 9.95 ? fmt::format("{:.1f}", high) : percent_number(high)};
}

// Both ends with one decimal where either needs it: "2.0x to 2.1x".
std::string factor_range(const Range& range) {
  const auto text = [](double value) {
    return std::abs(value) < 9.95 ? fmt::format("{:.1f}x", value) : two_digits(value) + "x";
  };
  const std::string low = text(range.low);
  const std::string high = text(range.high);
  if (low == high) return to_text(Quantity{range.low, Unit::factor});
  const bool whole = low.ends_with(".0x") && high.ends_with(".0x");
  return whole ? fmt::format("{:.0f}x to {:.0f}x", range.low, range.high)
               : fmt::format("{} to {}", low, high);
}

bool finite(const Range& range) { return std::isfinite(range.low) && std::isfinite(range.high); }

std::string part_text(const Statement::Part& part, std::string_view what_follows) {
  if (const auto* text = std::get_if<std::string>(&part)) {
    return shorten(printable(*text, Charset::unicode), kLongestName);
  }
  const auto& quantity = std::get<Quantity>(part);
  const Written parts = written(quantity.value, quantity.unit);
  const bool said_already = !parts.unit.empty() && what_follows.starts_with(parts.unit);
  const bool one_token = parts.unit == " tokens" && what_follows.starts_with(" token");
  return said_already || one_token ? parts.number : joined(parts);
}

// Shares of a whole in `units`, remainders to the largest fractions.
std::vector<int> apportion(std::span<const double> parts, int units) {
  std::vector<int> whole(parts.size(), 0);
  const auto size_of = [&](std::size_t at) {
    return std::isfinite(parts[at]) ? std::max(0.0, parts[at]) : 0.0;
  };
  double total = 0;
  for (std::size_t at = 0; at < parts.size(); ++at) total += size_of(at);
  if (total <= 0 || !std::isfinite(total)) return whole;
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> rest(parts.size());
  int left = units;
  for (std::size_t at = 0; at < parts.size(); ++at) {
    const double exact = size_of(at) / total * units;
    whole[at] = static_cast<int>(exact + 1e-9);
    rest[at] = exact - whole[at];
    left -= whole[at];
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rest[a] > rest[b]; });
  for (std::size_t at = 0; at < order.size() && left > 0; ++at, --left) ++whole[order[at]];
  return whole;
}

}  // namespace

std::string to_text(const Quantity& quantity) {
  return joined(written(quantity.value, quantity.unit));
}

std::string bracket_text(const Range& share) {
  if (!finite(share)) return {};
  const auto [low, high] = share_ends(share);
  return low == high ? std::string{} : fmt::format("{}-{}", low, high);
}

std::string range_text(const Range& range, Unit unit) {
  if (!finite(range)) return "unknown";
  if (unit == Unit::share) {
    const auto [low, high] = share_ends(range);
    return low == high ? low + " %" : fmt::format("{}-{} %", low, high);
  }
  if (unit == Unit::factor) return factor_range(range);
  const Written low = written(range.low, unit);
  const Written high = written(range.high, unit);
  if (joined(low) == joined(high)) return joined(low);
  if (low.unit == high.unit && !low.unit.empty()) {
    return fmt::format("{}-{}{}", low.number, high.number, high.unit);
  }
  return fmt::format("{} to {}", joined(low), joined(high));
}

std::string to_text(const Statement& statement) {
  std::string text;
  std::string_view rest = statement.pattern;
  std::size_t next = 0;
  for (auto at = rest.find("{}"); at != std::string_view::npos; at = rest.find("{}")) {
    text += rest.substr(0, at);
    rest.remove_prefix(at + 2);
    text += next < statement.values.size() ? part_text(statement.values[next], rest) : "?";
    ++next;
  }
  text += rest;
  return text;
}

std::vector<int> whole_percents(std::span<const double> parts) { return apportion(parts, 100); }

std::vector<int> whole_cells(std::span<const double> parts, int cells) {
  std::vector<int> whole = apportion(parts, cells);
  const std::vector<int> percents = apportion(parts, 100);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    if (whole[at] > 0 || percents[at] < 1) continue;
    const auto largest = std::max_element(whole.begin(), whole.end());
    if (*largest < 2) continue;
    --*largest;
    ++whole[at];
  }
  return whole;
}

}  // namespace underfed
