// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probes/trace/timeline.h"

namespace underfed {

// Finds the launch of every operation. On entry DeviceOp::launch holds the folded correlation id
// (or kNoIndex); on return the index of the launch, launches being sorted by correlation id.
// Correlation ids count from 1 in every process, so files of several ranks merged into one hold
// each of them several times: a device is served by the process whose launches fit its operations
// best, and a launch of another process is taken only where no other could be meant.
void link_ops(Timeline& timeline);

}  // namespace underfed
