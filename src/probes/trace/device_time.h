// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "base/intervals.h"
#include "probes/trace/timeline.h"

namespace underfed {

enum class DeviceState : std::uint8_t { compute, exposed_comm, exposed_copy, idle };

// Where a device's time went; nanoseconds. compute + exposed_comm + exposed_copy + idle = window,
// exactly, whatever overlaps on the streams.
struct DeviceTime {
  std::int64_t window_ns = 0;
  std::int64_t compute_ns = 0;  // kernels that are no collectives, memsets, copies on the device
  std::int64_t exposed_comm_ns = 0;  // collectives and peer copies while nothing computes
  std::int64_t exposed_copy_ns = 0;  // copies from or to the host while nothing of the above runs
  std::int64_t idle_ns = 0;
  std::int64_t comm_ns = 0;  // collectives and peer copies, hidden under compute or not
  std::int64_t copy_ns = 0;  // copies from or to the host, hidden or not

  [[nodiscard]] std::int64_t busy_ns() const { return window_ns - idle_ns; }
  void add(DeviceState state, std::int64_t length_ns);
};

// One kind of copy, such as "Memcpy HtoD (Pageable -> Device)".
struct CopyTotal {
  std::uint64_t count = 0;
  std::int64_t bytes = 0;       // 0 where no copy of the kind writes it
  std::int64_t time_ns = 0;     // union over the streams
  std::int64_t exposed_ns = 0;  // of copies with the host, while nothing computes or communicates
};

// Walks over a window of a device's time; every instant has one state, the first of the enum that
// applies. The operations must be sorted by start and outlive the walk.
class DeviceSweep {
 public:
  struct Segment {
    Interval when;
    DeviceState state = DeviceState::idle;
  };

  DeviceSweep(const std::deque<DeviceOp>& ops, Interval window);
  // The next maximal stretch of one state; nothing at the window's end.
  std::optional<Segment> next();

 private:
  using Test = bool (*)(OpKind);
  // The union of the operations of one kind, found on the way.
  class Union {
   public:
    Union(const std::deque<DeviceOp>& ops, Test test);
    void skip_to(std::int64_t now_ns);  // the current interval ends after now_ns
    [[nodiscard]] const Interval& current() const { return current_; }

   private:
    void advance();
    std::deque<DeviceOp>::const_iterator at_;
    std::deque<DeviceOp>::const_iterator end_;
    Test test_;
    Interval current_;
  };

  Interval window_;
  Union compute_;
  Union comm_;
  Union copy_;
};

// The union of the operations of one kind: of is_communication, for instance.
[[nodiscard]] IntervalSet union_of(const DeviceTrack& device, bool (*test)(OpKind));
[[nodiscard]] DeviceTime device_time(const DeviceTrack& device, Interval window);
// By the kind of copy, as the trace names it.
[[nodiscard]] std::map<std::string, CopyTotal> copy_totals(const Timeline& timeline,
                                                           const DeviceTrack& device,
                                                           Interval window);
// From the first start to the last end of all operations; empty without any.
[[nodiscard]] Interval device_span(const DeviceTrack& device);

}  // namespace underfed
