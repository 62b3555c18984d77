// SPDX-License-Identifier: Apache-2.0
#include "formats/trace_number.h"

#include <charconv>
#include <cmath>

#include "base/text.h"

namespace underfed {
namespace {

constexpr std::int64_t kLargestUs = INT64_MAX / 1000 - 1;

std::string_view unquoted(std::string_view token) {
  const bool bare = !token.empty() && token.back() >= '0' && token.front() >= '-';
  if (!bare) token = trim(token);  // a token reaches up to the next one
  if (token.size() >= 2 && token.front() == '"' && token.back() == '"') {
    token = trim(token.substr(1, token.size() - 2));
  }
  return token;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Digits from `at` on, at most 18, so that they fit; leaves `at` behind them. Most of a trace's
// numbers are read here, and std::from_chars took an eighth of all the reading.
std::int64_t read_digits(const char*& at, const char* end) {
  const char* const most = end - at > 18 ? at + 18 : end;
  std::int64_t value = 0;
  while (at != most && is_digit(*at)) value = 10 * value + (*at++ - '0');
  return value;
}

// The first three digits behind the point, as thousandths; nothing if there is something else than
// digits.
std::optional<std::int64_t> thousandths(std::string_view decimals) {
  std::int64_t value = 0;
  std::int64_t weight = 100;
  for (const char c : decimals) {
    if (!is_digit(c)) return std::nullopt;
    value += (c - '0') * weight;
    weight /= 10;
  }
  return value;
}

// With an exponent, or other rare forms: through a double.
std::optional<std::int64_t> scaled(std::string_view token, double scale) {
  const auto value = parse_real(token);
  if (!value || std::abs(*value * scale) >= 9.2e18) return std::nullopt;
  return static_cast<std::int64_t>(std::llround(*value * scale));
}

}  // namespace

std::optional<double> parse_real(std::string_view token) {
  token = unquoted(token);
  double value = 0;
  const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (code != std::errc{} || end != token.data() + token.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<std::int64_t> parse_us_as_ns(std::string_view token) {
  token = unquoted(token);
  const bool negative = !token.empty() && token.front() == '-';
  const char* const first = token.data() + (negative ? 1 : 0);
  const char* const last = token.data() + token.size();
  const char* at = first;
  const std::int64_t whole = read_digits(at, last);
  if (at == first || whole > kLargestUs) return scaled(token, 1000);
  std::int64_t ns = whole * 1000;
  if (at != last) {
    if (*at != '.') return scaled(token, 1000);
    const auto part = thousandths({at + 1, static_cast<std::size_t>(last - at - 1)});
    if (!part) return scaled(token, 1000);
    ns += *part;
  }
  return negative ? -ns : ns;
}

std::optional<std::int64_t> parse_integer(std::string_view token) {
  token = unquoted(token);
  const char* at = token.data();
  const char* const last = at + token.size();
  const std::int64_t digits = read_digits(at, last);
  if (at == last && !token.empty()) return digits;
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(token.data(), last, value);
  if (code == std::errc{} && end == last) return value;
  return scaled(token, 1);
}

}  // namespace underfed
