// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence.h"
#include "core/remedy.h"
#include "core/statement.h"

namespace underfed {

struct PlannedRemedy {
  std::string cause;  // id
  Remedy remedy;
};

struct LeftOut {
  std::string cause;
  Remedy remedy;
  Statement why;  // "input-starvation sets num_workers already"
};

// What all chosen remedies together are expected to do. Absent members could not be predicted.
struct Prediction {
  Range time_saved;                        // (T - T'') / T, 0..1
  std::optional<Range> step_s = {};        // T''
  std::optional<Range> memory_bytes = {};  // the largest of training, evaluation and saving
  std::optional<Range> examples_per_step = {};
};

// A consistent set of remedies: no setting twice, nothing that contradicts.
struct Plan {
  std::vector<PlannedRemedy> remedies;
  std::vector<LeftOut> left_out;
  std::optional<Prediction> prediction;
  Statement next_limit;  // what becomes the limit after it; may be empty
};

}  // namespace underfed
