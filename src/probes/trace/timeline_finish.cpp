// SPDX-License-Identifier: Apache-2.0
// What remains to be done when all events of a trace are in: TimelineBuilder::finish.
#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

#include "probes/trace/link_ops.h"
#include "probes/trace/timeline_builder.h"

namespace underfed {
namespace {

constexpr std::int64_t kLongPageableCopyNs = 100'000;
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

void sort_ops(DeviceTrack& device) {
  const auto key = [](const DeviceOp& op) {
    return std::tie(op.start_ns, op.duration_ns, op.stream, op.name, op.launch);
  };
  std::sort(device.ops.begin(), device.ops.end(),
            [&](const DeviceOp& a, const DeviceOp& b) { return key(a) < key(b); });
  const auto last =
      std::unique(device.ops.begin(), device.ops.end(),
                  [&](const DeviceOp& a, const DeviceOp& b) { return key(a) == key(b); });
  device.duplicates = static_cast<std::uint64_t>(device.ops.end() - last);
  device.ops.erase(last, device.ops.end());
}

std::int64_t median_kernel_launch_ns(const std::deque<Launch>& launches) {
  std::vector<std::int64_t> durations;
  for (const Launch& launch : launches) {
    if (launch.kind == LaunchKind::kernel) durations.push_back(launch.duration_ns);
  }
  if (durations.empty()) return 0;
  const auto middle = durations.begin() + static_cast<std::ptrdiff_t>(durations.size() / 2);
  std::nth_element(durations.begin(), middle, durations.end());
  return *middle;
}

// Reads the disjoint intervals of one activity as a sequence of switches.
class Switches {
 public:
  explicit Switches(IntervalSet set) : set_(std::move(set)) {}
  [[nodiscard]] bool open() const { return open_; }
  [[nodiscard]] std::int64_t next_ns() const {
    if (at_ == set_.size()) return kNever;
    return open_ ? set_[at_].end_ns : set_[at_].start_ns;
  }
  void advance_to(std::int64_t now_ns) {
    while (next_ns() <= now_ns) {
      if (open_) ++at_;
      open_ = !open_;
    }
  }

 private:
  IntervalSet set_;
  std::size_t at_ = 0;
  bool open_ = false;
};

// One sequence of what a thread does from the unions of its activities, the first of them winning.
HostTrack flatten(std::array<Coverage, kHostActivities>& doing) {
  std::vector<Switches> switches;
  for (Coverage& coverage : doing) switches.emplace_back(coverage.take());
  HostTrack track;
  for (;;) {
    std::int64_t now = kNever;
    for (const Switches& s : switches) now = std::min(now, s.next_ns());
    if (now == kNever) return track;
    std::size_t first = 0;
    for (std::size_t i = switches.size(); i-- > 0;) switches[i].advance_to(now);
    while (first < switches.size() && !switches[first].open()) ++first;
    const auto activity = static_cast<HostActivity>(first);
    if (!track.what.empty() && track.what.back() == activity) continue;
    track.starts_ns.push_back(now);
    track.what.push_back(activity);
  }
}

// How strongly the ranges of a thread say that it leads the training.
using Lead = std::tuple<std::uint64_t, std::uint64_t, bool, std::uint64_t>;

std::vector<std::pair<std::uint64_t, std::uint64_t>> count_step_ranges(const Timeline& timeline) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts(timeline.threads.size());
  for (const HostRange& range : timeline.ranges) {
    if (range.kind == RangeKind::profiler_step) ++counts[range.thread].first;
    const bool marks =
        range.kind == RangeKind::optimizer_step || range.kind == RangeKind::loader_next;
    if (marks) ++counts[range.thread].second;
  }
  return counts;
}

void choose_main_threads(Timeline& timeline) {
  const auto counts = count_step_ranges(timeline);
  std::vector<Lead> best(timeline.processes.size());
  std::vector<bool> chosen(timeline.processes.size(), false);
  for (std::size_t i = 0; i < timeline.threads.size(); ++i) {
    const HostThread& thread = timeline.threads[i];
    HostProcess& process = timeline.processes[thread.process];
    const Lead lead{counts[i].first, counts[i].second, thread.id == process.id, thread.launches};
    if (chosen[thread.process] && lead <= best[thread.process]) continue;
    best[thread.process] = lead;
    chosen[thread.process] = true;
    process.main_thread = static_cast<std::uint16_t>(i);
  }
}

}  // namespace

