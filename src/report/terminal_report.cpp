// SPDX-License-Identifier: Apache-2.0
#include "report/terminal_report.h"

#include "report/terminal_sections.h"
#include "report/wording.h"

namespace underfed {

void write_headline(const Diagnosis& diagnosis, Page& page) {
  Spans text;
  for (const std::string& sentence : headline(diagnosis)) {
    text.push_back({text.empty() ? sentence : " " + sentence, Paint::strong});
  }
  page.paragraph(0, 0, text);
}

Paint paint_of(const Assessment& assessment) {
  switch (assessment.outcome) {
    case Outcome::present:
      return Paint::bad;
    case Outcome::ruled_out:
      return Paint::good;
    case Outcome::not_applicable:
      return Paint::quiet;
    case Outcome::cannot_tell:
      return Paint::open;
  }
  return Paint::plain;
}

void render_terminal(const Diagnosis& diagnosis, const TerminalStyle& style, std::ostream& out) {
  Page page(style, out);
  write_headline(diagnosis, page);
  write_bar(diagnosis, page);
  write_settling(diagnosis, page);
  write_checklist(diagnosis, page);
  write_notices(diagnosis, page);
  write_footer(diagnosis, page);
  if (page.verbose()) write_appendix(diagnosis, page);
}

}  // namespace underfed
