// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace underfed {

// Where the time of one step goes, in seconds. DESIGN 5.10.
struct StepBudget {
  double step_s = 0;                  // T
  double device_busy_s = 0;           // D: compute, exposed communication and exposed copies
  std::optional<double> host_work_s;  // H: the host's own work, blocked time left out
  std::optional<double> loader_s;     // production of a step's batches / workers
};

// What one cause, or several together, would take away from the step, in seconds; neither is
// negative.
struct Effect {
  double wait_removed_s = 0;    // of the time in which the device is idle
  double device_removed_s = 0;  // of the device's busy time
};

// T': the step with the effect taken away and everything else as measured. Never longer than the
// step, and never shorter than what stays of the device's busy time, the host's work or the
// loader's production.
[[nodiscard]] double step_after(const StepBudget& budget, const Effect& effect);

}  // namespace underfed
