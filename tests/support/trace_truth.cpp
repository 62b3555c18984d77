// SPDX-License-Identifier: Apache-2.0
#include "support/trace_truth.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <tuple>

namespace underfed::synthetic {
namespace {

constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max() / 4;
constexpr std::int64_t kLeastFloorNs = 5'000;
constexpr std::int64_t kJustLeftNs = 50'000;
constexpr std::int64_t kLeastLoadingNs = 1'000'000;

// 0 compute, 1 communication, 2 copy: the first that is open is what the device does.
std::size_t class_of(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::collective:
      return 1;
    case DeviceKind::copy_to_device_pinned:
    case DeviceKind::copy_to_device_pageable:
    case DeviceKind::copy_to_host:
      return 2;
    default:
      return 0;
  }
}

// What a thread does from each of these times on.
using DoingFrom = std::vector<std::pair<std::int64_t, Doing>>;

DoingFrom flatten(const std::vector<Claim>& claims) {
  struct Switch {
    std::int64_t at_ns;
    std::size_t doing;
    int open;
  };
  std::vector<Switch> switches;
  for (const Claim& claim : claims) {
    if (claim.when.empty()) continue;
    const auto doing = static_cast<std::size_t>(claim.doing);
    switches.push_back({claim.when.start_ns, doing, 1});
    switches.push_back({claim.when.end_ns, doing, -1});
  }
  std::sort(switches.begin(), switches.end(),
            [](const Switch& a, const Switch& b) { return a.at_ns < b.at_ns; });
  std::array<int, kDoings> open{};
  open[static_cast<std::size_t>(Doing::nothing)] = 1;
  DoingFrom from{{-kForever, Doing::nothing}};
  for (std::size_t i = 0; i < switches.size(); ++i) {
    open[switches[i].doing] += switches[i].open;
    if (i + 1 < switches.size() && switches[i + 1].at_ns == switches[i].at_ns) continue;
    const auto first = std::find_if(open.begin(), open.end(), [](int n) { return n > 0; });
    from.emplace_back(switches[i].at_ns, static_cast<Doing>(first - open.begin()));
  }
  return from;
}

std::size_t index_at(const DoingFrom& from, std::int64_t at_ns) {
  const auto after =
      std::upper_bound(from.begin(), from.end(), at_ns,
                       [](std::int64_t t, const auto& entry) { return t < entry.first; });
  return static_cast<std::size_t>(after - from.begin()) - 1;
}

Why why_of(Doing doing) {
  switch (doing) {
    case Doing::profiler:
      return Why::profiler;
    case Doing::pause:
      return Why::pause;
    case Doing::garbage:
      return Why::garbage;
    case Doing::loading:
      return Why::loading;
    case Doing::input_wait:
      return Why::input_wait;
    case Doing::host_sync:
      return Why::host_sync;
    case Doing::allocator:
      return Why::allocator;
    case Doing::optimizer:
      return Why::optimizer_host;
    default:
      return Why::host_launch;
  }
}

class TruthFinder {
 public:
  explicit TruthFinder(const SyntheticTrace& trace) : trace_(trace), ops_(trace.device) {
    std::sort(ops_.begin(), ops_.end(), [](const DeviceEvent& a, const DeviceEvent& b) {
      return std::tie(a.start_ns, a.duration_ns, a.stream) <
             std::tie(b.start_ns, b.duration_ns, b.stream);
    });
    find_floor();
    find_loading();
    for (std::size_t t = 0; t < kThreads; ++t) {
      std::vector<Claim> claims = trace.claims[t];
      for (const LaunchRecord& launch : trace.launches) {
        if (launch.thread == t && is_loading(launch)) {
          claims.push_back({launch.call, Doing::loading});
        }
      }
      doing_[t] = flatten(claims);
    }
    if (!trace.claims[kMainThread].empty()) find_main_activity();
  }

  [[nodiscard]] std::int64_t floor_ns() const { return floor_ns_; }

