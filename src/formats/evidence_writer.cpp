// SPDX-License-Identifier: Apache-2.0
#include "formats/evidence_writer.h"

#include "formats/evidence_file.h"
#include "formats/evidence_saved.h"

namespace underfed {

Result<void> EvidenceWriter::begin(std::string_view version, std::string_view when) {
  return sink_(evidence_header(version, when));
}

Result<void> EvidenceWriter::write(const Evidence& evidence) {
  std::size_t blocks = 0;
  const std::string lines = saved_lines(evidence, blocks);
  if (lines.empty()) return {};
  blocks_[{evidence.signal, evidence.subject.scope, evidence.subject.id}] = blocks;
  return sink_(lines);
}

Result<void> EvidenceWriter::write(const Absence& absence) { return sink_(absence_line(absence)); }

Result<void> EvidenceWriter::append(const Evidence& more) {
  const auto open = blocks_.find({more.signal, more.subject.scope, more.subject.id});
  if (open == blocks_.end()) return write(more);
  return sink_(saved_lines(more, open->second));
}

}  // namespace underfed
