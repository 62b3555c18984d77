// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/steps.h"

#include <algorithm>
#include <limits>

#include "probes/trace/device_time.h"
#include "probes/trace/kernel_period.h"

namespace underfed {
namespace {

constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max() / 4;
constexpr double kSameStepShare = 0.05;
constexpr double kWarmUpRatio = 1.5;

// Where the steps lie on the host. Ranges of one step each; the last may be open.
struct HostSteps {
  StepRule rule = StepRule::none;
  std::vector<Interval> ranges;
  bool last_is_open = false;  // it only ends the one before: where it ends itself is not known
};

std::vector<Interval> main_ranges(const Timeline& timeline, std::uint16_t process, RangeKind kind) {
  std::vector<Interval> found;
  if (timeline.processes.empty()) return found;
  const std::uint16_t main_thread = timeline.processes[process].main_thread;
  for (const HostRange& range : timeline.ranges) {
    if (range.kind == kind && range.thread == main_thread) found.push_back(range.interval());
  }
  return found;
}

// The distance in which the middle of the time lies: many short ones between two long ones do not
// move it.
std::int64_t typical_distance(const std::vector<std::int64_t>& points) {
  std::vector<std::int64_t> distances;
  for (std::size_t i = 1; i < points.size(); ++i) distances.push_back(points[i] - points[i - 1]);
  std::sort(distances.begin(), distances.end());
  std::int64_t rest = points.back() - points.front();
  const std::int64_t half = rest / 2;
  for (const std::int64_t distance : distances) {
    rest -= distance;
    if (rest <= half) return distance;
  }
  return 0;
}

// Several optimizers of one step end nearly together: the last of them ends the step. Not so where
// a batch is fetched between them: then a long pause only makes the steps look near.
std::vector<std::int64_t> merge_near(const std::vector<std::int64_t>& points,
                                     const std::vector<Interval>& fetches) {
  if (points.size() < 2) return points;
  const double near = kSameStepShare * static_cast<double>(typical_distance(points));
  const auto fetched_between = [&](std::int64_t from, std::int64_t to) {
    const auto next =
        std::lower_bound(fetches.begin(), fetches.end(), from,
                         [](const Interval& fetch, std::int64_t t) { return fetch.start_ns < t; });
    return next != fetches.end() && next->start_ns < to;
  };
  std::vector<std::int64_t> merged;
  for (const std::int64_t point : points) {
    const bool same = !merged.empty() && static_cast<double>(point - merged.back()) < near &&
                      !fetched_between(merged.back(), point);
    if (same) merged.pop_back();
    merged.push_back(point);
  }
  return merged;
}

HostSteps between(StepRule rule, const std::vector<std::int64_t>& points) {
  HostSteps steps{rule, {}, true};
  for (std::size_t i = 0; i < points.size(); ++i) {
    steps.ranges.push_back({points[i], i + 1 < points.size() ? points[i + 1] : kForever});
  }
  return steps;
}

// The ProfilerStep ranges of the device's process; where it has none and one other process has,
// those.
std::vector<Interval> profiler_steps(const Timeline& timeline, std::uint16_t process) {
  std::vector<Interval> own = main_ranges(timeline, process, RangeKind::profiler_step);
  if (!own.empty()) return own;
  std::vector<Interval> other;
  for (std::size_t p = 0; p < timeline.processes.size(); ++p) {
    auto found = main_ranges(timeline, static_cast<std::uint16_t>(p), RangeKind::profiler_step);
    if (found.empty()) continue;
    if (!other.empty()) return {};
    other = std::move(found);
  }
  return other;
}

HostSteps host_steps(const Timeline& timeline, std::uint16_t process) {
  HostSteps steps{StepRule::profiler_step, profiler_steps(timeline, process), false};
  if (!steps.ranges.empty()) return steps;
  std::vector<std::int64_t> points;
  for (const Interval& range : main_ranges(timeline, process, RangeKind::optimizer_step)) {
    points.push_back(range.end_ns);
  }
  std::sort(points.begin(), points.end());
  const auto fetches = main_ranges(timeline, process, RangeKind::loader_next);
  points = merge_near(points, fetches);
  if (points.size() > 1) return between(StepRule::optimizer_step, points);
  points.clear();
  for (const Interval& fetch : fetches) points.push_back(fetch.start_ns);
  if (points.size() > 1) return between(StepRule::loader_next, points);
  return {};
}

// Device start of the first operation launched in each of the host's steps; nothing where it
// launched none, or where order is lost.
std::vector<std::optional<std::int64_t>> device_starts(const Timeline& timeline,
                                                       const DeviceTrack& device,
                                                       const std::vector<Interval>& ranges) {
  struct First {
    std::int64_t launch_ns = kForever;
    std::int64_t start_ns = 0;
  };
  std::vector<First> first(ranges.size());
  for (const DeviceOp& op : device.ops) {
    if (op.launch == kNoIndex) continue;
    const std::int64_t at = timeline.launches[op.launch].start_ns;
    const auto after =
        std::upper_bound(ranges.begin(), ranges.end(), at,
                         [](std::int64_t t, const Interval& range) { return t < range.start_ns; });
    if (after == ranges.begin() || !std::prev(after)->contains(at)) continue;
    First& f = first[static_cast<std::size_t>(std::prev(after) - ranges.begin())];
    if (at < f.launch_ns) f = {at, op.start_ns};
  }
  std::vector<std::optional<std::int64_t>> starts;
  std::int64_t last = -kForever;
  for (const First& f : first) {
    const bool good = f.launch_ns != kForever && f.start_ns > last;
    starts.push_back(good ? std::optional(f.start_ns) : std::nullopt);
    if (good) last = f.start_ns;
  }
  return starts;
}

std::vector<Step> steps_between(const std::vector<std::optional<std::int64_t>>& starts,
                                const HostSteps& host) {
  std::vector<Step> steps;
  std::optional<std::size_t> open;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (!starts[i]) continue;
    if (open) {
      steps.push_back(
          {{*starts[*open], *starts[i]}, {host.ranges[*open].start_ns, host.ranges[i].start_ns}});
    }
    open = i;
  }
  return steps;
}

std::vector<Step> steps_of_host(const HostSteps& host) {
  std::vector<Step> steps;
  for (std::size_t i = 0; i < host.ranges.size(); ++i) {
    Interval range = host.ranges[i];
    if (i + 1 < host.ranges.size()) range.end_ns = host.ranges[i + 1].start_ns;
    if (i + 1 == host.ranges.size() && host.last_is_open) break;
    if (!range.empty()) steps.push_back({range, range});
  }
  return steps;
}

Step single_step(const Timeline& timeline, const DeviceTrack& device, Interval host) {
  Step step{host, host};
  for (const DeviceOp& op : device.ops) {
    if (op.launch == kNoIndex) continue;
    if (!host.contains(timeline.launches[op.launch].start_ns)) continue;
    step.device.end_ns = std::max(step.device.end_ns, op.end_ns());
  }
  return step;
}

std::vector<Step> steps_by_period(const Timeline& timeline, const DeviceTrack& device) {
  const std::vector<std::size_t> starts = period_starts(device);
  std::vector<Step> steps;
  const auto launched = [&](const DeviceOp& op) {
    return op.launch == kNoIndex ? 0 : timeline.launches[op.launch].start_ns;
  };
  for (std::size_t i = 1; i < starts.size(); ++i) {
    const DeviceOp& from = device.ops[starts[i - 1]];
    const DeviceOp& to = device.ops[starts[i]];
    Step step{{from.start_ns, to.start_ns}, {}};
    if (from.launch != kNoIndex && to.launch != kNoIndex)
      step.host = {launched(from), launched(to)};
    steps.push_back(step);
  }
  return steps;
}

double median_length_ns(const std::vector<Step>& steps, std::size_t from) {
  std::vector<std::int64_t> lengths;
  for (std::size_t i = from; i < steps.size(); ++i) lengths.push_back(steps[i].device.length_ns());
  std::sort(lengths.begin(), lengths.end());
  const std::size_t n = lengths.size();
  return static_cast<double>(lengths[(n - 1) / 2] + lengths[n / 2]) / 2;
}

void set_warm_up_apart(Steps& found) {
  if (found.steps.size() < 2) return;
  const auto first = static_cast<double>(found.steps.front().device.length_ns());
  if (first <= kWarmUpRatio * median_length_ns(found.steps, 1)) return;
  found.warm_up = found.steps.front();
  found.steps.erase(found.steps.begin());
}

void fill_from_host(const Timeline& timeline, const DeviceTrack& device, const HostSteps& host,
                    Steps& found) {
  found.rule = host.rule;
  found.host_steps = host.ranges.size() - (host.last_is_open ? 1 : 0);
  found.host_ranges = host.last_is_open ? IntervalSet{{-kForever, kForever}} : unite(host.ranges);
  std::vector<Interval> candidates = host.ranges;
  if (2 * device.linked >= device.ops.size()) {
    const auto starts = device_starts(timeline, device, host.ranges);
    found.basis = StepBasis::device;
    found.steps = steps_between(starts, host);
    if (!found.steps.empty()) return;
    candidates.clear();
    for (std::size_t i = 0; i < starts.size(); ++i) {
      if (starts[i]) candidates.push_back(host.ranges[i]);
    }
  }
  if (host.last_is_open || candidates.size() != 1) {
    found.basis = StepBasis::host;
    found.steps = steps_of_host(host);
  } else {
    found.basis = StepBasis::single;
    found.steps = {single_step(timeline, device, candidates.front())};
  }
}

}  // namespace

