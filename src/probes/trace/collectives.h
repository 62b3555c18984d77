// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/intervals.h"
#include "probes/trace/timeline.h"

namespace underfed {

// Communication of one kind: "all_reduce", "all_gather", ..., "peer copy". Time holds the transfer
// and the waiting for the last rank alike: from one rank they cannot be told apart.
struct CollectiveTotal {
  std::uint64_t count = 0;
  std::int64_t bytes = 0;       // 0 where the trace does not write them
  std::int64_t group_size = 0;  // the largest seen
  std::int64_t time_ns = 0;     // union over the streams
  std::int64_t exposed_ns = 0;  // while nothing computes
};
[[nodiscard]] std::map<std::string, CollectiveTotal> collective_totals(const Timeline& timeline,
                                                                       const DeviceTrack& device,
                                                                       Interval window);

}  // namespace underfed
