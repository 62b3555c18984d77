// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/diagnosis.h"
#include "report/terminal_page.h"

// The parts of the terminal report, in the order in which it shows them.
namespace underfed {

void write_headline(const Diagnosis& diagnosis, Page& page);
void write_bar(const Diagnosis& diagnosis, Page& page);
void write_checklist(const Diagnosis& diagnosis, Page& page);  // the five, then other findings
void write_settling(const Diagnosis& diagnosis, Page& page);   // where the verdict is open
void write_notices(const Diagnosis& diagnosis, Page& page);
void write_footer(const Diagnosis& diagnosis, Page& page);
void write_appendix(const Diagnosis& diagnosis, Page& page);  // -v

// What stands below a finding's own line: how it comes, what to do, what it gains, how to check.
void write_finding(const Diagnosis& diagnosis, const Judgement& judgement, Page& page);

// The evidence that decided, for -v.
void write_decided_by(const Judgement& judgement, Page& page);

// Columns of a finding's lines.
inline constexpr std::size_t kBodyColumn = 5;
inline constexpr std::size_t kTextColumn = 12;

// The colour of an outcome.
[[nodiscard]] Paint paint_of(const Assessment& assessment);

}  // namespace underfed
