// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/display_text.h"
#include "report/terminal_sections.h"
#include "report/wording.h"

namespace underfed {
namespace {

constexpr std::size_t kTitleColumns = 21;
constexpr std::size_t kOutcomeColumns = 12;
constexpr std::size_t kClauseColumns = 28;  // with less room the clause gets its own line

// The lines of the list share what they need to say "as for 2" instead of the same twice.
class Checklist {
 public:
  Checklist(const Diagnosis& diagnosis, Page& page) : diagnosis_(diagnosis), page_(page) {
    for (const auto* list : {&diagnosis.checklist, &diagnosis.others}) {
      for (const Judgement& one : *list) {
        if (!is_shown(one)) continue;
        title_columns_ = std::max(title_columns_, display_width(one.cause->title) + 2);
      }
    }
    title_columns_ = std::min<std::size_t>(title_columns_, 26);
  }

  void write() {
    for (const Judgement& one : diagnosis_.checklist) entry(one);
    for (const Judgement& one : diagnosis_.others) {
      if (is_shown(one)) entry(one);
    }
  }

 private:
  // Of the others only findings, and those explained by another stand below that one.
  static bool is_shown(const Judgement& one) {
    if (one.cause->checklist > 0) return true;
    return one.assessment.outcome == Outcome::present && one.assessment.explained_by.empty();
  }

  // The number, or a mark for a cause beyond the five; ">" leads the eye to the first to fix.
  [[nodiscard]] std::string mark_of(const Judgement& one) const {
    const bool first = diagnosis_.ranked.size() > 1 && diagnosis_.ranked.front() == &one;
    const std::string number =
        one.cause->checklist > 0 ? fmt::format("{}", one.cause->checklist) : std::string("+");
    return fmt::format("{}{}  ", first ? "> " : "  ", number);
  }

  [[nodiscard]] Spans clause_of(const Judgement& one) const {
    const Assessment& assessment = one.assessment;
    const bool said_above =
        diagnosis_.verdict == Verdict::cannot_tell && assessment.summary.empty();
    std::string text = said_above ? std::string{} : clause(assessment);
    if (!assessment.explained_by.empty()) {
      text += ", explained by " + title_of(diagnosis_, assessment.explained_by);
    }
    return {{std::move(text)}};
  }

  void entry(const Judgement& one) {
    const Spans head{{mark_of(one)},
                     {padded(one.cause->title, title_columns_)},
                     {std::string(outcome_word(one.assessment)), paint_of(one.assessment)}};
    const std::size_t column = kBodyColumn + title_columns_ + kOutcomeColumns;
    const bool beside = column + kClauseColumns <= page_.width();
    if (beside) {
      page_.labelled(head, column, clause_of(one));
    } else {
      page_.laid_out(head);
      page_.paragraph(kBodyColumn, kBodyColumn, clause_of(one));
    }
    if (page_.verbose()) write_decided_by(one, page_);
    if (one.assessment.outcome == Outcome::present && one.assessment.explained_by.empty()) {
      write_finding(diagnosis_, one, page_);
    }
    settle(one, beside ? column : kBodyColumn);
  }

  // "→ underfed trace.json.gz config.yml" below what cannot be told.
  void settle(const Judgement& one, std::size_t column) {
    const auto& way = one.assessment.settle;
    if (one.assessment.outcome != Outcome::cannot_tell || !way) return;
    if (diagnosis_.verdict == Verdict::cannot_tell) return;  // said once, above the list
    const auto [same, is_new] = told_.try_emplace(way->add.empty() ? way->how : way->add, &one);
    if (!is_new) {
      const Cause& told = *same->second->cause;
      page_.paragraph(
          column, column + 2,
          {{fmt::format("→ as for {}", told.checklist > 0 ? std::to_string(told.checklist)
                                                          : std::string(told.title)),
            Paint::cold}});
      return;
    }
    const bool how_is_clause = one.assessment.summary.empty();
    const bool says_how = way->add.empty() || way->cost != Cost::nothing;
    if (says_how && !how_is_clause) page_.paragraph(column, column, {{way->how, Paint::quiet}});
    write_command(settle_command(diagnosis_, *way), way->add, column);
  }

  // On one line, so that it can be copied; where it would not fit, what to add.
  void write_command(const std::string& command, const std::string& add, std::size_t column) {
    if (command.empty()) return;
    const std::string line = "→ " + command;
    for (const std::size_t at : {column, kBodyColumn}) {
      if (at + display_width(line) > page_.width()) continue;
      page_.paragraph(at, at, {{line, Paint::cold}});
      return;
    }
    page_.paragraph(column, column + 2, {{"→ add " + add, Paint::cold}});
  }

  const Diagnosis& diagnosis_;
  Page& page_;
  std::size_t title_columns_ = kTitleColumns;
  std::map<std::string, const Judgement*> told_;
};

}  // namespace

void write_checklist(const Diagnosis& diagnosis, Page& page) {
  page.blank();
  Checklist(diagnosis, page).write();
}

}  // namespace underfed
