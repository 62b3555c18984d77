// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "formats/evidence_file.h"

namespace underfed {

// A hand-written evidence file: one JSON or YAML object.
[[nodiscard]] Result<EvidenceDocument> read_hand_written(std::string_view text,
                                                         const std::string& shown,
                                                         const Catalog& catalog);

}  // namespace underfed
