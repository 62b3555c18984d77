// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence.h"
#include "core/remedy.h"
#include "core/statement.h"

namespace underfed {

enum class Outcome { present, ruled_out, not_applicable, cannot_tell };

// Where "cannot tell" leans to.
enum class Lean { none, suspected, unlikely };

// certain: measured on the device over at least 3 steps, the interval clear of the threshold;
// likely: one of these is missing; possible: inferred.
enum class Confidence { certain, likely, possible };

// What a found cause takes away from a step; feeds the joint prediction of the plan (seconds per
// step).
struct LostTime {
  Range share;                  // T - T' of DESIGN 5.10 as a share of the step, 0..1
  bool is_wait = false;         // the device is idle or in exposed communication meanwhile
  double wait_removed_s = 0;    // of the idle time, if this cause alone were gone (upper end)
  double device_removed_s = 0;  // of the device's busy time, likewise
};

// The one measurement that would settle an open question.
struct Settle {
  std::string how;  // "a trace does not show it; the config and data set do"
  std::string add;  // what to add to the command line: "config.yml"; may be empty
  Cost cost = Cost::short_run;
};

// By a signal's own way of being obtained; `how` says what it would show.
[[nodiscard]] Settle settled_by(const Obtain& obtain, std::string how);

// A cause's answer. Which members are filled depends on the outcome.
struct Assessment {
  Outcome outcome = Outcome::cannot_tell;
  Lean lean = Lean::none;              // cannot_tell only
  Statement summary;                   // the clause behind the outcome, one line, no full stop
  std::vector<Statement> detail = {};  // further lines: how it comes, what was ruled out
  std::vector<const Evidence*> decided_by = {};  // borrowed from the evidence set
  std::optional<LostTime> lost = {};             // present
  Confidence confidence = Confidence::possible;  // present
  Statement confidence_reason = {};              // what is missing to "certain"
  std::vector<Remedy> remedies = {};             // present; the best first
  Statement check = {};               // present: what would show that the fix worked, or did not
  std::string explained_by = {};      // id of the cause that explains this one
  std::optional<Settle> settle = {};  // cannot_tell
};

[[nodiscard]] Assessment ruled_out(Statement summary, std::vector<const Evidence*> decided_by);
[[nodiscard]] Assessment not_applicable(Statement summary);
[[nodiscard]] Assessment cannot_tell(Lean lean, Statement summary, Settle settle);

// The rule of DESIGN section 3. `clear_of_threshold`: the whole interval is on one side of it.
struct Measured {
  bool on_device = false;
  double steps = 0;
  bool clear_of_threshold = false;
  bool inflated_by_stacks = false;  // Python stacks in the trace inflate host time: one level less
};
[[nodiscard]] Confidence confidence_of(const Measured& measured);
[[nodiscard]] Statement confidence_reason_of(const Measured& measured);

[[nodiscard]] std::string_view to_text(Outcome outcome);
[[nodiscard]] std::string_view to_text(Lean lean);
[[nodiscard]] std::string_view to_text(Confidence confidence);

}  // namespace underfed