// Calls that load modules because they took long, and copies from pageable memory that held up the
// host, become what they are; the latter are kept as blocking calls.
void TimelineBuilder::cover_long_calls(Timeline& timeline) {
  const auto cover = [&](std::uint16_t thread, HostActivity activity, Interval range) {
    threads_[thread].doing[static_cast<std::size_t>(activity)].add(range);
  };
  const std::int64_t threshold = loading_threshold_ns(timeline);
  for (const Launch& launch : timeline.launches) {
    if (launch.kind != LaunchKind::kernel && launch.kind != LaunchKind::memset) continue;
    if (launch.duration_ns <= threshold) continue;
    cover(launch.thread, HostActivity::loading, {launch.start_ns, launch.end_ns()});
  }
  std::erase_if(timeline.ranges, [&](const HostRange& range) {
    if (range.kind != RangeKind::maybe_loading_call) return false;
    if (range.duration_ns <= threshold) return true;
    cover(range.thread, HostActivity::loading, range.interval());
    return false;
  });
  std::vector<bool> seen(timeline.launches.size(), false);
  for (const DeviceTrack& device : timeline.devices) {
    for (const DeviceOp& op : device.ops) {
      if (!is_host_copy(op.kind) || op.launch == kNoIndex || seen[op.launch]) continue;
      const Launch& launch = timeline.launches[op.launch];
      if (launch.kind != LaunchKind::copy || launch.duration_ns <= kLongPageableCopyNs) continue;
      if (timeline.names[op.name].find("Pageable") == std::string::npos) continue;
      seen[op.launch] = true;
      cover(launch.thread, HostActivity::host_sync, {launch.start_ns, launch.end_ns()});
      timeline.ranges.push_back(
          {launch.start_ns, launch.duration_ns, op.name, launch.thread, RangeKind::blocking_call});
    }
  }
}

// CUPTI files its own overhead under a track of its own: then it holds for every thread.
void TimelineBuilder::spread_overhead() {
  for (Thread& from : threads_) {
    if (!from.only_overhead) continue;
    for (std::size_t activity = 0; activity < kHostActivities; ++activity) {
      const IntervalSet overhead = from.doing[activity].take();
      for (Thread& to : threads_) {
        if (to.only_overhead) continue;
        for (const Interval& i : overhead) to.doing[activity].add(i);
      }
    }
  }
}

void TimelineBuilder::make_tracks(Timeline& timeline) {
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    HostProcess& process = timeline.processes[timeline.threads[i].process];
    const bool is_main = process.main_thread == i;
    if (!is_main) {
      for (Coverage& coverage : threads_[i].doing) {
        const IntervalSet set = coverage.take();
        process.anywhere.insert(process.anywhere.end(), set.begin(), set.end());
        if (timeline.threads[i].launches == 0) continue;
        for (const Interval& interval : set) coverage.add(interval);
      }
    }
    timeline.threads[i].track = flatten(threads_[i].doing);
  }
  for (HostProcess& process : timeline.processes) {
    process.anywhere = unite(std::move(process.anywhere));
  }
}

Timeline TimelineBuilder::finish(TraceHeader header) {
  Timeline timeline = std::move(timeline_);
  timeline.header = std::move(header);
  timeline.names = names_.take();
  for (Thread& thread : threads_) timeline.threads.push_back(std::move(thread.data));
  std::stable_sort(devices_.begin(), devices_.end(),
                   [](const Device& a, const Device& b) { return a.data.id < b.data.id; });
  for (Device& device : devices_) {
    sort_ops(device.data);
    device.data.streams = device.streams.size();
    timeline.devices.push_back(std::move(device.data));
  }
  timeline.median_launch_ns = median_kernel_launch_ns(timeline.launches);
  link_ops(timeline);
  cover_long_calls(timeline);
  std::sort(timeline.ranges.begin(), timeline.ranges.end(),
            [](const HostRange& a, const HostRange& b) {
              return std::tie(a.start_ns, b.duration_ns) < std::tie(b.start_ns, a.duration_ns);
            });
  std::sort(timeline.marked.begin(), timeline.marked.end(),
            [](const MarkedOp& a, const MarkedOp& b) {
              return std::tie(a.thread, a.start_ns, b.duration_ns) <
                     std::tie(b.thread, b.start_ns, a.duration_ns);
            });
  choose_main_threads(timeline);
  spread_overhead();
  make_tracks(timeline);
  return timeline;
}

}  // namespace underfed
