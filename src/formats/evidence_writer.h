// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "base/result.h"
#include "core/evidence.h"

namespace underfed {

// Saves evidence as it comes: a recording. Hands whole lines to a sink (a file that is only
// appended to, a string), so that what was written is readable whenever the writer is killed.
class EvidenceWriter {
 public:
  // Takes whole lines, each with its end. What it returns is handed on.
  using Sink = std::function<Result<void>(std::string_view lines)>;
  explicit EvidenceWriter(Sink sink) : sink_(std::move(sink)) {}

  // The first line. `when`: ISO 8601, UTC.
  Result<void> begin(std::string_view version, std::string_view when);
  // A piece of evidence; nothing is written for what is derived.
  Result<void> write(const Evidence& evidence);
  Result<void> write(const Absence& absence);
  // More of a series or distribution that was written for the same signal and subject: the values
  // are put behind the earlier ones when the file is read. The first of its kind starts it. A
  // distribution says the population of all that was written so far; its samples are the caller's
  // to bound.
  Result<void> append(const Evidence& more);

 private:
  using Key = std::tuple<const Signal*, Scope, std::string>;

  Sink sink_;
  std::map<Key, std::size_t> blocks_;  // lines that each open piece has
};

}  // namespace underfed
