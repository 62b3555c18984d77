// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace underfed {

struct WorkersNeeded {
  int keep_up = 1;           // the fewest that do not let the device wait
  int recommended = 1;       // half as many again, for uneven rows; within the cores granted
  bool enough_cores = true;  // false: the cores granted are fewer than keep_up needs
};

// DESIGN 5.11. `production_s`: one worker's time for the batches of a step; `other_s`: the step
// without the wait; `cores`: what the job may really use per rank, where that is known.
[[nodiscard]] WorkersNeeded workers_needed(double production_s, double other_s,
                                           std::optional<double> cores);

}  // namespace underfed
