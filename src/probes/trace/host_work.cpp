// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/host_work.h"

#include <algorithm>

#include "probes/trace/device_time.h"

namespace underfed {
namespace {

bool matters(const Timeline& timeline, const DeviceTrack& device, std::size_t thread) {
  const HostThread& t = timeline.threads[thread];
  if (t.process != device.process) return false;
  return t.launches > 0 || timeline.processes[t.process].main_thread == thread;
}

}  // namespace

std::size_t HostTrackReader::index_after(std::int64_t at_ns) {
  const std::vector<std::int64_t>& starts = track_->starts_ns;
  constexpr std::size_t kNear = 8;
  if (hint_ > 0 && starts[hint_ - 1] > at_ns) hint_ = 0;
  for (std::size_t i = 0; i < kNear; ++i, ++hint_) {
    if (hint_ == starts.size() || starts[hint_] > at_ns) return hint_;
  }
  const auto from = starts.begin() + static_cast<std::ptrdiff_t>(hint_);
  hint_ = static_cast<std::size_t>(std::upper_bound(from, starts.end(), at_ns) - starts.begin());
  return hint_;
}

void HostTrackReader::read(Interval stretch,
                           const std::function<void(Interval, HostActivity)>& visit) {
  std::size_t next = index_after(stretch.start_ns);
  while (!stretch.empty()) {
    const bool last = next == track_->starts_ns.size();
    const std::int64_t end =
        last ? stretch.end_ns : std::min(stretch.end_ns, track_->starts_ns[next]);
    visit({stretch.start_ns, end}, next == 0 ? HostActivity::none : track_->what[next - 1]);
    stretch.start_ns = end;
    ++next;
  }
}

std::vector<IntervalSet> blocking_calls(const Timeline& timeline) {
  std::vector<IntervalSet> calls(timeline.threads.size());
  for (const HostRange& range : timeline.ranges) {
    if (range.kind == RangeKind::blocking_call) calls[range.thread].push_back(range.interval());
  }
  for (IntervalSet& set : calls) set = unite(std::move(set));
  return calls;
}

IntervalSet full_queue_waits(const Timeline& timeline, const DeviceTrack& device) {
  std::vector<Interval> calls;
  const std::int64_t threshold = loading_threshold_ns(timeline);
  for (const Launch& launch : timeline.launches) {
    const bool is_long = launch.duration_ns > threshold;
    if (!is_long || launch.kind == LaunchKind::copy) continue;
    if (!matters(timeline, device, launch.thread)) continue;
    calls.push_back({launch.start_ns, launch.end_ns()});
  }
  const IntervalSet set = unite(std::move(calls));
  if (set.empty()) return {};
  IntervalSet busy;
  DeviceSweep sweep(device.ops, {set.front().start_ns, set.back().end_ns});
  std::size_t at = 0;
  while (const auto segment = sweep.next()) {
    if (segment->state == DeviceState::idle) continue;
    while (at < set.size() && set[at].end_ns <= segment->when.start_ns) ++at;
    for (std::size_t i = at; i < set.size() && set[i].start_ns < segment->when.end_ns; ++i) {
      busy.push_back({std::max(set[i].start_ns, segment->when.start_ns),
                      std::min(set[i].end_ns, segment->when.end_ns)});
    }
  }
  return unite(std::move(busy));
}

IntervalSet blocked_time(const Timeline& timeline, const DeviceTrack& device) {
  std::vector<Interval> blocked = full_queue_waits(timeline, device);
  for (const HostRange& range : timeline.ranges) {
    if (range.kind != RangeKind::blocking_call) continue;
    if (matters(timeline, device, range.thread)) blocked.push_back(range.interval());
  }
  return unite(std::move(blocked));
}

}  // namespace underfed