  // Forgets whether the host was catching up after a blocking call: for windows that do not follow
  // the last one.
  TrueParts parts_afresh(Interval window) {
    draining_ = false;
    ahead_at_ = 0;
    ahead_device_end_ns_ = -kForever;
    return parts(window);
  }

  TrueParts parts(Interval window) {
    TrueParts parts;
    parts.window = window;
    IntervalSet idle;
    divide_device(window, parts, idle);
    std::size_t next = 0;
    for (const Interval& gap : idle) {
      while (next < ops_.size() && ops_[next].start_ns < gap.end_ns) ++next;
      explain(gap, next, parts);
    }
    return parts;
  }

 private:
  [[nodiscard]] const LaunchRecord& launch(const DeviceEvent& op) const {
    return trace_.launches[op.launch];
  }

  void find_floor() {
    std::vector<std::int64_t> latencies;
    std::int64_t device_end = -kForever;
    for (const DeviceEvent& op : ops_) {
      const std::int64_t returned = launch(op).call.end_ns;
      const bool idle_then = returned >= device_end && op.start_ns > device_end;
      if (idle_then) latencies.push_back(op.start_ns - returned);
      device_end = std::max(device_end, op.end_ns());
    }
    std::sort(latencies.begin(), latencies.end());
    // Of fewer than ten there is no 10th percentile.
    if (latencies.size() < 10) return;
    floor_ns_ = std::max(floor_ns_, latencies[latencies.size() / 10]);
  }

  void find_loading() {
    std::vector<std::int64_t> calls;
    for (const LaunchRecord& launch : trace_.launches) {
      if (launch.of == LaunchOf::kernel) calls.push_back(launch.call.length_ns());
    }
    if (calls.empty()) return;
    std::sort(calls.begin(), calls.end());
    loading_ns_ = std::max(kLeastLoadingNs, 20 * calls[calls.size() / 2]);
  }

  [[nodiscard]] bool is_loading(const LaunchRecord& launch) const {
    const bool may = launch.of == LaunchOf::kernel || launch.of == LaunchOf::memset;
    return may && launch.call.length_ns() > loading_ns_;
  }

  void find_main_activity() {
    const auto& claims = trace_.claims[kMainThread];
    main_active_ = {kForever, -kForever};
    for (const Claim& claim : claims) {
      if (claim.doing == Doing::profiler) continue;
      main_active_.start_ns = std::min(main_active_.start_ns, claim.when.start_ns);
      main_active_.end_ns = std::max(main_active_.end_ns, claim.when.end_ns);
    }
  }

  // Counts what is open between any two boundaries of the device's work.
  void divide_device(Interval window, TrueParts& parts, IntervalSet& idle) const {
    struct Switch {
      std::int64_t at_ns;
      std::size_t what;
      int open;
    };
    std::vector<Switch> switches{{window.start_ns, 0, 0}, {window.end_ns, 0, 0}};
    for (const DeviceEvent& op : ops_) {
      if (op.end_ns() <= window.start_ns || op.start_ns >= window.end_ns) continue;
      switches.push_back({std::max(op.start_ns, window.start_ns), class_of(op.kind), 1});
      switches.push_back({std::min(op.end_ns(), window.end_ns), class_of(op.kind), -1});
    }
    std::sort(switches.begin(), switches.end(),
              [](const Switch& a, const Switch& b) { return a.at_ns < b.at_ns; });
    std::array<int, 3> open{};
    for (std::size_t i = 0; i + 1 < switches.size(); ++i) {
      open[switches[i].what] += switches[i].open;
      const Interval piece{switches[i].at_ns, switches[i + 1].at_ns};
      if (!piece.empty()) count(piece, open, parts, idle);
    }
  }

