// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "core/assessment.h"
#include "core/evidence_set.h"
#include "core/signal.h"

namespace underfed {

// A reason why a GPU is underfed: one folder below causes/, one constant of this type.
struct Cause {
  std::string_view id;                   // "input-starvation"; stable for ever
  std::string_view title;                // as reports name it: "waiting for data"
  int checklist = 0;                     // 1..5: its place in the checklist; 0: one of the others
  std::span<const Signal* const> needs;  // without all of these it cannot tell
  std::span<const Signal* const> wants;  // these sharpen the answer
  // Total and pure: no I/O, no clock, cannot fail. Without the needed evidence it is never
  // `present`.
  Assessment (*assess)(const EvidenceView& evidence);
};

}  // namespace underfed
