// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/fill.h"

#include <algorithm>
#include <cmath>

namespace underfed {

Fill fill_of(const DeviceTrack& device, Interval window) {
  Fill fill;
  for (const DeviceOp& op : device.ops) {
    if (op.kind != OpKind::kernel) continue;
    const Interval inside{std::max(op.start_ns, window.start_ns),
                          std::min(op.end_ns(), window.end_ns)};
    fill.kernel_ns += inside.length_ns();
    const double blocks = op.blocks_per_sm();
    if (!std::isfinite(blocks) || blocks < 0) continue;
    fill.known_ns += inside.length_ns();
    fill.empty_ns += static_cast<double>(inside.length_ns()) * std::max(0.0, 1.0 - blocks);
  }
  return fill;
}

}  // namespace underfed
