// SPDX-License-Identifier: Apache-2.0
// Pauses: training stands still for evaluation, checkpoints or logging.
// Present when the device is idle inside such ranges for kWorthTelling of the window or more.
// Misled by: the length of the recording. A trace of a few steps rarely holds a pause, and says
// nothing of their share.
#include <array>
#include <cmath>

#include "causes/measured.h"
#include "core/cause.h"
#include "signals/config.h"
#include "signals/host.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::pauses {
namespace {

constexpr double kOften =
    50;  // steps between evaluations: below it 15 to 30 % of a run is usual (cases/lessons 6)
constexpr double kMostSteps = 1e9;  // no training is longer

// Steps from one evaluation to the next. A figure below 1 is a share of the whole run, as Hugging
// Face reads it, and says no number of steps.
std::optional<double> steps_between(const EvidenceView& evidence) {
  const auto every = evidence.number(kEvalEvery);
  const bool is_steps = every && *every >= 1 && *every <= kMostSteps;
  return is_steps ? every : std::nullopt;
}

Remedy less_often(const EvidenceView& evidence, Range gain) {
  Remedy remedy;
  remedy.id = "pause-less-often";
  remedy.gain = gain;
  remedy.advice = Advice::offer;
  if (const auto every = steps_between(evidence)) {
    remedy.changes = {{.setting = &kEvalEvery,
                       .from = std::to_string(std::lround(*every)),
                       .to = std::to_string(std::lround(*every * 4))}};
  } else {
    remedy.action = {"evaluate, save and log less often, and keep generation out of evaluation"};
  }
  remedy.risk = {"the best checkpoint is found later; a crash loses more steps"};
  return remedy;
}

Assessment paused(const EvidenceView& evidence, const MeasuredShare& pause) {
  Assessment answer = found(pause, kWorthTelling, OfHostTime::no);
  answer.summary = {"{} of the time", {share(pause.share)}};
  if (const Table* table = evidence.table(kHostPauses)) {
    for (std::size_t row = 0; row < table->rows.size() && row < 2; ++row) {
      answer.detail.push_back({"{}: {} times, {} in all",
                               {table->text(row, "name"), count(table->number(row, "count")),
                                seconds(table->number(row, "seconds"))}});
    }
  }
  answer.lost = LostTime{.share = {pause.interval.low / 2, pause.interval.high},
                         .is_wait = true,
                         .wait_removed_s = pause.share * pause.step_s};
  answer.remedies = {less_often(evidence, answer.lost->share)};
  answer.check = {"the share of pauses over a whole epoch must fall; a log with times shows it"};
  return answer;
}

Assessment without_trace(const EvidenceView& evidence) {
  Settle settle = settled_by(kFromLog, "a training log shows how long evaluation and saving take");
  const auto every = steps_between(evidence);
  if (every && *every < kOften) {
    return cannot_tell(Lean::suspected, {"evaluation every {} steps", {count(*every)}},
                       std::move(settle));
  }
  return cannot_tell(Lean::none, {"nothing here shows pauses"}, std::move(settle));
}

Assessment assess(const EvidenceView& evidence) {
  const auto pause = measured(evidence, kStepPauseShare);
  if (!pause) return without_trace(evidence);
  if (pause->share >= kWorthTelling) return paused(evidence, *pause);
  // A few steps between two evaluations say nothing of how often they come.
  return cannot_tell(
      Lean::none,
      {"none in these {} steps; the trace is too short to say how often they come",
       {count(pause->steps)}},
      settled_by(kFromLog, "a training log shows how long evaluation and saving take"));
}

constexpr std::array<const Signal*, 1> kNeeds{&kStepPauseShare};
constexpr std::array<const Signal*, 2> kWants{&kHostPauses, &kEvalEvery};

}  // namespace

extern const Cause cause;
const Cause cause{.id = "pauses",
                  .title = "pauses",
                  .checklist = 0,
                  .needs = kNeeds,
                  .wants = kWants,
                  .assess = assess};

}  // namespace underfed::pauses
