// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis.h"

// Diagnoses made by hand for the tests of the reports, without engine and causes.
namespace underfed::testing {

// A cause by id, with the title and place that the real one has; it judges nothing.
[[nodiscard]] const Cause& cause_named(std::string_view id);

// A trace of a loader without workers; and of four findings, one of which another explains.
[[nodiscard]] Diagnosis starved();
[[nodiscard]] Diagnosis several();

struct ReportCase {
  std::string name;  // of its golden files
  Diagnosis (*make)();
};

// A starved run from its trace; a job with several findings; a well fed one; one too small for its
// GPU; a busy counter alone; nothing known at all; no GPU work; a file cut short; hostile names.
[[nodiscard]] const std::vector<ReportCase>& report_cases();
[[nodiscard]] Diagnosis make_case(std::string_view name);

}  // namespace underfed::testing
