// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/idle_gaps.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "probes/trace/device_time.h"
#include "probes/trace/host_work.h"
#include "signals/trace_parts.h"

namespace underfed {
namespace {

constexpr std::int64_t kLeastFloorNs = 5'000;
constexpr std::size_t kFewest = 10;
constexpr std::int64_t kJustLeftNs = 50'000;

IdlePart part_of(HostActivity activity) {
  switch (activity) {
    case HostActivity::profiler_overhead:
      return IdlePart::profiler_overhead;
    case HostActivity::pause:
      return IdlePart::pause;
    case HostActivity::garbage_collection:
      return IdlePart::garbage_collection;
    case HostActivity::compile:
      return IdlePart::compile;
    case HostActivity::loading:
      return IdlePart::loading;
    case HostActivity::input_wait:
      return IdlePart::input_wait;
    case HostActivity::host_sync:
      return IdlePart::host_sync;
    case HostActivity::allocator:
      return IdlePart::allocator;
    case HostActivity::optimizer:
      return IdlePart::optimizer_host;
    case HostActivity::other:
    case HostActivity::none:
      break;
  }
  return IdlePart::host_launch;
}

// Calls visit(piece, whether it lies in the set) for the pieces of `stretch`.
template <typename Visit>
void split_by(const IntervalSet& set, Interval stretch, const Visit& visit) {
  auto next = std::upper_bound(set.begin(), set.end(), stretch.start_ns,
                               [](std::int64_t t, const Interval& i) { return t < i.end_ns; });
  while (!stretch.empty()) {
    const bool inside = next != set.end() && next->start_ns <= stretch.start_ns;
    std::int64_t end = stretch.end_ns;
    if (next != set.end()) end = std::min(end, inside ? next->end_ns : next->start_ns);
    visit(Interval{stretch.start_ns, end}, inside);
    stretch.start_ns = end;
    if (inside) ++next;
  }
}

// Finds, for gaps in order of time, the operation that ends the wait.
class NextWork {
 public:
  explicit NextWork(const DeviceTrack& device) : ops_(device.ops) {}

  // The launch of the first kernel (no collective) that starts at or after `end_ns`; of any
  // operation if no kernel follows; where that launch is missing, of the next operation that has
  // one. kNoIndex: none. `any` says whether any operation follows at all.
  struct Found {
    std::uint32_t launch = kNoIndex;
    bool any = false;
  };
  Found find(std::int64_t end_ns) {
    while (first_ < ops_.size() && ops_[first_].start_ns < end_ns) ++first_;
    if (first_ == ops_.size()) return {};
    kernel_ = std::max(kernel_, first_);
    while (kernel_ < ops_.size() && ops_[kernel_].kind != OpKind::kernel) ++kernel_;
    const std::size_t from = kernel_ < ops_.size() ? kernel_ : first_;
    if (linked_ < from || kernel_ == ops_.size()) linked_ = from;
    while (linked_ < ops_.size() && ops_[linked_].launch == kNoIndex) ++linked_;
    if (linked_ == ops_.size()) return {kNoIndex, true};
    return {ops_[linked_].launch, true};
  }

 private:
  const std::deque<DeviceOp>& ops_;
  std::size_t first_ = 0;
  std::size_t kernel_ = 0;
  std::size_t linked_ = 0;
};

// Whether the host, after a blocking call let the device run dry, is still catching up.
class Drain {
 public:
  Drain(const Timeline& timeline, const DeviceTrack& device)
      : timeline_(timeline), ops_(device.ops), blocking_(blocking_calls(timeline)) {}

  // To be asked for gaps in order of time; `threads`: the launching one and the main one.
  bool covers(std::int64_t gap_start_ns, std::uint16_t launching, std::uint16_t main) {
    if (draining_ && host_got_ahead_before(gap_start_ns)) draining_ = false;
    skip_to(gap_start_ns);
    draining_ = draining_ || is_blocked(launching, gap_start_ns) || is_blocked(main, gap_start_ns);
    return draining_;
  }

 private:
  [[nodiscard]] bool is_blocked(std::uint16_t thread, std::int64_t at_ns) const {
    const IntervalSet& calls = blocking_[thread];
    const auto after =
        std::upper_bound(calls.begin(), calls.end(), at_ns,
                         [](std::int64_t t, const Interval& i) { return t < i.start_ns; });
    return after != calls.begin() && std::prev(after)->end_ns + kJustLeftNs > at_ns;
  }

  // An operation whose launch returned before the device had finished what ran before it.
  bool host_got_ahead_before(std::int64_t until_ns) {
    for (; at_ < ops_.size() && ops_[at_].start_ns < until_ns; ++at_) {
      const DeviceOp& op = ops_[at_];
      const bool ahead =
          op.launch != kNoIndex && timeline_.launches[op.launch].end_ns() < device_end_;
      device_end_ = std::max(device_end_, op.end_ns());
      if (ahead) return true;
    }
    return false;
  }

  void skip_to(std::int64_t until_ns) {
    for (; at_ < ops_.size() && ops_[at_].start_ns < until_ns; ++at_) {
      device_end_ = std::max(device_end_, ops_[at_].end_ns());
    }
  }

  const Timeline& timeline_;
  const std::deque<DeviceOp>& ops_;
  std::vector<IntervalSet> blocking_;
  std::size_t at_ = 0;
  std::int64_t device_end_ = std::numeric_limits<std::int64_t>::min();
  bool draining_ = false;
};

class Explainer {
 public:
  Explainer(const Timeline& timeline, const DeviceTrack& device, const IntervalSet& in_steps,
            const std::function<void(const IdlePiece&)>& visit)
      : timeline_(timeline),
        in_steps_(in_steps),
        visit_(visit),
        floor_ns_(latency_floor_ns(timeline, device)),
        loading_ns_(loading_threshold_ns(timeline)),
        next_work_(device),
        drain_(timeline, device) {
    for (const HostThread& thread : timeline.threads) readers_.emplace_back(thread.track);
  }

