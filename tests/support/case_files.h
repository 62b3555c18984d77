// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "core/evidence_set.h"

// Cases of causes: evidence as a person would write it, and what must be said of it.
//   src/causes/<id>/cases/NAME.evidence        JSON, YAML or saved evidence: docs/evidence.md
//   src/causes/<id>/cases/NAME.expected.json   what the cause must answer: tests/cases
namespace underfed::testing_support {

struct CaseFile {
  std::string name;
  std::filesystem::path path;  // of the evidence
};

// The cases of a folder, sorted by name. A missing folder has none.
[[nodiscard]] std::vector<CaseFile> case_files(const std::filesystem::path& folder);

struct Case {
  EvidenceSet evidence;
  nlohmann::json expected;
};

// Reads both files. Errors name the file: one is missing or not JSON, or evidence of it would be
// skipped, so that the case would test something else than it says.
[[nodiscard]] Result<Case> read_case(const CaseFile& file);

}  // namespace underfed::testing_support
