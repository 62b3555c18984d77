// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis.h"

namespace underfed {

// The groups that a report's bar shows, in its order. Each gathers parts of trace.device_time and
// trace.idle.
enum class StepGroup { compute, data, communication, copies, host, pauses, loading, idle, other };

[[nodiscard]] std::string_view to_text(StepGroup group);  // "waiting for data"

struct GroupShare {
  StepGroup group = StepGroup::other;
  double share = 0;  // of the window, never 0
  int percent = 0;   // all of a division add up to 100
};

// Where a step of the device in focus goes; groups of 0 are left out. Empty without a trace.
// "idle" appears only where nothing says why the device was idle.
[[nodiscard]] std::vector<GroupShare> step_division(const Diagnosis& diagnosis);

// "a step goes   1.84 s, steps 3-14": the step's length, or the window's where there are no steps.
struct DivisionTitle {
  std::string title;  // "where a step goes"
  std::string scope;  // "1.84 s, steps 3-14"
};
[[nodiscard]] DivisionTitle division_title(const Diagnosis& diagnosis);

}  // namespace underfed
