// SPDX-License-Identifier: Apache-2.0
// For tests of evidence files: a vocabulary with a signal of each shape.
#pragma once

#include <string>

#include "formats/evidence_file.h"

namespace underfed::evidence_testing {

inline constexpr Obtain kSomehow{"somehow"};
inline constexpr Signal kBusy{.id = "gpu.counter_busy",
                              .unit = Unit::share,
                              .scope = Scope::device,
                              .meaning = "busy share",
                              .obtain = kSomehow};
inline constexpr Signal kFetch{.id = "loader.fetch_time",
                               .unit = Unit::seconds,
                               .shape = Shape::distribution,
                               .meaning = "time of a fetch",
                               .obtain = kSomehow};
inline constexpr Signal kWorkers{.id = "loader.workers",
                                 .unit = Unit::count,
                                 .shape = Shape::setting,
                                 .meaning = "workers",
                                 .obtain = kSomehow};
inline constexpr Signal kPrecision{
    .id = "train.precision", .shape = Shape::setting, .meaning = "precision", .obtain = kSomehow};
inline constexpr Signal kMix{.id = "kernel.matrix_precision",
                             .unit = Unit::seconds,
                             .shape = Shape::breakdown,
                             .meaning = "by precision",
                             .obtain = kSomehow};
inline constexpr Signal kName{
    .id = "gpu.model", .shape = Shape::text, .meaning = "its name", .obtain = kSomehow};
inline constexpr Signal kStacks{
    .id = "trace.python_stacks", .shape = Shape::flag, .meaning = "stacks", .obtain = kSomehow};
inline constexpr Signal kPower{.id = "gpu.power",
                               .unit = Unit::watts,
                               .shape = Shape::series,
                               .scope = Scope::device,
                               .meaning = "power",
                               .obtain = kSomehow};
inline constexpr Signal kCopies{.id = "trace.copies",
                                .unit = Unit::seconds,
                                .shape = Shape::table,
                                .meaning = "copies",
                                .obtain = kSomehow};

inline const Catalog& catalog() {
  static const Catalog kCatalog(
      {&kBusy, &kFetch, &kWorkers, &kPrecision, &kMix, &kName, &kStacks, &kPower, &kCopies});
  return kCatalog;
}

inline Result<EvidenceDocument> read(const std::string& text) {
  return read_evidence_file(text, "facts", catalog());
}

}  // namespace underfed::evidence_testing