  static void count(Interval piece, const std::array<int, 3>& open, TrueParts& parts,
                    IntervalSet& idle) {
    const std::int64_t ns = piece.length_ns();
    if (open[1] > 0) parts.comm_ns += ns;
    if (open[2] > 0) parts.copy_ns += ns;
    if (open[0] > 0) {
      parts.compute_ns += ns;
    } else if (open[1] > 0) {
      parts.exposed_comm_ns += ns;
    } else if (open[2] > 0) {
      parts.exposed_copy_ns += ns;
    } else {
      parts.idle_ns += ns;
      const bool goes_on = !idle.empty() && idle.back().end_ns == piece.start_ns;
      goes_on ? void(idle.back().end_ns = piece.end_ns) : idle.push_back(piece);
    }
  }

  // `next`: the first operation that starts at or after the gap's end.
  void explain(Interval gap, std::size_t next, TrueParts& parts) {
    if (next == ops_.size()) return add(gap, Why::tail, false, parts);
    const auto is_kernel = [](const DeviceEvent& op) { return op.kind == DeviceKind::kernel; };
    const auto kernel =
        std::find_if(ops_.begin() + static_cast<std::ptrdiff_t>(next), ops_.end(), is_kernel);
    const LaunchRecord& by = launch(kernel == ops_.end() ? ops_[next] : *kernel);
    if (by.call.end_ns < gap.start_ns - floor_ns_) return add(gap, Why::queue, false, parts);
    const bool drained = is_drained(gap, by.thread);
    const std::int64_t called = std::clamp(by.call.start_ns, gap.start_ns, gap.end_ns);
    explain_host({gap.start_ns, called}, by.thread, drained, parts);
    std::int64_t loaded = called;
    if (is_loading(by)) loaded = std::clamp(by.call.end_ns, called, gap.end_ns);
    add({called, loaded}, Why::loading, drained, parts);
    add({loaded, gap.end_ns}, Why::launch_latency, drained, parts);
  }

  bool is_drained(Interval gap, std::uint8_t launching) {
    for (; ahead_at_ < ops_.size() && ops_[ahead_at_].start_ns < gap.start_ns; ++ahead_at_) {
      const DeviceEvent& op = ops_[ahead_at_];
      if (launch(op).call.end_ns < ahead_device_end_ns_) draining_ = false;
      ahead_device_end_ns_ = std::max(ahead_device_end_ns_, op.end_ns());
    }
    const auto blocked = [&](std::uint8_t thread) {
      const IntervalSet& calls = trace_.blocked[thread];
      const auto after =
          std::upper_bound(calls.begin(), calls.end(), gap.start_ns,
                           [](std::int64_t t, const Interval& call) { return t < call.start_ns; });
      return after != calls.begin() && std::prev(after)->end_ns + kJustLeftNs > gap.start_ns;
    };
    draining_ = draining_ || blocked(launching) || blocked(kMainThread);
    return draining_;
  }

  // Every boundary of any thread cuts the stretch; a piece then has one answer.
  void explain_host(Interval stretch, std::uint8_t launching, bool drained, TrueParts& parts) {
    std::int64_t at = stretch.start_ns;
    while (at < stretch.end_ns) {
      std::int64_t end = stretch.end_ns;
      for (const DoingFrom& from : doing_) {
        const std::size_t i = index_at(from, at) + 1;
        if (i < from.size()) end = std::min(end, from[i].first);
      }
      for (const Interval& step : trace_.profiler_steps) {
        if (step.start_ns > at) end = std::min(end, step.start_ns);
        if (step.end_ns > at) end = std::min(end, step.end_ns);
      }
      add({at, end}, why_at(at, launching), drained, parts);
      at = end;
    }
  }

  [[nodiscard]] Why why_at(std::int64_t at_ns, std::uint8_t launching) const {
    const auto doing = [&](std::uint8_t thread) {
      return doing_[thread][index_at(doing_[thread], at_ns)].second;
    };
    if (doing(launching) != Doing::nothing) return why_of(doing(launching));
    if (doing(kMainThread) != Doing::nothing) return why_of(doing(kMainThread));
    if (is_in_step(at_ns) && main_active_.contains(at_ns)) return Why::between_operators;
    const bool another = doing(kAutogradThread) != Doing::nothing;
    return another ? Why::host_launch : Why::unattributed;
  }

