// SPDX-License-Identifier: Apache-2.0
// Any bytes as an evidence file: no crash, and what is read survives being saved and read again.
#include <cstdlib>
#include <string>

#include "formats/evidence_file.h"
#include "signals/vocabulary.h"

namespace underfed {
namespace {

std::string saved(const EvidenceDocument& document) {
  std::string text = evidence_header("0", "now");
  for (const Evidence& one : document.evidence) text += evidence_lines(one);
  for (const Absence& one : document.absences) text += absence_line(one);
  return text;
}

// What was read is saved whole: read again and saved again it is the same text.
void read_save_read(const std::string& bytes) {
  const auto document = read_evidence_file(bytes, "fuzz", vocabulary());
  if (!document) return;
  const std::string once = saved(*document);
  const auto again = read_evidence_file(once, "fuzz", vocabulary());
  if (!again || !again->notices.empty() || saved(*again) != once) std::abort();
}

}  // namespace
}  // namespace underfed

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  underfed::read_save_read(bytes);
  underfed::read_save_read(underfed::evidence_header("0", "now") + bytes);
  return 0;
}
