// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/derivation.h"
#include "core/evidence_set.h"

namespace underfed {

// Runs each derivation once per device (once in all where there is no device), in the order in
// which they need each other, and adds what they give. A circle of needs is a bug of ours.
void derive(EvidenceSet& evidence, std::span<const Derivation* const> derivations);

// The devices that evidence speaks of, sorted; numbers as numbers.
[[nodiscard]] std::vector<std::string> devices_of(const EvidenceSet& evidence);

}  // namespace underfed
