// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "core/catalog.h"
#include "core/evidence_set.h"
#include "core/notice.h"

// Evidence files: the evidence of a run, saved or written by hand, given back as input.
// docs/evidence.md.
//
// Saved: JSON Lines, only ever appended.
//   header   {"underfed_evidence": 1, "version": "0.1.0", "when": "2026-12-01T12:00:00Z"}
//   evidence {"id": ..., "scope": "device", "of": "0", "value": ..., "interval": [l, h], "span_s":
//   [a, b],
//             "origin": ..., "by": ..., "source": ..., "where": ...}       absent members are left
//             out
//   long     a distribution or series of more than 4,096 values goes on in {"more": true, "value":
//   ...} lines absence  {"absent": ..., "scope": ..., "of": ..., "reason": ..., "hint": ...}
// What a line means never changes; members may be added. By hand: one JSON or YAML object, signal
// -> value.
namespace underfed {

struct EvidenceDocument {
  std::vector<Evidence> evidence;
  std::vector<Absence> absences;
  std::vector<Notice> notices;  // lines that were skipped, with the reason
};

inline constexpr int kEvidenceSchema = 1;
inline constexpr std::size_t kMostSamples = 20'000;

// `shown`: the file's name in provenance and errors. Errors (not_evidence) name every problem of a
// hand-written file, with line, and what to write instead.
[[nodiscard]] Result<EvidenceDocument> read_evidence_file(std::string_view bytes,
                                                          const std::string& shown,
                                                          const Catalog& catalog);

// The first line of a saved file. `when`: ISO 8601, UTC.
[[nodiscard]] std::string evidence_header(std::string_view version, std::string_view when);
// Its lines, each with its line end; several for a long series or distribution. Empty for what is
// derived: that is computed anew. Distributions are thinned evenly to kMostSamples.
[[nodiscard]] std::string evidence_lines(const Evidence& evidence);
[[nodiscard]] std::string absence_line(const Absence& absence);

}  // namespace underfed
