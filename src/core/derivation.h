// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/evidence_set.h"
#include "core/signal.h"

namespace underfed {

// A pure function from signals to signals: one folder below derive/, one constant of this type. The
// engine runs it for each device once all its needs are there, in the order of dependency; a cycle
// is a bug of ours.
struct Derivation {
  std::string_view id;  // "step-shares"
  std::span<const Signal* const> provides;
  std::span<const Signal* const> needs;
  // Returns evidence of `provides` only (origin derived; the engine fills `by` and the subject's
  // device). What cannot be computed is left out.
  std::vector<Evidence> (*compute)(const EvidenceView& evidence);
};

}  // namespace underfed
