// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formats/chrome_trace.h"
#include "probes/trace/coverage.h"
#include "probes/trace/event_kind.h"
#include "probes/trace/timeline.h"

namespace underfed {

// Every distinct name once, by number.
class NameTable {
 public:
  std::uint32_t intern(std::string_view name);
  [[nodiscard]] std::vector<std::string> take();

 private:
  std::deque<std::string> names_;  // owns; a deque does not move them
  std::unordered_map<std::string_view, std::uint32_t> index_;
};

// The meaning of host names, looked at once per distinct name and then found by hash. Holds no
// strings, and at most a million names: the rest is looked at every time.
class MeaningCache {
 public:
  MeaningCache();
  HostMeaning of(EventKind kind, std::string_view name);

 private:
  struct Entry {
    std::uint64_t hash = 0;  // 0: free
    HostMeaning meaning;
  };
  void grow();
  [[nodiscard]] std::size_t slot(std::uint64_t hash) const;

  std::vector<Entry> entries_;  // a power of two of them
  std::size_t used_ = 0;
};

// Takes the events of a trace and keeps what the accounting needs, about 60 bytes for a kernel with
// its launch and next to nothing for the other events: operators and frames are merged into what
// their thread was doing. Flow events are ignored: correlation ids say the same.
class TimelineBuilder final : public TraceSink {
 public:
  void on_event(const TraceEvent& event) override;
  // Sorts, links operations with their launches, and says what every thread did. Call once.
  [[nodiscard]] Timeline finish(TraceHeader header);

 private:
  // A process and a thread, or a process and a device, as numbers.
  using TrackKey = std::pair<std::int64_t, std::int64_t>;
  struct Thread {
    HostThread data;
    std::array<Coverage, kHostActivities> doing;
    bool only_overhead = true;
  };
  struct Device {
    DeviceTrack data;
    std::unordered_map<std::int64_t, std::uint16_t> streams;
  };

  void add_device_op(EventKind kind, const TraceEvent& event);
  void add_host_range(EventKind kind, const TraceEvent& event);
  void add_foreign(const TraceEvent& event);
  void keep(const HostMeaning& meaning, const TraceEvent& event, std::uint16_t thread);
  std::uint16_t thread_of(const TraceEvent& event);
  std::uint16_t process_of(const TrackId& process, std::int64_t key);
  Device* device_of(const TraceEvent& event);
  OpKind op_kind(EventKind kind, const TraceEvent& event, std::uint32_t name);

  void cover_long_calls(Timeline& timeline);
  void spread_overhead();
  void make_tracks(Timeline& timeline);

  NameTable names_;
  MeaningCache meanings_;
  std::vector<std::int8_t> collective_;  // by name: -1 not yet looked at
  std::map<TrackKey, std::uint16_t> thread_index_;
  std::map<std::int64_t, std::uint16_t> process_index_;
  std::map<TrackKey, std::size_t> device_index_;
  std::deque<Thread> threads_;
  std::deque<Device> devices_;
  TrackKey last_thread_key_{};
  std::uint16_t last_thread_ = 0;
  TrackKey last_device_key_{};
  Device* last_device_ = nullptr;
  Timeline timeline_;
};

}  // namespace underfed
