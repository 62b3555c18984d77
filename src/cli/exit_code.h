// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

namespace underfed {

// What the program's end tells a script; promises (DESIGN 8).
enum class ExitCode {
  done = 0,
  gate_failed = 1,     // the gate asked for failed
  gate_undecided = 2,  // the gate cannot be decided from this evidence
  usage = 64,
  not_evidence = 65,  // an input is not evidence
  unavailable = 69,   // asked-for evidence could not be had
  bug = 70,
  not_written = 73,  // a file could not be written
};

[[nodiscard]] ExitCode exit_code_of(ErrorCode code);

}  // namespace underfed
