// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probes/trace/device_time.h"

namespace underfed {

// The device's time as the reference of the corpus divides it: compute is kernels that are no
// collectives, and every copy and memset, also on the device, counts as a copy, after
// communication. Ours counts memsets and copies on the device as compute (docs/definitions.md).
[[nodiscard]] inline DeviceTime reference_time(DeviceTrack device, Interval window) {
  for (DeviceOp& op : device.ops) {
    if (op.kind != OpKind::kernel && op.kind != OpKind::collective) op.kind = OpKind::copy_unknown;
  }
  return device_time(device, window);
}

}  // namespace underfed
