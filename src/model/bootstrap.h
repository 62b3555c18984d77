// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace underfed {

struct BootstrapInterval {
  double low = 0;
  double high = 0;
};

// 95 % interval of sum(parts) / sum(wholes) over steps: moving-block bootstrap (blocks keep
// neighbours together, since steps are not independent), 2000 resamples from a fixed seed, so that
// the same steps always give the same interval. Nothing for fewer than 3 steps. Always holds the
// ratio itself.
[[nodiscard]] std::optional<BootstrapInterval> bootstrap_ratio(std::span<const double> parts,
                                                               std::span<const double> wholes);

}  // namespace underfed
