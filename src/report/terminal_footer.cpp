// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/display_text.h"
#include "report/quantity_text.h"
#include "report/terminal_sections.h"
#include "report/wording.h"

namespace underfed {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kFooterColumn = 12;
constexpr std::size_t kMostWays = 3;
constexpr std::size_t kWayColumn = 14;

void keyed(Page& page, std::string_view keyword, const std::string& text) {
  page.labelled({{std::string(kIndent, ' ')}, {std::string(keyword), Paint::strong}}, kFooterColumn,
                {{text}});
}

void write_together(const Diagnosis& diagnosis, Page& page) {
  const Plan& plan = diagnosis.plan;
  if (plan.prediction && diagnosis.ranked.size() > 1) {
    keyed(page, "together", prediction_text(*plan.prediction));
  }
  if (!plan.next_limit.empty()) keyed(page, "then", to_text(plan.next_limit));
}

// "also looked at ...            underfed -v shows all", both ends of the line where it is wide.
void write_others(const Diagnosis& diagnosis, Page& page) {
  const std::string text = others_text(diagnosis);
  if (text.empty()) return;
  const std::size_t used = kIndent + display_width(text);
  std::string hint = "underfed -v shows all";
  if (used + 3 + hint.size() > std::min<std::size_t>(page.width(), 80)) hint = "-v shows all";
  if (page.verbose()) {
    page.paragraph(kIndent, kIndent, {{text, Paint::quiet}});
  } else if (used + 3 + hint.size() <= page.width()) {
    const std::size_t space = std::min<std::size_t>(page.width(), 80) - used - hint.size();
    const bool fits = used + 3 + hint.size() <= 80;
    page.laid_out({{std::string(kIndent, ' ') + text + std::string(fits ? space : 3, ' ') + hint,
                    Paint::quiet}});
  } else {
    page.paragraph(kIndent, kIndent, {{text + "; " + hint, Paint::quiet}});
  }
}

}  // namespace

void write_settling(const Diagnosis& diagnosis, Page& page) {
  if (diagnosis.verdict != Verdict::cannot_tell) return;
  std::vector<SettleOption> ways = settle_options(diagnosis);
  if (ways.empty()) return;
  page.blank();
  if (!page.verbose() && ways.size() > kMostWays) ways.resize(kMostWays);
  bool first = true;
  for (const SettleOption& way : ways) {
    const std::string command = settle_command(diagnosis, *way.settle);
    const std::string start = first ? "settle it:" : "or:";
    const Spans head{{fmt::format("  {:>10}", start), Paint::strong}};
    if (command.empty()) {
      page.labelled(head, kWayColumn, {{way.settle->how}});
    } else {
      page.labelled(head, kWayColumn, {{command, Paint::cold}});
      page.paragraph(kWayColumn, kWayColumn,
                     {{fmt::format("{}; {}", questions_text(way), way.settle->how), Paint::quiet}});
    }
    first = false;
  }
}

void write_notices(const Diagnosis& diagnosis, Page& page) {
  const std::vector<Notice> notices = all_notices(diagnosis);
  for (const Notice& notice : notices) {
    page.labelled({{"  !", Paint::open}}, kBodyColumn, {{to_text(notice.text)}});
  }
  for (const Contradiction& one : diagnosis.contradictions) {
    page.labelled({{"  !", Paint::open}}, kBodyColumn, {{contradiction_text(one)}});
  }
}

void write_footer(const Diagnosis& diagnosis, Page& page) {
  page.blank();
  write_others(diagnosis, page);
  write_together(diagnosis, page);
  if (const std::string lost = lost_text(diagnosis); !lost.empty()) keyed(page, "lost", lost);
  if (has_borrowed_key(diagnosis)) {
    keyed(page, "names", "as Hugging Face TrainingArguments spell them; yours may differ");
  }
}

}  // namespace underfed
