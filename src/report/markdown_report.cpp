// SPDX-License-Identifier: Apache-2.0
#include "report/markdown_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "report/bar_text.h"
#include "report/display_text.h"
#include "report/quantity_text.h"
#include "report/wording.h"

namespace underfed {
namespace {

constexpr int kCells = 50;
constexpr std::size_t kLegendColumns = 76;

// Text that stays text: every character with a meaning in Markdown is escaped.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : printable(text, Charset::unicode)) {
    if (std::string_view("\\`*_{}[]<>#|~&$").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// Text between backticks, which cannot be escaped there; for use outside of tables.
std::string code(std::string_view text) {
  std::string inner = printable(text, Charset::unicode);
  std::replace(inner.begin(), inner.end(), '`', '\'');
  return "`" + inner + "`";
}

std::string table_code(std::string_view text) {
  std::string out;
  for (const char c : code(text)) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

bool is_listed(const Judgement& one) {
  return one.cause->checklist > 0 ||
         (one.assessment.outcome == Outcome::present && one.assessment.explained_by.empty());
}

void write_bar(const Diagnosis& diagnosis, std::ostream& out) {
  const std::vector<GroupShare> division = step_division(diagnosis);
  if (division.empty()) return;
  const DivisionTitle title = division_title(diagnosis);
  std::string scope = printable(title.scope, Charset::unicode);
  std::replace(scope.begin(), scope.end(), '`', '\'');
  out << "\n```text\n" << title.title << "   " << scope << '\n';
  for (const BarPart& part : bar_of(division, kCells, Charset::unicode)) out << part.cells;
  out << '\n';
  for (const std::string& line : legend_of(division, kLegendColumns, Charset::unicode)) {
    out << line << '\n';
  }
  out << "```\n";
}

std::string settle_cell(const Diagnosis& diagnosis, const Assessment& assessment) {
  if (assessment.outcome != Outcome::cannot_tell || !assessment.settle) return {};
  const Settle& settle = *assessment.settle;
  const std::string command = settle_command(diagnosis, settle, Paths::names_only);
  if (command.empty()) return assessment.summary.empty() ? "" : "; " + plain(settle.how);
  return " → " + table_code(command);
}

void write_row(const Diagnosis& diagnosis, const Judgement& one, std::ostream& out) {
  const Assessment& assessment = one.assessment;
  const bool present = assessment.outcome == Outcome::present;
  const std::string number =
      one.cause->checklist > 0 ? std::to_string(one.cause->checklist) : std::string("\\+");
  std::string what = plain(clause(assessment));
  if (!assessment.explained_by.empty()) {
    what += ", explained by " + plain(title_of(diagnosis, assessment.explained_by));
  }
  const std::string word(outcome_word(assessment));
  out << fmt::format("| {} | {} | {} | {}{} |\n", number, plain(one.cause->title),
                     present ? "**" + word + "**" : word, what, settle_cell(diagnosis, assessment));
}

template <typename Write>
void for_each_listed(const Diagnosis& diagnosis, Write write) {
  for (const auto* list : {&diagnosis.checklist, &diagnosis.others}) {
    for (const Judgement& one : *list) {
      if (is_listed(one)) write(one);
    }
  }
}

void write_table(const Diagnosis& diagnosis, std::ostream& out) {
  out << "\n| | check | outcome | what was seen |\n|---|---|---|---|\n";
  for_each_listed(diagnosis, [&](const Judgement& one) { write_row(diagnosis, one, out); });
}

void write_remedy(const Diagnosis& diagnosis, const Judgement& judgement, const Remedy& remedy,
                  bool first, std::ostream& out) {
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  std::string keyword = remedy_keyword(diagnosis, judgement, remedy, first);
  for (const SettingChange& change : remedy.changes) {
    const SettingWords words = setting_words(change, view);
    out << fmt::format("- {}: {}", keyword, code(words.key + ": " + words.value));
    if (!words.why.empty()) out << " (" << plain(words.why) << ")";
    out << '\n';
    keyword = "with it";
  }
  if (!remedy.action.empty())
    out << "- " << keyword << ": " << plain(to_text(remedy.action)) << '\n';
  if (const std::string gain = gain_text(remedy); !gain.empty()) {
    out << "  - gain: " << plain(gain) << '\n';
  }
  if (const std::string risk = risk_text(remedy); !risk.empty()) {
    out << "  - risk: " << plain(risk) << '\n';
  }
}

void write_finding(const Diagnosis& diagnosis, const Judgement& one, std::ostream& out) {
  const Assessment& finding = one.assessment;
  out << "\n**" << plain(one.cause->title) << "**";
  for (const Statement& line : finding.detail) out << "  \n" << plain(to_text(line));
  out << "\n\n";
  bool first = true;
  for (const Remedy& remedy : finding.remedies) {
    if (!is_worth_showing(remedy)) continue;
    write_remedy(diagnosis, one, remedy, first, out);
    first = false;
  }
  if (!finding.check.empty()) out << "- check: " << plain(to_text(finding.check)) << '\n';
  for (const Judgement* other : explained_by(diagnosis, one.cause->id)) {
    if (other->cause->checklist > 0) continue;
    out << "- also: " << plain(other->cause->title) << ": " << plain(clause(other->assessment))
        << '\n';
  }
}

void write_findings(const Diagnosis& diagnosis, std::ostream& out) {
  for_each_listed(diagnosis, [&](const Judgement& one) {
    const bool present = one.assessment.outcome == Outcome::present;
    if (present && one.assessment.explained_by.empty()) write_finding(diagnosis, one, out);
  });
}

void write_settling(const Diagnosis& diagnosis, std::ostream& out) {
  if (diagnosis.verdict != Verdict::cannot_tell) return;
  const std::vector<SettleOption> ways = settle_options(diagnosis);
  if (!ways.empty()) out << "\nTo settle it:\n\n";
  for (const SettleOption& way : ways) {
    const std::string command = settle_command(diagnosis, *way.settle, Paths::names_only);
    out << "- " << (command.empty() ? "" : code(command) + ": ")
        << plain(questions_text(way) + "; " + way.settle->how) << '\n';
  }
}

void write_notices(const Diagnosis& diagnosis, std::ostream& out) {
  const std::vector<Notice> notices = all_notices(diagnosis);
  if (!notices.empty() || !diagnosis.contradictions.empty()) out << "\nTo note:\n\n";
  for (const Notice& one : notices) out << "- " << plain(to_text(one.text)) << '\n';
  for (const Contradiction& one : diagnosis.contradictions) {
    out << "- " << plain(contradiction_text(one)) << '\n';
  }
}

void write_footer(const Diagnosis& diagnosis, std::ostream& out) {
  out << '\n';
  const auto line = [&out](std::string_view label, const std::string& text) {
    if (!text.empty()) out << "- " << label << plain(text) << '\n';
  };
  line("", others_text(diagnosis));
  const Plan& plan = diagnosis.plan;
  if (plan.prediction && diagnosis.ranked.size() > 1) {
    line("together: ", prediction_text(*plan.prediction));
  }
  line("then: ", to_text(plan.next_limit));
  line("lost: ", lost_text(diagnosis));
  if (has_borrowed_key(diagnosis)) {
    line("", "setting names as Hugging Face TrainingArguments spell them; yours may differ");
  }
  std::string from;
  for (const InputSummary& input : diagnosis.inputs) {
    from += (from.empty() ? "" : ", ") + base_name(input.source);
  }
  out << "- underfed " << UNDERFED_VERSION << (from.empty() ? "" : ", from " + plain(from)) << '\n';
}

}  // namespace

void render_markdown(const Diagnosis& diagnosis, std::ostream& out) {
  std::string first;
  for (const std::string& sentence : headline(diagnosis)) {
    first += (first.empty() ? "" : " ") + sentence;
  }
  out << "**" << plain(first) << "**\n";
  write_bar(diagnosis, out);
  write_settling(diagnosis, out);
  write_table(diagnosis, out);
  write_findings(diagnosis, out);
  write_notices(diagnosis, out);
  write_footer(diagnosis, out);
}

}  // namespace underfed
