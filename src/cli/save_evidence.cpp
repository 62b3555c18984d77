// SPDX-License-Identifier: Apache-2.0
#include "cli/save_evidence.h"

#include <fmt/chrono.h>

#include <chrono>

#include "formats/evidence_file.h"
#include "sys/atomic_file.h"

namespace underfed {

Result<void> save_evidence(const EvidenceSet& evidence, const std::string& path) {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::string text =
      evidence_header(UNDERFED_VERSION, fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now)));
  for (const Evidence& one : evidence.evidence()) text += evidence_lines(one);
  for (const Absence& one : evidence.absences()) text += absence_line(one);
  return write_file_atomically(path, text);
}

}  // namespace underfed
