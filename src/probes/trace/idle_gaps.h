// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>

#include "base/intervals.h"
#include "probes/trace/timeline.h"

namespace underfed {

// Why a device was idle.
enum class IdlePart : std::uint8_t {
  queue,           // the work was launched before: an event, the stream's order or a copy held it
  loading,         // a launch call that loads, compiles or tunes (over 1 ms and 20 usual ones)
  launch_latency,  // from the launch call to the start on the device
  profiler_overhead,   // from here on: what the host did before it launched
  pause,               // evaluation, checkpointing, logging
  garbage_collection,  // of Python
  compile,
  input_wait,  // the DataLoader's __next__
  host_sync,   // inside a blocking call: the price mostly comes after it, see after_sync
  allocator,
  optimizer_host,
  host_launch,   // any other range
  between_ops,   // the main thread between two of its ranges, inside a step: Python, mostly
  unattributed,  // outside all that any thread recorded
  no_launch,     // the launch of what follows is nowhere in the file
  tail,          // nothing follows
};
inline constexpr std::size_t kIdleParts = static_cast<std::size_t>(IdlePart::tail) + 1;
// As signals/trace_parts.h names it.
[[nodiscard]] std::string_view to_text(IdlePart part);

// Idle time by part, in nanoseconds.
struct IdleParts {
  std::array<std::int64_t, kIdleParts> ns{};

  std::int64_t& operator[](IdlePart part) { return ns[static_cast<std::size_t>(part)]; }
  std::int64_t operator[](IdlePart part) const { return ns[static_cast<std::size_t>(part)]; }
  [[nodiscard]] std::int64_t sum_ns() const;
  // Host launch (also between operators), optimizer and launch latency together.
  [[nodiscard]] std::int64_t launch_bound_ns() const;
};

// A piece of an idle gap. The pieces of a window are disjoint and together are its idle time.
struct IdlePiece {
  Interval when;
  IdlePart part = IdlePart::unattributed;
  bool after_sync = false;  // of a late host after a blocking call, before it is ahead again
};

// The trace's own 10th percentile of (device start - launch return) over operations that found the
// device idle, at least 5 us; 5 us where fewer than 10 did.
[[nodiscard]] std::int64_t latency_floor_ns(const Timeline& timeline, const DeviceTrack& device);

// Calls `visit` for every piece of the device's idle time in `window`; pieces come gap by gap.
// `in_steps` is where the host is inside a step.
void explain_idle(const Timeline& timeline, const DeviceTrack& device, Interval window,
                  const IntervalSet& in_steps, const std::function<void(const IdlePiece&)>& visit);

}  // namespace underfed
