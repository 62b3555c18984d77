// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/evidence.h"
#include "core/notice.h"
#include "probes/trace/account.h"

namespace underfed {

// The account of a trace as evidence: one piece for each signal and device. `source` is the file as
// shown.
[[nodiscard]] std::vector<Evidence> trace_evidence(const TraceAccount& account,
                                                   const Timeline& timeline,
                                                   const std::string& source);

// What a reader of the report should know of the account itself: work outside the window, warm-up
// set apart, steps from weak marks, one rank of several.
[[nodiscard]] std::vector<Notice> account_notices(const TraceAccount& account);

}  // namespace underfed
