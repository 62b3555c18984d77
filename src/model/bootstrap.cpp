// SPDX-License-Identifier: Apache-2.0
#include "model/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "base/check.h"

namespace underfed {
namespace {

constexpr std::size_t kResamples = 2000;
constexpr std::size_t kFewest = 3;
constexpr std::uint64_t kSeed = 20261201;

// The usual choice for a statistic of weakly dependent data: the cube root of its length.
std::size_t block_of(std::size_t steps) {
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::cbrt(static_cast<double>(steps))));
}

double ratio_of(std::span<const double> parts, std::span<const double> wholes) {
  double part = 0;
  double whole = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    part += parts[i];
    whole += wholes[i];
  }
  return whole > 0 ? part / whole : 0;
}

// The ratio over as many steps as there are, in blocks drawn with replacement; blocks wrap around
// the end.
double resample(std::span<const double> parts, std::span<const double> wholes,
                std::mt19937_64& random) {
  const std::size_t n = parts.size();
  const std::size_t block = block_of(n);
  double part = 0;
  double whole = 0;
  for (std::size_t taken = 0; taken < n; taken += block) {
    const std::size_t from = random() % n;
    for (std::size_t k = 0; k < std::min(block, n - taken); ++k) {
      part += parts[(from + k) % n];
      whole += wholes[(from + k) % n];
    }
  }
  return whole > 0 ? part / whole : 0;
}

}  // namespace

std::optional<BootstrapInterval> bootstrap_ratio(std::span<const double> parts,
                                                 std::span<const double> wholes) {
  UF_CHECK(parts.size() == wholes.size());
  if (parts.size() < kFewest) return std::nullopt;
  std::mt19937_64 random(kSeed);
  std::vector<double> ratios(kResamples);
  for (double& ratio : ratios) ratio = resample(parts, wholes, random);
  std::sort(ratios.begin(), ratios.end());
  const double point = ratio_of(parts, wholes);
  const double low = ratios[kResamples / 40];
  const double high = ratios[kResamples - 1 - kResamples / 40];
  return BootstrapInterval{std::min(low, point), std::max(high, point)};
}

}  // namespace underfed
