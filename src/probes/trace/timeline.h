// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "base/intervals.h"
#include "formats/chrome_trace.h"
#include "probes/trace/event_kind.h"

namespace underfed {

inline constexpr std::uint32_t kNoIndex = UINT32_MAX;

enum class OpKind : std::uint8_t {
  kernel,
  collective,  // of several ranks, by its name or its arguments
  memset,
  copy_to_device,
  copy_to_host,
  copy_on_device,
  copy_between_devices,
  copy_on_host,
  copy_unknown,
};

// One thing that ran on a device: what the accounting is about. Kept small: a trace has millions.
struct DeviceOp {
  std::int64_t start_ns = 0;
  std::int64_t duration_ns = 0;
  std::uint32_t launch = kNoIndex;  // into Timeline::launches; kNoIndex: not in the file
  std::uint32_t name = 0;           // into Timeline::names
  std::uint32_t payload = 0;        // see blocks_per_sm() and detail()
  std::uint16_t stream = 0;         // counted per device, from 0
  OpKind kind = OpKind::kernel;

  [[nodiscard]] std::int64_t end_ns() const { return start_ns + duration_ns; }
  // Of a kernel; negative where it is not written (always so on ROCm).
  [[nodiscard]] float blocks_per_sm() const {
    return kind == OpKind::kernel ? std::bit_cast<float>(payload) : -1.0F;
  }
  // Of anything but a kernel: into DeviceTrack::details, or kNoIndex.
  [[nodiscard]] std::uint32_t detail() const { return kind == OpKind::kernel ? kNoIndex : payload; }
  friend bool operator==(const DeviceOp&, const DeviceOp&) = default;
};
static_assert(sizeof(DeviceOp) == 32);

[[nodiscard]] inline bool is_compute(OpKind kind) {
  return kind == OpKind::kernel || kind == OpKind::memset || kind == OpKind::copy_on_device;
}
[[nodiscard]] inline bool is_communication(OpKind kind) {
  return kind == OpKind::collective || kind == OpKind::copy_between_devices;
}
// Between host and device (or of unknown direction).
[[nodiscard]] inline bool is_host_copy(OpKind kind) {
  return !is_compute(kind) && !is_communication(kind);
}
[[nodiscard]] inline bool is_copy(OpKind kind) {
  return kind >= OpKind::copy_to_device && kind <= OpKind::copy_unknown;
}

// A call that puts work on a device. A graph's launch stands for many operations.
struct Launch {
  std::int64_t start_ns = 0;
  std::int64_t duration_ns = 0;
  std::uint32_t correlation = 0;  // folded to 32 bits
  std::uint16_t thread = 0;       // into Timeline::threads
  LaunchKind kind = LaunchKind::nothing;

  [[nodiscard]] std::int64_t end_ns() const { return start_ns + duration_ns; }
};
static_assert(sizeof(Launch) == 24);

// A host range that is kept one by one.
struct HostRange {
  std::int64_t start_ns = 0;
  std::int64_t duration_ns = 0;
  std::uint32_t name = 0;
  std::uint16_t thread = 0;
  RangeKind kind = RangeKind::nothing;

  [[nodiscard]] std::int64_t end_ns() const { return start_ns + duration_ns; }
  [[nodiscard]] Interval interval() const { return {start_ns, end_ns()}; }
};
static_assert(sizeof(HostRange) == 24);

// An operator that explains something below it.
struct MarkedOp {
  std::int64_t start_ns = 0;
  std::int64_t duration_ns = 0;
  std::uint32_t name = 0;
  std::uint16_t thread = 0;
  OpMark mark = OpMark::nothing;

  [[nodiscard]] std::int64_t end_ns() const { return start_ns + duration_ns; }
};

// What a thread is doing from starts_ns[i] until starts_ns[i + 1]; nothing before the first, and
// `none` last.
struct HostTrack {
  std::vector<std::int64_t> starts_ns;
  std::vector<HostActivity> what;
};

struct HostThread {
  std::uint16_t process = 0;  // into Timeline::processes
  std::string id;
  HostTrack track;  // empty for threads that neither launch nor lead
  Interval active;  // from its first range to its last; steps count as ranges here
  std::uint64_t launches = 0;
};

struct HostProcess {
  std::string id;
  std::uint16_t main_thread = 0;  // carries the steps; else where its number is the process's; else
                                  // the one that launches most
  IntervalSet anywhere;           // when any thread but the main one does something
  std::uint64_t ranges = 0;       // of all its threads
};

// What a copy, memset or collective moves; -1 and kNoIndex where it is not written.
struct OpDetail {
  std::int64_t bytes = -1;
  std::int64_t group_size = -1;
  std::uint32_t collective = kNoIndex;  // "Collective name", into Timeline::names
};

struct DeviceTrack {
  std::int64_t id = 0;        // as the trace numbers it
  std::uint16_t process = 0;  // the one that launches its work, into Timeline::processes
  std::deque<DeviceOp> ops;   // by start, no operation twice
  std::vector<OpDetail> details;
  std::uint64_t duplicates = 0;  // operations that the file holds twice
  std::uint64_t linked = 0;      // operations with their launch in the file
  std::size_t streams = 0;
};

// Work of a device that underfed cannot account.
struct ForeignWork {
  std::map<std::string, std::uint64_t> kinds;  // category -> events
  std::vector<std::string> names;              // the first few distinct ones
};

// The part of a trace that the accounting needs, in memory. Times are as in TraceEvent.
struct Timeline {
  TraceHeader header;
  std::vector<std::string> names;
  std::vector<DeviceTrack> devices;  // by id
  std::deque<Launch> launches;       // by correlation id
  std::vector<HostProcess> processes;
  std::vector<HostThread> threads;
  std::deque<HostRange> ranges;       // by start
  std::deque<MarkedOp> marked;        // by thread, then start
  std::int64_t median_launch_ns = 0;  // over the calls that launch a kernel; 0 without any
  ForeignWork foreign;
  std::uint64_t host_events = 0;  // operators, annotations, frames and runtime calls
  std::uint64_t python_frames = 0;
  std::uint64_t left_out = 0;  // events whose time or device number cannot be
};

// A launch call this long loads a module, compiles or tunes: it does more than launching.
[[nodiscard]] inline std::int64_t loading_threshold_ns(const Timeline& timeline) {
  constexpr std::int64_t kLeast = 1'000'000;
  const std::int64_t relative = 20 * timeline.median_launch_ns;
  return relative > kLeast ? relative : kLeast;
}

}  // namespace underfed
