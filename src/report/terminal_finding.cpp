// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/display_text.h"
#include "report/quantity_text.h"
#include "report/terminal_sections.h"
#include "report/value_text.h"
#include "report/wording.h"

namespace underfed {
namespace {

constexpr std::size_t kWhyColumns = 20;  // with less room the reason gets its own line

// "     do     " in front of the first line of a block, spaces in front of the others.
void keyed(Page& page, std::string_view keyword, const Spans& text) {
  page.labelled({{std::string(kBodyColumn, ' ')}, {std::string(keyword), Paint::strong}},
                kTextColumn, text);
}

void write_changes(const std::vector<SettingWords>& changes, std::string keyword, Page& page) {
  std::size_t widest = 0;
  const std::size_t room = page.width() - kTextColumn;
  const auto left_of = [](const SettingWords& words) { return words.key + ": " + words.value; };
  for (const SettingWords& words : changes) {
    widest = std::max(widest, display_width(left_of(words)));
  }
  const std::size_t why_column = kTextColumn + widest + 2;
  const bool beside = widest + 2 + kWhyColumns <= room;
  for (const SettingWords& words : changes) {
    const Spans setting{{left_of(words), Paint::strong}};
    if (!beside || words.why.empty()) {
      keyed(page, keyword, setting);
      if (!words.why.empty()) {
        page.paragraph(kTextColumn + 2, kTextColumn + 2, {{words.why, Paint::quiet}});
      }
    } else {
      const std::size_t used = kBodyColumn + display_width(keyword);
      const Spans head{{std::string(kBodyColumn, ' ')},
                       {keyword, Paint::strong},
                       {std::string(kTextColumn - used, ' ')},
                       setting.front()};
      page.labelled(head, why_column, {{words.why, Paint::quiet}});
    }
    keyword.clear();
  }
}

void write_remedy(const Diagnosis& diagnosis, const Judgement& judgement, const Remedy& remedy,
                  bool first, Page& page) {
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  std::vector<SettingWords> changes;
  for (const SettingChange& change : remedy.changes) {
    changes.push_back(setting_words(change, view));
  }
  std::string keyword = remedy_keyword(diagnosis, judgement, remedy, first);
  if (!changes.empty()) {
    write_changes(changes, keyword, page);
    keyword.clear();
  }
  if (!remedy.action.empty()) keyed(page, keyword, {{to_text(remedy.action)}});
  if (const std::string gain = gain_text(remedy); !gain.empty()) keyed(page, "gain", {{gain}});
  if (const std::string risk = risk_text(remedy); !risk.empty()) keyed(page, "risk", {{risk}});
}

void write_explained(const Diagnosis& diagnosis, const Judgement& judgement, Page& page) {
  for (const Judgement* other : explained_by(diagnosis, judgement.cause->id)) {
    if (other->cause->checklist > 0) continue;  // has its own line in the list
    keyed(page, "also", {{std::string(other->cause->title) + ": " + clause(other->assessment)}});
  }
}

}  // namespace

void write_decided_by(const Judgement& judgement, Page& page) {
  for (const Evidence* one : judgement.assessment.decided_by) {
    if (one == nullptr) continue;
    keyed(page, "seen",
          {{fmt::format("{} {}", one->signal->id, value_text(*one))},
           {fmt::format(" [{}]", provenance_text(one->provenance)), Paint::quiet}});
  }
}

void write_finding(const Diagnosis& diagnosis, const Judgement& judgement, Page& page) {
  const Assessment& finding = judgement.assessment;
  for (const Statement& line : finding.detail) {
    page.paragraph(kBodyColumn, kBodyColumn, {{to_text(line)}});
  }
  bool first = true;
  for (const Remedy& remedy : finding.remedies) {
    if (!page.verbose() && !is_worth_showing(remedy)) continue;
    write_remedy(diagnosis, judgement, remedy, first, page);
    first = false;
  }
  if (!finding.check.empty()) keyed(page, "check", {{to_text(finding.check)}});
  write_explained(diagnosis, judgement, page);
}

}  // namespace underfed
