// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/intervals.h"
#include "probes/trace/timeline.h"

namespace underfed {

// Reads what one thread was doing. Made for questions that go forward in time; others work too.
class HostTrackReader {
 public:
  explicit HostTrackReader(const HostTrack& track) : track_(&track) {}
  // Calls `visit` for the pieces of `stretch`, in order and without a gap.
  void read(Interval stretch, const std::function<void(Interval, HostActivity)>& visit);

 private:
  [[nodiscard]] std::size_t index_after(std::int64_t at_ns);
  const HostTrack* track_;
  std::size_t hint_ = 0;
};

// When each thread of a timeline was inside a blocking call: synchronize calls, copies without
// Async, and long copies from or to pageable memory. By thread.
[[nodiscard]] std::vector<IntervalSet> blocking_calls(const Timeline& timeline);

// When a launching call waited because the device's queue was full, so that the device was the
// limit: calls long enough to be taken for loading, while the device was busy.
[[nodiscard]] IntervalSet full_queue_waits(const Timeline& timeline, const DeviceTrack& device);

// When the host could not go on because it waited for the device: in blocking calls of the threads
// that launch or lead, or in a full queue.
[[nodiscard]] IntervalSet blocked_time(const Timeline& timeline, const DeviceTrack& device);

}  // namespace underfed
