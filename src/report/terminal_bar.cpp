// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/bar_text.h"
#include "report/terminal_sections.h"

namespace underfed {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kScopeColumn = 24;
constexpr std::size_t kCells = 50;  // one cell is 2 %

Paint paint_of(StepGroup group) {
  switch (group) {
    case StepGroup::compute:
      return Paint::good;
    case StepGroup::data:
    case StepGroup::idle:
      return Paint::bad;
    case StepGroup::other:
      return Paint::quiet;
    default:
      return Paint::open;
  }
}

}  // namespace

void write_bar(const Diagnosis& diagnosis, Page& page) {
  const std::vector<GroupShare> division = step_division(diagnosis);
  if (division.empty()) return;
  const Charset charset = page.ascii() ? Charset::ascii : Charset::unicode;
  const DivisionTitle title = division_title(diagnosis);
  const Spans indent{{std::string(kIndent, ' ')}};
  page.blank();
  page.labelled({indent.front(), {title.title}}, kScopeColumn, {{title.scope, Paint::quiet}});
  Spans bar = indent;
  const int cells = static_cast<int>(std::min(kCells, page.width() - 2 * kIndent));
  for (const BarPart& part : bar_of(division, cells, charset)) {
    bar.push_back({part.cells, paint_of(part.group)});
  }
  page.laid_out(bar);
  for (const std::string& line : legend_of(division, page.width() - kIndent, charset)) {
    page.laid_out({indent.front(), {line}});
  }
}

}  // namespace underfed