std::string_view to_text(StepRule rule) {
  switch (rule) {
    case StepRule::profiler_step:
      return "ProfilerStep ranges";
    case StepRule::optimizer_step:
      return "ends of Optimizer.step";
    case StepRule::loader_next:
      return "fetches of the DataLoader";
    case StepRule::kernel_period:
      return "repeating kernel names";
    case StepRule::none:
      break;
  }
  return "no steps found";
}

std::string_view to_text(StepBasis basis) {
  switch (basis) {
    case StepBasis::device:
      return "between the first operations of the steps on the device";
    case StepBasis::host:
      return "between the host's ranges";
    case StepBasis::single:
      return "one step";
    case StepBasis::span:
      break;
  }
  return "the span of the device's work";
}

Interval Steps::window() const {
  if (steps.empty()) return {};
  return {steps.front().device.start_ns, steps.back().device.end_ns};
}

Steps find_steps(const Timeline& timeline, const DeviceTrack& device) {
  Steps found;
  found.host_ranges = {{-kForever, kForever}};
  const HostSteps host = host_steps(timeline, device.process);
  if (!host.ranges.empty()) fill_from_host(timeline, device, host, found);
  if (found.steps.empty()) {
    found.steps = steps_by_period(timeline, device);
    if (!found.steps.empty()) {
      found.rule = StepRule::kernel_period;
      found.basis = StepBasis::device;
    }
  }
  if (found.steps.empty()) {
    const Interval span = device_span(device);
    found.rule = StepRule::none;
    found.basis = StepBasis::span;
    if (!span.empty()) found.steps = {{span, span}};
  }
  set_warm_up_apart(found);
  return found;
}

Interval whole_window(const Timeline& timeline, const DeviceTrack& device) {
  const auto steps = profiler_steps(timeline, device.process);
  if (steps.empty()) return device_span(device);
  Interval window = steps.front();
  for (const Interval& step : steps) window.end_ns = std::max(window.end_ns, step.end_ns);
  return window;
}

}  // namespace underfed
