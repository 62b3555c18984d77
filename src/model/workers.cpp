// SPDX-License-Identifier: Apache-2.0
#include "model/workers.h"

#include <algorithm>
#include <cmath>

namespace underfed {
namespace {

constexpr double kMost = 64;        // beyond it the loader, not the number, is what has to change
constexpr double kRounding = 1e-9;  // 2.1 / 0.7 is a little more than 3 in binary

}  // namespace

WorkersNeeded workers_needed(double production_s, double other_s, std::optional<double> cores) {
  const double ratio = other_s > 0 ? production_s / other_s : kMost;
  const double keep_up = std::clamp(std::ceil(ratio - kRounding), 1.0, kMost);
  double recommended = std::ceil(1.5 * keep_up);
  WorkersNeeded needed;
  needed.keep_up = static_cast<int>(keep_up);
  if (cores) {
    const double most = std::max(1.0, std::floor(*cores) - 1);
    needed.enough_cores = most >= keep_up;
    recommended = std::min(recommended, most);
  }
  needed.recommended = static_cast<int>(recommended);
  return needed;
}

}  // namespace underfed
