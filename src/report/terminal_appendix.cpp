// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/display_text.h"
#include "report/quantity_text.h"
#include "report/terminal_sections.h"
#include "report/value_text.h"
#include "report/wording.h"

// What -v adds below the report: everything that was looked at, with where it comes from.
namespace underfed {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kItem = 4;
constexpr std::size_t kMostRows = 20;
constexpr std::size_t kWidestCell = 44;

void heading(Page& page, std::string_view title) {
  page.blank();
  page.paragraph(kIndent, kIndent, {{std::string(title), Paint::strong}});
}

// "name  text" with the name in a column of its own where there is room.
void item(Page& page, const std::string& name, const Spans& text) {
  const std::size_t column = page.width() >= 72 ? kItem + 28 : kItem + 4;
  page.labelled({{std::string(kItem, ' ')}, {name}}, column, text);
}

std::string remedy_words(const Diagnosis& diagnosis, const Remedy& remedy) {
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  std::string text;
  for (const SettingChange& change : remedy.changes) {
    const SettingWords words = setting_words(change, view);
    text += (text.empty() ? "" : ", ") + words.key + ": " + words.value;
  }
  const std::string action = to_text(remedy.action);
  if (!action.empty()) text += (text.empty() ? "" : "; ") + action;
  return text.empty() ? remedy.id : text;
}

void write_plan(const Diagnosis& diagnosis, Page& page) {
  const Plan& plan = diagnosis.plan;
  if (plan.remedies.empty() && plan.left_out.empty()) return;
  heading(page, "plan");
  for (const PlannedRemedy& one : plan.remedies) {
    item(page, one.cause,
         {{remedy_words(diagnosis, one.remedy)},
          {fmt::format(" ({})", to_text(one.remedy.on_resume)), Paint::quiet}});
  }
  for (const LeftOut& one : plan.left_out) {
    item(page, one.cause,
         {{"left out: ", Paint::open},
          {remedy_words(diagnosis, one.remedy) + ": "},
          {to_text(one.why), Paint::quiet}});
  }
}

void write_causes(const Diagnosis& diagnosis, Page& page) {
  const bool any = std::any_of(diagnosis.others.begin(), diagnosis.others.end(), [](const auto& j) {
    return j.assessment.outcome != Outcome::present;
  });
  if (!any) return;
  heading(page, "the other causes");
  for (const Judgement& one : diagnosis.others) {
    const Assessment& assessment = one.assessment;
    if (assessment.outcome == Outcome::present) continue;
    Spans text{
        {std::string(outcome_word(assessment)), paint_of(assessment)}, {" "}, {clause(assessment)}};
    if (assessment.settle && !assessment.summary.empty()) {
      text.push_back({"; " + assessment.settle->how, Paint::quiet});
    }
    item(page, std::string(one.cause->title), text);
  }
}

bool is_number_like(const std::string& cell) {
  return !cell.empty() && (std::isdigit(static_cast<unsigned char>(cell.front())) != 0 ||
                           cell.front() == '<' || cell.front() == '-');
}

// Columns that fit beside each other; the rest is in the JSON.
std::vector<std::size_t> column_widths(const Grid& grid, std::size_t room) {
  std::vector<std::size_t> widths;
  std::size_t used = 0;
  for (std::size_t at = 0; !grid.rows.empty() && at < grid.rows.front().size(); ++at) {
    std::size_t widest = 0;
    for (const auto& row : grid.rows) {
      if (at < row.size()) widest = std::max(widest, display_width(row[at]));
    }
    widest = std::min(widest, std::min(kWidestCell, room - 2));
    if (used + widest > room) break;
    widths.push_back(widest);
    used += widest + 2;
  }
  return widths;
}

std::string grid_line(const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
                      bool heading_row) {
  std::string text;
  for (std::size_t at = 0; at < widths.size(); ++at) {
    const std::string cell = at < row.size() ? shorten(row[at], widths[at]) : std::string{};
    const std::string space(widths[at] - std::min(widths[at], display_width(cell)), ' ');
    const bool right = at > 0 && (heading_row || is_number_like(cell));
    text += (at > 0 ? "  " : "") + (right ? space + cell : cell + space);
  }
  return text;
}

void write_grid(const Evidence& evidence, Page& page) {
  Grid grid = grid_of(evidence, kMostRows);
  if (grid.rows.size() < 2) return;
  const Charset charset = page.ascii() ? Charset::ascii : Charset::unicode;
  for (auto& row : grid.rows) {
    for (std::string& cell : row) cell = printable(cell, charset);
  }
  const auto widths = column_widths(grid, page.width() - kItem);
  page.blank();
  std::string title(evidence.signal->id);
  if (!evidence.subject.id.empty()) {
    title += fmt::format(", {} {}", to_text(evidence.subject.scope), evidence.subject.id);
  }
  page.paragraph(kIndent, kItem, {{title, Paint::strong}});
  for (std::size_t at = 0; at < grid.rows.size(); ++at) {
    page.laid_out({{std::string(kItem, ' ') + grid_line(grid.rows[at], widths, at == 0),
                    at == 0 ? Paint::quiet : Paint::plain}});
  }
  const std::size_t columns_left = grid.rows.front().size() - widths.size();
  if (grid.left_out > 0 || columns_left > 0) {
    page.paragraph(
        kItem, kItem,
        {{fmt::format("{} more rows, {} more columns: --format json", grid.left_out, columns_left),
          Paint::quiet}});
  }
}

void write_evidence(const Diagnosis& diagnosis, Page& page) {
  if (diagnosis.evidence.empty()) return;
  heading(page, "evidence");
  for (const Evidence& one : diagnosis.evidence.evidence()) {
    std::string about;
    if (one.subject.scope == Scope::device && one.subject.id != diagnosis.device) {
      about = " of device " + one.subject.id;
    }
    item(page, std::string(one.signal->id),
         {{value_text(one) + about},
          {fmt::format(" [{}]", provenance_text(one.provenance)), Paint::quiet}});
  }
}

void write_absences(const Diagnosis& diagnosis, Page& page) {
  if (diagnosis.evidence.absences().empty()) return;
  heading(page, "not known");
  for (const Absence& one : diagnosis.evidence.absences()) {
    Spans text{{one.reason}};
    if (!one.hint.empty()) text.push_back({"; " + one.hint, Paint::quiet});
    item(page, std::string(one.signal->id), text);
  }
}

void write_inputs(const Diagnosis& diagnosis, Page& page) {
  if (diagnosis.inputs.empty()) return;
  heading(page, "inputs");
  for (const InputSummary& one : diagnosis.inputs) item(page, one.source, {{one.kind}});
}

}  // namespace

void write_appendix(const Diagnosis& diagnosis, Page& page) {
  write_plan(diagnosis, page);
  write_causes(diagnosis, page);
  for (const Evidence& one : diagnosis.evidence.evidence()) write_grid(one, page);
  write_evidence(diagnosis, page);
  write_absences(diagnosis, page);
  write_inputs(diagnosis, page);
}

}  // namespace underfed
