// SPDX-License-Identifier: Apache-2.0
#include "model/step_time.h"

#include <algorithm>

namespace underfed {

double step_after(const StepBudget& budget, const Effect& effect) {
  const double busy_s = std::clamp(budget.device_busy_s, 0.0, budget.step_s);
  const double idle_s = budget.step_s - busy_s;
  const double busy_left_s = busy_s - std::clamp(effect.device_removed_s, 0.0, busy_s);
  const double idle_left_s = idle_s - std::clamp(effect.wait_removed_s, 0.0, idle_s);
  const double limit_s = std::max(budget.host_work_s.value_or(0), budget.loader_s.value_or(0));
  return std::min(budget.step_s, std::max(busy_left_s + idle_left_s, limit_s));
}

}  // namespace underfed