  void explain(Interval gap) {
    const NextWork::Found next = next_work_.find(gap.end_ns);
    after_sync_ = false;
    if (next.launch == kNoIndex) {
      return emit(gap, next.any ? IdlePart::no_launch : IdlePart::tail);
    }
    const Launch& launch = timeline_.launches[next.launch];
    if (launch.end_ns() < gap.start_ns - floor_ns_) return emit(gap, IdlePart::queue);
    main_ = timeline_.processes[timeline_.threads[launch.thread].process].main_thread;
    after_sync_ = drain_.covers(gap.start_ns, launch.thread, main_);
    const std::int64_t called = std::clamp(launch.start_ns, gap.start_ns, gap.end_ns);
    divide({gap.start_ns, called}, launch.thread);
    const bool loads = launch.duration_ns > loading_ns_ &&
                       (launch.kind == LaunchKind::kernel || launch.kind == LaunchKind::memset);
    const std::int64_t loaded = loads ? std::clamp(launch.end_ns(), called, gap.end_ns) : called;
    emit({called, loaded}, IdlePart::loading);
    emit({loaded, gap.end_ns}, IdlePart::launch_latency);
  }

 private:
  void emit(Interval when, IdlePart part) const {
    if (!when.empty()) visit_({when, part, after_sync_});
  }

  // Before the launch: what the launching thread did, else what the main thread did.
  void divide(Interval stretch, std::uint16_t launching) {
    readers_[launching].read(stretch, [&](Interval piece, HostActivity activity) {
      if (activity != HostActivity::none) return emit(piece, part_of(activity));
      if (launching == main_) return outside(piece);
      readers_[main_].read(piece, [&](Interval rest, HostActivity on_main) {
        if (on_main != HostActivity::none) return emit(rest, part_of(on_main));
        outside(rest);
      });
    });
  }

  // Neither the launching nor the main thread has a range here.
  void outside(Interval stretch) {
    const HostThread& main_thread = timeline_.threads[main_];
    const IntervalSet active{main_thread.active};
    split_by(active, stretch, [&](Interval piece, bool between) {
      if (!between) return elsewhere(piece);
      split_by(in_steps_, piece, [&](Interval part, bool in_step) {
        if (in_step) return emit(part, IdlePart::between_ops);
        elsewhere(part);
      });
    });
  }

  void elsewhere(Interval stretch) {
    const HostProcess& process = timeline_.processes[timeline_.threads[main_].process];
    split_by(process.anywhere, stretch, [&](Interval piece, bool active) {
      emit(piece, active ? IdlePart::host_launch : IdlePart::unattributed);
    });
  }

  const Timeline& timeline_;
  const IntervalSet& in_steps_;
  const std::function<void(const IdlePiece&)>& visit_;
  std::int64_t floor_ns_;
  std::int64_t loading_ns_;
  NextWork next_work_;
  Drain drain_;
  std::vector<HostTrackReader> readers_;
  std::uint16_t main_ = 0;
  bool after_sync_ = false;
};

}  // namespace

std::string_view to_text(IdlePart part) {
  // In the order of the enum.
  constexpr std::array<std::string_view, kIdleParts> kNames{part::kQueue,
                                                            part::kLoading,
                                                            part::kLaunchLatency,
                                                            part::kProfiler,
                                                            part::kPause,
                                                            part::kGarbage,
                                                            part::kCompiling,
                                                            part::kInputWait,
                                                            part::kHostSync,
                                                            part::kAllocator,
                                                            part::kOptimizerHost,
                                                            part::kHostLaunch,
                                                            part::kBetweenOperators,
                                                            part::kUnattributed,
                                                            part::kNoLaunch,
                                                            part::kTail};
  return kNames[static_cast<std::size_t>(part)];
}

std::int64_t IdleParts::sum_ns() const {
  return std::accumulate(ns.begin(), ns.end(), std::int64_t{0});
}

std::int64_t IdleParts::launch_bound_ns() const {
  return (*this)[IdlePart::host_launch] + (*this)[IdlePart::between_ops] +
         (*this)[IdlePart::optimizer_host] + (*this)[IdlePart::launch_latency];
}

std::int64_t latency_floor_ns(const Timeline& timeline, const DeviceTrack& device) {
  std::vector<std::int64_t> latencies;
  std::int64_t device_end = std::numeric_limits<std::int64_t>::min();
  for (const DeviceOp& op : device.ops) {
    if (op.launch != kNoIndex && op.start_ns > device_end) {
      const std::int64_t returned = timeline.launches[op.launch].end_ns();
      if (returned >= device_end) latencies.push_back(op.start_ns - returned);
    }
    device_end = std::max(device_end, op.end_ns());
  }
  if (latencies.size() < kFewest) return kLeastFloorNs;
  const auto tenth = latencies.begin() + static_cast<std::ptrdiff_t>(latencies.size() / 10);
  std::nth_element(latencies.begin(), tenth, latencies.end());
  return std::max(kLeastFloorNs, *tenth);
}

void explain_idle(const Timeline& timeline, const DeviceTrack& device, Interval window,
                  const IntervalSet& in_steps, const std::function<void(const IdlePiece&)>& visit) {
  Explainer explainer(timeline, device, in_steps, visit);
  DeviceSweep sweep(device.ops, window);
  while (const auto segment = sweep.next()) {
    if (segment->state == DeviceState::idle) explainer.explain(segment->when);
  }
}

}  // namespace underfed