  [[nodiscard]] bool is_in_step(std::int64_t at_ns) const {
    if (trace_.plan.marks != StepMarks::profiler) return true;
    return std::any_of(trace_.profiler_steps.begin(), trace_.profiler_steps.end(),
                       [&](const Interval& step) { return step.contains(at_ns); });
  }

  static void add(Interval piece, Why why, bool drained, TrueParts& parts) {
    parts.why[static_cast<std::size_t>(why)] += piece.length_ns();
    if (drained) parts.after_sync[static_cast<std::size_t>(why)] += piece.length_ns();
  }

  const SyntheticTrace& trace_;
  std::vector<DeviceEvent> ops_;
  std::array<DoingFrom, kThreads> doing_;
  Interval main_active_;
  std::int64_t floor_ns_ = kLeastFloorNs;
  std::int64_t loading_ns_ = kLeastLoadingNs;
  bool draining_ = false;
  std::size_t ahead_at_ = 0;
  std::int64_t ahead_device_end_ns_ = -kForever;
};

std::vector<std::int64_t> host_marks(const SyntheticTrace& trace) {
  if (trace.plan.marks == StepMarks::optimizer) return trace.optimizer_ends_ns;
  std::vector<std::int64_t> starts;
  const auto& ranges =
      trace.plan.marks == StepMarks::profiler ? trace.profiler_steps : trace.fetches;
  for (const Interval& range : ranges) starts.push_back(range.start_ns);
  return starts;
}

// Device start of the first operation launched in each host step.
std::vector<std::int64_t> device_starts(const SyntheticTrace& trace) {
  const std::vector<std::int64_t> marks = host_marks(trace);
  std::vector<std::int64_t> starts;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    std::int64_t end = i + 1 < marks.size() ? marks[i + 1] : kForever;
    if (trace.plan.marks == StepMarks::profiler) end = trace.profiler_steps[i].end_ns;
    const auto first =
        std::find_if(trace.device.begin(), trace.device.end(), [&](const DeviceEvent& op) {
          return Interval{marks[i], end}.contains(trace.launches[op.launch].call.start_ns);
        });
    if (first != trace.device.end()) starts.push_back(first->start_ns);
  }
  return starts;
}

bool first_is_warm_up(const std::vector<std::int64_t>& starts) {
  if (starts.size() < 3) return false;
  std::vector<std::int64_t> others;
  for (std::size_t i = 2; i < starts.size(); ++i) others.push_back(starts[i] - starts[i - 1]);
  std::sort(others.begin(), others.end());
  const std::size_t n = others.size();
  const double median = static_cast<double>(others[(n - 1) / 2] + others[n / 2]) / 2;
  return static_cast<double>(starts[1] - starts[0]) > 1.5 * median;
}

}  // namespace

double TraceTruth::step_period_ns() const {
  if (steps.empty()) return 0;
  return static_cast<double>(window.window.length_ns()) / static_cast<double>(steps.size());
}

TraceTruth find_truth(const SyntheticTrace& trace) {
  TraceTruth truth;
  TruthFinder finder(trace);
  truth.latency_floor_ns = finder.floor_ns();
  const std::vector<std::int64_t> starts = device_starts(trace);
  const std::size_t first = first_is_warm_up(starts) ? 1 : 0;
  if (first == 1) truth.warm_up = finder.parts_afresh({starts[0], starts[1]});
  if (starts.size() < first + 2) return truth;
  truth.window = finder.parts_afresh({starts[first], starts.back()});
  for (std::size_t i = first; i + 1 < starts.size(); ++i) {
    const Interval step{starts[i], starts[i + 1]};
    truth.steps.push_back(i == first ? finder.parts_afresh(step) : finder.parts(step));
  }
  return truth;
}

TrueParts find_parts(const SyntheticTrace& trace, Interval window) {
  return TruthFinder(trace).parts_afresh(window);
}

}  // namespace underfed::synthetic
