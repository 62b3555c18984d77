// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/intervals.h"
#include "probes/trace/timeline.h"

namespace underfed {

// What marks the steps of a training, best first.
enum class StepRule : std::uint8_t {
  profiler_step,   // ProfilerStep# ranges
  optimizer_step,  // ends of Optimizer.step
  loader_next,     // starts of the DataLoader's __next__: micro-steps, where gradients accumulate
  kernel_period,   // the names of the busiest stream repeat
  none,
};
[[nodiscard]] std::string_view to_text(StepRule rule);

// What the steps' time is measured between.
enum class StepBasis : std::uint8_t {
  device,  // starts of the first operations launched in them: the host may run far ahead
  host,    // the host's own ranges: fewer than half of the operations have a launch in the file
  single,  // one step alone: its host range, and on to the end of what was launched in it
  span,    // no steps: all of the device's work
};
[[nodiscard]] std::string_view to_text(StepBasis basis);

struct Step {
  Interval device;  // steps follow one another without a gap
  Interval host;    // what the host did for it: without steps the same stretch; empty: not known
};

// The steps of one device, in order. Without steps one that spans the device's work.
struct Steps {
  StepRule rule = StepRule::none;
  StepBasis basis = StepBasis::span;
  std::vector<Step> steps;
  // The first step, where it took longer than 1.5 times the median of the others: not in `steps`.
  std::optional<Step> warm_up;
  IntervalSet host_ranges;  // all host steps, also those without device work
  std::size_t host_steps = 0;

  [[nodiscard]] Interval window() const;
};

[[nodiscard]] Steps find_steps(const Timeline& timeline, const DeviceTrack& device);

// The window "all": the host's ProfilerStep ranges from first start to last end, else the span of
// the device's own work.
[[nodiscard]] Interval whole_window(const Timeline& timeline, const DeviceTrack& device);

}  // namespace underfed
