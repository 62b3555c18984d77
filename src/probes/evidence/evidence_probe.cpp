// SPDX-License-Identifier: Apache-2.0
#include "probes/evidence/evidence_probe.h"

#include "formats/compressed.h"
#include "formats/evidence_file.h"
#include "signals/vocabulary.h"

namespace underfed {
namespace {

constexpr std::size_t kLargest = std::size_t{256} << 20;  // recordings of days stay below it
constexpr std::size_t kPortion = 1 << 16;

Result<std::string> read_all(ByteSource& source, const std::string& shown) {
  std::string bytes;
  while (true) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kPortion);
    UF_TRY(const std::size_t length, source.read(std::span(bytes).subspan(before)));
    bytes.resize(before + length);
    if (length == 0) return bytes;
    if (bytes.size() > kLargest) {
      return Error{ErrorCode::not_evidence,
                   shown + ": more than 256 MiB, larger than any evidence file",
                   "thin out its series, or record a part of the run"};
    }
  }
}

}  // namespace

Result<ProbeOutput> EvidenceProbe::gather(const Lead& lead) {
  UF_TRY(auto file, open_(lead.target));
  UF_TRY(auto source, decompress(std::move(file), Ahead::no));
  UF_TRY(const std::string bytes, read_all(*source, lead.shown));
  UF_TRY(EvidenceDocument document, read_evidence_file(bytes, lead.shown, vocabulary()));
  ProbeOutput output;
  output.summary.source = lead.shown;
  output.summary.kind = "evidence file";
  output.summary.notices = std::move(document.notices);
  if (const std::string trouble = source->trouble(); !trouble.empty()) {
    output.summary.notices.push_back({"damaged-compression", {trouble}});
  }
  output.evidence = std::move(document.evidence);
  output.absences = std::move(document.absences);
  return output;
}

}  // namespace underfed
