// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/quantity_text.h"
#include "report/step_division.h"
#include "report/wording.h"
#include "signals/gpu.h"
#include "signals/run.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed {
namespace {

// How the first line tells of a cause; "{}" is its time. A cause without a row is told by its
// title.
struct Telling {
  std::string_view cause;
  std::string_view sentence;
};
constexpr std::array kTellings{
    Telling{"input-starvation", "It waits for the next batch for {} of it."},
    Telling{"small-batch", "It gets too little work per launch, which costs {} of the time."},
    Telling{"wrong-precision",
            "Its matrix work runs in a slow precision, which costs {} of the time."},
    Telling{"padding-waste", "Padding takes {} of the time."},
    Telling{"slow-attention", "Attention is not fused, which costs {} of the time."},
    Telling{"host-sync", "The host stops to wait for it and then feeds it late: {} of the time."},
    Telling{"exposed-communication", "Communication that nothing hides takes {} of it."},
    Telling{"pauses", "Evaluation, saving or logging stops it for {} of it."},
    Telling{"compile-trouble", "It waits for code to be compiled or loaded for {} of it."},
};

std::string device_name(const Diagnosis& diagnosis) {
  return diagnosis.device.empty() ? "The GPU" : "GPU " + diagnosis.device;
}

bool is_share(const Statement::Part& part) {
  const auto* quantity = std::get_if<Quantity>(&part);
  return quantity != nullptr && quantity->unit == Unit::share;
}

// The time of a finding in few words: its own number where the summary opens with it, else the
// range.
std::string time_of(const Assessment& finding) {
  const Statement& summary = finding.summary;
  if (summary.pattern.starts_with("{}") && !summary.values.empty() &&
      is_share(summary.values.front())) {
    return to_text(std::get<Quantity>(summary.values.front()));
  }
  return finding.lost ? range_text(finding.lost->share, Unit::share) : std::string{};
}

std::string told(const Judgement& judgement) {
  const Assessment& finding = judgement.assessment;
  const std::string time = time_of(finding);
  const auto* const row =
      std::find_if(kTellings.begin(), kTellings.end(),
                   [&](const Telling& telling) { return telling.cause == judgement.cause->id; });
  std::string sentence;
  if (row != kTellings.end() && !time.empty()) {
    sentence = fmt::format(fmt::runtime(row->sentence), time);
  } else {
    const std::string what = time.empty() ? to_text(finding.summary) : time + " of the time";
    sentence = fmt::format("The first cause is {}: {}.", judgement.cause->title, what);
  }
  if (finding.confidence == Confidence::possible) {
    const std::string reason = to_text(finding.confidence_reason);
    sentence.pop_back();
    sentence += reason.empty() ? " (possible)." : fmt::format(" (possible: {}).", reason);
  }
  return sentence;
}

// "Then wrong precision (31-46 %) and pauses (4-5 %)."
std::string what_follows(const Diagnosis& diagnosis) {
  constexpr std::size_t kNamed = 2;
  std::string text = "Then ";
  for (std::size_t at = 1; at < diagnosis.ranked.size(); ++at) {
    const bool last = at + 1 == diagnosis.ranked.size() || at == kNamed;
    if (at > 1) text += last && at + 1 == diagnosis.ranked.size() ? " and " : ", ";
    const Judgement& one = *diagnosis.ranked[at];
    text += one.cause->title;
    if (one.assessment.lost) {
      text += fmt::format(" ({})", range_text(one.assessment.lost->share, Unit::share));
    }
    if (last) break;
  }
  if (diagnosis.ranked.size() > kNamed + 1) {
    text += fmt::format(" and {} more", diagnosis.ranked.size() - kNamed - 1);
  }
  return text + ".";
}

std::string counted_busy(const EvidenceView& view, const std::string& name) {
  const auto busy = view.number(kGpuCounterBusy);
  if (!busy) return {};
  std::string bracket = bracket_text(view.interval(kGpuCounterBusy).value_or(Range{*busy, *busy}));
  if (!bracket.empty()) bracket = fmt::format(" ({} %)", bracket);
  return fmt::format("{} was busy {} of the time{}, by its own counter.", name,
                     to_text(share(*busy)), bracket);
}

// How busy the device in focus is; empty where nothing says.
std::string busyness(const Diagnosis& diagnosis) {
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  const std::string name = device_name(diagnosis);
  const std::vector<GroupShare> division = step_division(diagnosis);
  if (!division.empty()) {
    const bool computes = division.front().group == StepGroup::compute;
    const int percent = computes ? division.front().percent : 0;
    const std::string text = computes && percent == 0 ? to_text(share(division.front().share))
                                                      : fmt::format("{} %", percent);
    return fmt::format("{} computes {} of the time.", name, text);
  }
  if (const auto busy = view.number(kGpuKernelBusy)) {
    return fmt::format("{} is busy {} of the time.", name, to_text(share(*busy)));
  }
  return counted_busy(view, name);
}

int checklist_count(const Diagnosis& diagnosis, bool clear) {
  return static_cast<int>(
      std::count_if(diagnosis.checklist.begin(), diagnosis.checklist.end(), [clear](const auto& j) {
        const Outcome outcome = j.assessment.outcome;
        const bool is_clear = outcome == Outcome::ruled_out || outcome == Outcome::not_applicable;
        return clear ? is_clear : outcome == Outcome::cannot_tell;
      }));
}

std::string checks_text(const Diagnosis& diagnosis) {
  const int clear = checklist_count(diagnosis, true);
  const int open = checklist_count(diagnosis, false);
  if (open == 0) return clear == 5 ? "All five checks are clear." : "All checks are clear.";
  return fmt::format("{} of {} checks are clear, {} cannot be told from this.", clear,
                     diagnosis.checklist.size(), open);
}

std::string busy_share_text(const EvidenceView& view) {
  for (const Signal* signal : {&kStepBusyShare, &kGpuKernelBusy, &kGpuCounterBusy}) {
    if (const auto busy = view.number(*signal)) return to_text(share(*busy)) + " busy";
  }
  return {};
}

std::vector<std::string> well_fed(const Diagnosis& diagnosis) {
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  const std::string busy = busy_share_text(view);
  std::string numbers = busy.empty() ? "" : ": " + busy;
  if (const auto mfu = view.number(kRunMfu)) {
    numbers += fmt::format("{}{} of the GPU's 16-bit peak", numbers.empty() ? ": " : ", ",
                           to_text(share(*mfu)));
  }
  return {fmt::format("This job is well fed{}.", numbers), checks_text(diagnosis),
          "A faster run needs a smaller model, fewer tokens or more GPUs."};
}

std::vector<std::string> too_small(const Diagnosis& diagnosis) {
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  const std::string model = view.text(kGpuModel).value_or("");
  std::vector<std::string> lines;
  if (std::string busy = busyness(diagnosis); !busy.empty()) lines.push_back(std::move(busy));
  lines.push_back(fmt::format("Nothing slows it down: the job is too small for this GPU{}.",
                              model.empty() ? "" : " (" + model + ")"));
  lines.push_back(
      "Take a smaller GPU, or a larger micro batch if the training allows it. Sharing the card "
      "with "
      "a second job is no remedy: it slows both.");
  return lines;
}

std::vector<std::string> no_device_work(const Diagnosis& diagnosis) {
  std::vector<std::string> lines{"There is no GPU work in this that underfed can read."};
  const Table* unread = EvidenceView(diagnosis.evidence).table(kTraceUnread);
  std::string seen;
  for (std::size_t row = 0; unread != nullptr && row < unread->rows.size() && row < 4; ++row) {
    if (unread->columns.empty()) break;
    const std::string kind = unread->text(row, unread->columns.front());
    std::string number;
    if (unread->columns.size() > 1) {
      number = to_text(count(unread->number(row, unread->columns[1]))) + " events of ";
    }
    seen += (seen.empty() ? "" : ", ") + number + kind;
  }
  if (!seen.empty()) lines.push_back(fmt::format("Seen: {}.", seen));
  if (seen.empty()) {
    lines.push_back(
        "If the training uses a GPU, the recording left it out: profile with "
        "ProfilerActivity.CUDA.");
  }
  return lines;
}

std::string listed(const std::vector<std::string>& titles) {
  std::string text;
  for (std::size_t at = 0; at < titles.size(); ++at) {
    text += (at == 0 ? "" : at + 1 == titles.size() ? " or " : ", ") + titles[at];
  }
  return text;
}

std::vector<std::string> open_ended(const Diagnosis& diagnosis) {
  std::vector<std::string> suspected;
  std::vector<std::string> open;
  for (const Judgement& one : diagnosis.checklist) {
    if (one.assessment.outcome != Outcome::cannot_tell) continue;
    const Lean lean = one.assessment.lean;
    if (lean == Lean::suspected) suspected.emplace_back(one.cause->title);
    if (lean != Lean::unlikely) open.emplace_back(one.cause->title);
  }
  std::vector<std::string> lines;
  if (std::string busy = busyness(diagnosis); !busy.empty()) lines.push_back(std::move(busy));
  if (!suspected.empty()) {
    lines.push_back(
        fmt::format("That looks like {}, but this input cannot prove it.", listed(suspected)));
  } else if (open.size() > 1) {
    lines.push_back(fmt::format("It may be {}: this input cannot tell them apart.", listed(open)));
  } else {
    lines.emplace_back("This input is not enough to say why a GPU would wait.");
  }
  return lines;
}

}  // namespace

std::vector<std::string> headline(const Diagnosis& diagnosis) {
  switch (diagnosis.verdict) {
    case Verdict::well_fed:
      return well_fed(diagnosis);
    case Verdict::job_too_small:
      return too_small(diagnosis);
    case Verdict::no_device_work:
      return no_device_work(diagnosis);
    case Verdict::cannot_tell:
      return open_ended(diagnosis);
    case Verdict::cause_found:
      break;
  }
  std::vector<std::string> lines;
  if (std::string busy = busyness(diagnosis); !busy.empty()) lines.push_back(std::move(busy));
  if (!diagnosis.ranked.empty()) lines.push_back(told(*diagnosis.ranked.front()));
  if (diagnosis.ranked.size() > 1) lines.push_back(what_follows(diagnosis));
  return lines;
}

}  // namespace underfed
