// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/launches.h"

#include <algorithm>
#include <map>
#include <utility>

#include "probes/trace/host_work.h"

namespace underfed {
namespace {

// Finds the outermost marked operator around calls that come by thread and time.
class OperatorAbove {
 public:
  explicit OperatorAbove(const Timeline& timeline) : ops_(timeline.marked) {}

  // kNoIndex, or the operator's name.
  std::uint32_t find(std::uint16_t thread, Interval call) {
    if (thread != thread_) {
      thread_ = thread;
      open_.clear();
      const auto first =
          std::lower_bound(ops_.begin(), ops_.end(), thread,
                           [](const MarkedOp& op, std::uint16_t t) { return op.thread < t; });
      at_ = static_cast<std::size_t>(first - ops_.begin());
    }
    for (; at_ < ops_.size() && starts_by(ops_[at_], call.start_ns); ++at_) {
      if (ops_[at_].mark != OpMark::may_block) continue;
      while (!open_.empty() && ops_[open_.back()].end_ns() <= ops_[at_].start_ns) open_.pop_back();
      open_.push_back(at_);
    }
    while (!open_.empty() && ops_[open_.back()].end_ns() < call.end_ns) open_.pop_back();
    return open_.empty() ? kNoIndex : ops_[open_.front()].name;
  }

 private:
  [[nodiscard]] bool starts_by(const MarkedOp& op, std::int64_t at_ns) const {
    return op.thread == thread_ && op.start_ns <= at_ns;
  }

  const std::deque<MarkedOp>& ops_;
  std::vector<std::size_t> open_;
  std::size_t at_ = 0;
  std::int64_t thread_ = -1;
};

std::vector<HostRange> ranges_of(const Timeline& timeline, const DeviceTrack& device,
                                 RangeKind kind, Interval host) {
  std::vector<HostRange> found;
  for (const HostRange& range : timeline.ranges) {
    if (range.kind != kind || !host.contains(range.start_ns)) continue;
    if (timeline.threads[range.thread].process == device.process) found.push_back(range);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const HostRange& a, const HostRange& b) { return a.thread < b.thread; });
  return found;
}

std::vector<CallTotal> totals_of(const Timeline& timeline, const std::vector<HostRange>& calls) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, CallTotal> totals;
  OperatorAbove operators(timeline);
  for (const HostRange& call : calls) {
    const std::uint32_t above = operators.find(call.thread, call.interval());
    CallTotal& total = totals[{call.name, above}];
    total.name = timeline.names[call.name];
    if (above != kNoIndex) total.above = timeline.names[above];
    ++total.count;
    total.time_ns += call.duration_ns;
  }
  std::vector<CallTotal> sorted;
  for (auto& [key, total] : totals) sorted.push_back(std::move(total));
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const CallTotal& a, const CallTotal& b) { return a.time_ns > b.time_ns; });
  return sorted;
}

// The calls that may be loading, apart from each other.
std::vector<Interval> long_calls(const Timeline& timeline, const DeviceTrack& device) {
  std::vector<Interval> calls;
  const std::int64_t threshold = loading_threshold_ns(timeline);
  for (const Launch& launch : timeline.launches) {
    const bool loads = launch.kind == LaunchKind::kernel || launch.kind == LaunchKind::memset;
    if (!loads || launch.duration_ns <= threshold) continue;
    if (timeline.threads[launch.thread].process != device.process) continue;
    calls.push_back({launch.start_ns, launch.end_ns()});
  }
  for (const HostRange& range : timeline.ranges) {
    const bool loads =
        range.kind == RangeKind::loading_call || range.kind == RangeKind::maybe_loading_call;
    if (!loads || timeline.threads[range.thread].process != device.process) continue;
    calls.push_back(range.interval());
  }
  std::sort(calls.begin(), calls.end(),
            [](const Interval& a, const Interval& b) { return a.start_ns < b.start_ns; });
  return calls;
}

}  // namespace

Spread spread_of(std::vector<std::int64_t> values) {
  Spread spread;
  if (values.empty()) return spread;
  const auto at = [&](double share) {
    const auto index = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + index, values.end());
    return values[static_cast<std::size_t>(index)];
  };
  spread.count = values.size();
  spread.p10 = at(0.1);
  spread.median = at(0.5);
  spread.p90 = at(0.9);
  spread.max = at(1.0);
  for (const std::int64_t value : values) spread.sum += value;
  return spread;
}

Spread host_lead_ns(const Timeline& timeline, const DeviceTrack& device, Interval window) {
  std::vector<std::int64_t> leads;
  for (const DeviceOp& op : device.ops) {
    if (op.launch == kNoIndex || !window.contains(op.start_ns)) continue;
    leads.push_back(op.start_ns - timeline.launches[op.launch].end_ns());
  }
  return spread_of(std::move(leads));
}

std::vector<CallTotal> blocking_totals(const Timeline& timeline, const DeviceTrack& device,
                                       Interval host) {
  return totals_of(timeline, ranges_of(timeline, device, RangeKind::blocking_call, host));
}

std::vector<CallTotal> allocator_totals(const Timeline& timeline, const DeviceTrack& device,
                                        Interval host) {
  return totals_of(timeline, ranges_of(timeline, device, RangeKind::allocator_call, host));
}

LoadingCalls loading_calls(const Timeline& timeline, const DeviceTrack& device,
                           std::int64_t steady_from_ns) {
  LoadingCalls loading;
  const IntervalSet waits = full_queue_waits(timeline, device);
  for (const Interval& call : long_calls(timeline, device)) {
    const std::int64_t waited = length_ns(waits, call);
    if (2 * waited > call.length_ns()) continue;
    const bool steady = call.start_ns >= steady_from_ns;
    ++(steady ? loading.steady_count : loading.first_count);
    (steady ? loading.steady_ns : loading.first_ns) += call.length_ns();
  }
  return loading;
}

}  // namespace underfed
