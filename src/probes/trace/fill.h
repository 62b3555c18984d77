// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/intervals.h"
#include "probes/trace/timeline.h"

namespace underfed {

// How well kernels fill the device: a kernel with half a block per SM leaves half of it empty. A
// persistent kernel may fill it with one block per SM, so 1 is "filled", and no more is asked.
struct Fill {
  std::int64_t kernel_ns = 0;  // kernels in the window, summed
  std::int64_t known_ns = 0;   // of these, with blocks per SM written: 0 on ROCm
  double empty_ns = 0;         // sum of duration x max(0, 1 - blocks per SM) over the known ones

  [[nodiscard]] double empty_share() const {
    return known_ns > 0 ? empty_ns / static_cast<double>(known_ns) : 0;
  }
};
[[nodiscard]] Fill fill_of(const DeviceTrack& device, Interval window);

}  // namespace underfed
