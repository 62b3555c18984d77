// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "cli/exit_code.h"
#include "core/diagnosis.h"

namespace underfed {

// --fail-on CAUSE | SHARE: what a script asks a diagnosis.
struct Gate {
  std::string cause;  // id; empty where a share is asked for
  double share = -1;  // of the time lost by all causes together
};

// Error (usage): neither a known cause nor a share from 0 to 1 ("10 %" works too); the nearest
// cause is named.
[[nodiscard]] Result<Gate> parse_gate(const std::string& text,
                                      std::span<const Cause* const> causes);

// A cause: present fails, cannot tell is undecided. A share: fails when the lower end of the time
// lost reaches it, passes when the upper end stays below, else undecided. With nothing lost and a
// device that was measured it passes.
[[nodiscard]] ExitCode decide(const Gate& gate, const Diagnosis& diagnosis);

}  // namespace underfed
