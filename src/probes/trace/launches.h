// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/intervals.h"
#include "probes/trace/timeline.h"

namespace underfed {

// Numbers in order, by their order: the middle and the tails. All 0 where count is 0.
struct Spread {
  std::uint64_t count = 0;
  std::int64_t p10 = 0;
  std::int64_t median = 0;
  std::int64_t p90 = 0;
  std::int64_t max = 0;
  std::int64_t sum = 0;
};
[[nodiscard]] Spread spread_of(std::vector<std::int64_t> values);

// Device start - launch return of the operations that start in the window and have a launch: how
// far the host was ahead. Negative where the device began before the call returned.
[[nodiscard]] Spread host_lead_ns(const Timeline& timeline, const DeviceTrack& device,
                                  Interval window);

// Calls of one name on the host.
struct CallTotal {
  std::string name;
  std::string above;  // the operator around them, such as aten::item; empty: not known
  std::uint64_t count = 0;
  std::int64_t time_ns = 0;
};

// Blocking calls that begin in the host window, by name and by the outermost operator around them,
// longest first. The calls of all threads of the device's process.
[[nodiscard]] std::vector<CallTotal> blocking_totals(const Timeline& timeline,
                                                     const DeviceTrack& device, Interval host);

// cudaMalloc and kin, likewise.
[[nodiscard]] std::vector<CallTotal> allocator_totals(const Timeline& timeline,
                                                      const DeviceTrack& device, Interval host);

// Calls that load a module, compile or tune while the device waits: over 1 ms and 20 usual launch
// calls, or named for it. Calls that only wait for a full queue are none of these.
struct LoadingCalls {
  std::uint64_t first_count = 0;  // in the first step, or in a file without steps
  std::int64_t first_ns = 0;
  std::uint64_t steady_count = 0;
  std::int64_t steady_ns = 0;
};
// `steady_from_ns`: the end of the first step on the host.
[[nodiscard]] LoadingCalls loading_calls(const Timeline& timeline, const DeviceTrack& device,
                                         std::int64_t steady_from_ns);

}  // namespace underfed
