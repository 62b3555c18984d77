// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "formats/evidence_file.h"

// Saved evidence, line by line: docs/evidence.md. Internal to formats.
namespace underfed {

// The lines of a piece of evidence. `blocks`: how many it has already, 0 for a new piece; advanced.
[[nodiscard]] std::string saved_lines(const Evidence& evidence, std::size_t& blocks);

// All lines of a file but its header.
[[nodiscard]] EvidenceDocument read_saved(std::string_view bytes, const std::string& shown,
                                          const Catalog& catalog);

}  // namespace underfed
