// SPDX-License-Identifier: Apache-2.0
#include "report/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/display_text.h"
#include "report/quantity_text.h"
#include "report/value_text.h"
#include "signals/run.h"

namespace underfed {
namespace {

// The bracket goes behind the number's own words: "51 % of the time (49-53)".
std::string with_bracket(const Statement& summary, const Range& lost) {
  const std::string text = to_text(summary);
  const std::string bracket = bracket_text(lost);
  if (bracket.empty()) return text;
  for (const std::string_view words : {"of the time", "of the step", "of a step"}) {
    const auto at = text.find(words);
    if (at == std::string::npos) continue;
    const auto end = at + words.size();
    return fmt::format("{} ({}){}", text.substr(0, end), bracket, text.substr(end));
  }
  return fmt::format("{} ({})", text, bracket);
}

// Does the summary open with the share that is lost?
bool opens_with_lost(const Statement& summary, const Range& lost) {
  if (!summary.pattern.starts_with("{}") || summary.values.empty()) return false;
  const auto* quantity = std::get_if<Quantity>(&summary.values.front());
  constexpr double kRounding = 0.005;
  return quantity != nullptr && quantity->unit == Unit::share &&
         quantity->value >= lost.low - kRounding && quantity->value <= lost.high + kRounding;
}

std::string found_text(const Assessment& finding) {
  if (!finding.lost) return to_text(finding.summary);
  if (opens_with_lost(finding.summary, finding.lost->share)) {
    return with_bracket(finding.summary, finding.lost->share);
  }
  std::string text = to_text(finding.summary);
  return text + (text.empty() ? "" : "; ") + "costs " +
         range_text(finding.lost->share, Unit::share) + " of the time";
}

std::string confidence_text(const Assessment& finding) {
  const std::string reason = to_text(finding.confidence_reason);
  std::string text(to_text(finding.confidence));
  if (finding.confidence != Confidence::certain && !reason.empty()) text += ": " + reason;
  return text;
}

const Judgement* find_judgement(const Diagnosis& diagnosis, std::string_view cause) {
  for (const auto* list : {&diagnosis.checklist, &diagnosis.others}) {
    for (const Judgement& one : *list) {
      if (one.cause->id == cause) return &one;
    }
  }
  return nullptr;
}

void add_option(std::vector<SettleOption>& options, const Judgement& judgement) {
  const Settle* settle = &*judgement.assessment.settle;
  const auto same = std::find_if(options.begin(), options.end(), [&](const SettleOption& option) {
    return option.settle->add == settle->add &&
           (!settle->add.empty() || option.settle->how == settle->how);
  });
  if (same == options.end()) {
    options.push_back({settle, {&judgement}});
  } else {
    same->questions.push_back(&judgement);
  }
}

std::ptrdiff_t checklist_questions(const SettleOption& option) {
  return std::count_if(option.questions.begin(), option.questions.end(),
                       [](const Judgement* one) { return one->cause->checklist > 0; });
}

}  // namespace

std::string_view outcome_word(const Assessment& assessment) {
  switch (assessment.outcome) {
    case Outcome::present:
    case Outcome::ruled_out:
      return to_text(assessment.outcome);
    case Outcome::not_applicable:
      return "n/a";
    case Outcome::cannot_tell:
      break;
  }
  return assessment.lean == Lean::none ? to_text(Outcome::cannot_tell) : to_text(assessment.lean);
}

std::string clause(const Assessment& assessment) {
  if (assessment.outcome == Outcome::present) {
    const std::string text = found_text(assessment);
    return text + (text.empty() ? "" : ", ") + confidence_text(assessment);
  }
  const std::string text = to_text(assessment.summary);
  return text.empty() && assessment.settle ? assessment.settle->how : text;
}

std::string settle_command(const Diagnosis& diagnosis, const Settle& settle, Paths paths) {
  if (settle.add.empty()) return {};
  std::string command = "underfed";
  for (const InputSummary& input : diagnosis.inputs) {
    command += " " + shell_word(paths == Paths::as_given ? input.source : base_name(input.source));
  }
  return command + " " + settle.add;
}

std::vector<SettleOption> settle_options(const Diagnosis& diagnosis) {
  std::vector<SettleOption> options;
  for (const auto* list : {&diagnosis.checklist, &diagnosis.others}) {
    for (const Judgement& one : *list) {
      if (one.assessment.outcome == Outcome::cannot_tell && one.assessment.settle) {
        add_option(options, one);
      }
    }
  }
  std::stable_sort(options.begin(), options.end(), [](const auto& a, const auto& b) {
    const auto settled_a = checklist_questions(a);
    const auto settled_b = checklist_questions(b);
    return settled_a != settled_b ? settled_a > settled_b : a.settle->cost < b.settle->cost;
  });
  return options;
}

std::string questions_text(const SettleOption& option) {
  std::vector<std::string> names;
  for (const Judgement* one : option.questions) {
    if (one->cause->checklist > 0) names.push_back(std::to_string(one->cause->checklist));
  }
  if (names.empty()) {
    for (const Judgement* one : option.questions) names.emplace_back(one->cause->title);
  }
  std::string text = "settles ";
  for (std::size_t at = 0; at < names.size(); ++at) {
    text += (at == 0 ? "" : at + 1 == names.size() ? " and " : ", ") + names[at];
  }
  return text;
}

std::vector<const Judgement*> explained_by(const Diagnosis& diagnosis, std::string_view cause) {
  std::vector<const Judgement*> found;
  for (const auto* list : {&diagnosis.checklist, &diagnosis.others}) {
    for (const Judgement& one : *list) {
      const bool present = one.assessment.outcome == Outcome::present;
      if (present && one.assessment.explained_by == cause) found.push_back(&one);
    }
  }
  return found;
}

std::string title_of(const Diagnosis& diagnosis, std::string_view cause) {
  const Judgement* found = find_judgement(diagnosis, cause);
  return std::string(found != nullptr ? found->cause->title : cause);
}

std::string others_text(const Diagnosis& diagnosis) {
  int clear = 0;
  int open = 0;
  for (const Judgement& one : diagnosis.others) {
    if (one.assessment.outcome == Outcome::present) continue;
    ++(one.assessment.outcome == Outcome::cannot_tell ? open : clear);
  }
  if (clear + open == 0) return {};
  const std::string start =
      fmt::format("also looked at {} other{}", clear + open, clear + open == 1 ? "" : "s");
  if (diagnosis.verdict == Verdict::no_device_work) return {};
  if (open == 0) return start + ": nothing found";
  if (clear == 0) return start + ": this input shows none of them";
  return fmt::format("{}: {} clear, {} not visible in this input", start, clear, open);
}

std::string lost_text(const Diagnosis& diagnosis) {
  if (!diagnosis.time_lost) return {};
  const Range& lost = *diagnosis.time_lost;
  if (!std::isfinite(lost.low) || !std::isfinite(lost.high) || lost.high <= 0) return {};
  const bool narrow = lost.high - lost.low < 0.045;
  const std::string hours = narrow ? fmt::format("{:.2f}", (lost.low + lost.high) / 2)
                                   : fmt::format("{:.2f} to {:.2f}", lost.low, lost.high);
  const double ranks =
      EvidenceView(diagnosis.evidence, diagnosis.device).number(kRunWorldSize).value_or(1);
  return hours + (ranks > 1 ? " of every GPU-hour" : " GPU-hours in every hour");
}

std::vector<Notice> all_notices(const Diagnosis& diagnosis) {
  std::vector<Notice> notices;
  const auto take = [&notices](const std::vector<Notice>& more) {
    for (const Notice& notice : more) {
      const bool known = std::any_of(notices.begin(), notices.end(), [&](const Notice& told) {
        return told.id == notice.id && told.provenance == notice.provenance &&
               to_text(told.text) == to_text(notice.text);
      });
      if (!known) notices.push_back(notice);
    }
  };
  for (const InputSummary& input : diagnosis.inputs) take(input.notices);
  take(diagnosis.notices);
  return notices;
}

std::string contradiction_text(const Contradiction& contradiction) {
  const auto said = [](const Evidence& evidence) {
    const std::string& source = evidence.provenance.source;
    return fmt::format(
        "{} ({})", value_text(evidence),
        source.empty() ? std::string(to_text(evidence.provenance.origin)) : base_name(source));
  };
  return fmt::format("two sources disagree on {}: {} is believed, not {}",
                     contradiction.believed->signal->id, said(*contradiction.believed),
                     said(*contradiction.other));
}

}  // namespace underfed
