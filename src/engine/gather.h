// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/result.h"
#include "core/evidence_set.h"
#include "core/probe.h"

namespace underfed {

// All that the probes brought, and how each input's reading went.
struct Gathered {
  EvidenceSet evidence;
  std::vector<InputSummary> inputs;
};

// Says which probe takes a lead (fills Lead::kind), by its content.
using Recognise = std::function<Result<Lead>(const Lead&)>;

// Opens the leads, and those that they hand out, each target once and at most kMostLeads of them.
// What the user gave must be readable: its Error is returned. A lead of a lead that cannot be
// opened becomes a notice of the input that pointed to it.
inline constexpr std::size_t kMostLeads = 1000;
[[nodiscard]] Result<Gathered> gather(std::vector<Lead> leads, std::span<Probe* const> probes,
                                      const Recognise& recognise);

}  // namespace underfed
