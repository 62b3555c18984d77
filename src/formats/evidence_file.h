// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "core/catalog.h"
#include "core/evidence.h"
#include "core/notice.h"

// Evidence files: the evidence of a run, saved or written by hand, given back as input. Both forms
// and what of them may never change: docs/evidence.md.
namespace underfed {

struct EvidenceDocument {
  std::vector<Evidence> evidence;
  std::vector<Absence> absences;
  std::vector<Notice> notices;  // lines that were skipped, counted by reason
};

inline constexpr int kEvidenceSchema = 1;
inline constexpr std::size_t kMostSamples = 20'000;      // of a distribution
inline constexpr std::size_t kBlockValues = 4096;        // of a series or distribution in a line
inline constexpr std::size_t kLongestLine = 16 << 20;    // bytes; longer ones are skipped
inline constexpr std::size_t kLargestByHand = 4 << 20;   // bytes of a file written by hand
inline constexpr std::size_t kMostPieces = 1'000'000;    // of evidence and absences
inline constexpr std::size_t kMostNumbers = 32'000'000;  // of all series and distributions

// `shown`: the file's name in provenance and errors. A saved file that was cut is read to its last
// whole line. Errors: not_evidence names every problem of a file written by hand, with its line and
// what to write instead; unsupported_format: saved by a newer underfed. Values that check_quantity
// refuses are never in the document.
[[nodiscard]] Result<EvidenceDocument> read_evidence_file(std::string_view bytes,
                                                          const std::string& shown,
                                                          const Catalog& catalog);

// The first line of a saved file. `when`: ISO 8601, UTC.
[[nodiscard]] std::string evidence_header(std::string_view version, std::string_view when);
// Its lines, each with its line end; several for a long series or distribution. Empty for what is
// derived: that is computed anew. Distributions are thinned evenly to kMostSamples; text loses what
// is private (base/private_text.h) and bytes that are no UTF-8.
[[nodiscard]] std::string evidence_lines(const Evidence& evidence);
[[nodiscard]] std::string absence_line(const Absence& absence);

}  // namespace underfed
