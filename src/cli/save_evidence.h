// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "core/evidence_set.h"

namespace underfed {

// Writes what probes saw (nothing derived) into an evidence file, atomically. Error: not_writable.
[[nodiscard]] Result<void> save_evidence(const EvidenceSet& evidence, const std::string& path);

}  // namespace underfed
