// SPDX-License-Identifier: Apache-2.0
#include "engine/plan.h"

#include <algorithm>

#include "model/step_time.h"
#include "signals/config.h"
#include "signals/host.h"
#include "signals/loader.h"
#include "signals/step.h"

namespace underfed {
namespace {

// Host time in the loader, per step: making batches where there are no workers, waiting for them
// where there are.
double loader_time_s(const EvidenceView& evidence) {
  const Distribution* fetch = evidence.distribution(kLoaderFetch);
  return fetch != nullptr ? fetch->mean() * evidence.number(kLoaderPerStep).value_or(1) : 0;
}

// The host's work is without the loader: once the device no longer waits for it, workers do that.
std::optional<StepBudget> budget_of(const EvidenceView& evidence) {
  const auto step = evidence.number(kStepMeanTime);
  const auto busy = evidence.number(kStepBusyShare);
  if (!step || !busy || *step <= 0) return std::nullopt;
  StepBudget budget;
  budget.step_s = *step;
  budget.device_busy_s = *busy * *step;
  if (const auto work = evidence.number(kHostWork)) {
    budget.host_work_s = std::max(0.0, *work - loader_time_s(evidence));
  }
  return budget;
}

// The effects of several findings together. `scale` is 1 for all that they claim, less for the
// cautious end.
Effect joint_effect(const std::vector<const Judgement*>& ranked, bool cautious) {
  Effect sum;
  for (const Judgement* one : ranked) {
    const LostTime lost = one->assessment.lost.value_or(LostTime{});
    const double scale = cautious && lost.share.high > 0 ? lost.share.low / lost.share.high : 1;
    sum.wait_removed_s += lost.wait_removed_s * scale;
    sum.device_removed_s += lost.device_removed_s * scale;
  }
  return sum;
}

// A single finding's own range is what the joint one can never fall below.
Range at_least_each(Range joint, const std::vector<const Judgement*>& ranked) {
  for (const Judgement* one : ranked) {
    if (!one->assessment.lost) continue;
    joint.low = std::max(joint.low, one->assessment.lost->share.low);
    joint.high = std::max(joint.high, one->assessment.lost->share.high);
  }
  return joint;
}

bool changes(const Remedy& remedy, const Signal& setting) {
  return std::any_of(remedy.changes.begin(), remedy.changes.end(),
                     [&](const SettingChange& change) { return change.setting == &setting; });
}

// The remedy in the plan that changes a setting of `remedy` already; null if none does.
const PlannedRemedy* in_the_way(const Plan& plan, const Remedy& remedy) {
  const auto clash =
      std::find_if(plan.remedies.begin(), plan.remedies.end(), [&](const PlannedRemedy& planned) {
        return std::any_of(
            remedy.changes.begin(), remedy.changes.end(),
            [&](const SettingChange& change) { return changes(planned.remedy, *change.setting); });
      });
  return clash != plan.remedies.end() ? &*clash : nullptr;
}

Statement reason_to_leave_out(const Plan& plan, const Remedy& remedy, bool starved) {
  if (remedy.advice == Advice::offer)
    return {"a suspicion, or a gate is open: offered, not planned"};
  if (starved && changes(remedy, kMicroBatch)) {
    return {"the device waits for data: a bigger batch would wait longer"};
  }
  if (const PlannedRemedy* other = in_the_way(plan, remedy)) {
    return {"{} changes the same setting", {other->cause}};
  }
  return {};
}

bool is_starved(const std::vector<const Judgement*>& ranked) {
  return std::any_of(ranked.begin(), ranked.end(),
                     [](const Judgement* j) { return j->cause->id == "input-starvation"; });
}

// What the next limit is once the plan is applied: host and loader do not get faster by a faster
// device.
Statement next_limit(const StepBudget& budget, const Effect& effect) {
  const double after_s = step_after(budget, effect);
  const double device_s = std::max(0.0, budget.device_busy_s - effect.device_removed_s);
  if (budget.host_work_s && *budget.host_work_s >= 0.9 * after_s &&
      *budget.host_work_s > device_s) {
    return {"after it the host is the limit: its own work takes {} a step",
            {seconds(*budget.host_work_s)}};
  }
  return {};
}

}  // namespace

std::optional<Range> joint_time_lost(const EvidenceView& evidence,
                                     const std::vector<const Judgement*>& ranked) {
  const auto budget = budget_of(evidence);
  if (!budget || ranked.empty()) return std::nullopt;
  const auto saved = [&](bool cautious) {
    return 1 - step_after(*budget, joint_effect(ranked, cautious)) / budget->step_s;
  };
  return at_least_each({saved(true), saved(false)}, ranked);
}

Plan make_plan(const EvidenceView& evidence, const std::vector<const Judgement*>& ranked) {
  Plan plan;
  std::vector<const Judgement*> treated;
  for (const Judgement* one : ranked) {
    const std::size_t before = plan.remedies.size();
    for (const Remedy& remedy : one->assessment.remedies) {
      const std::string cause(one->cause->id);
      Statement why = reason_to_leave_out(plan, remedy, is_starved(ranked));
      if (why.empty()) {
        plan.remedies.push_back({cause, remedy});
      } else {
        plan.left_out.push_back({cause, remedy, std::move(why)});
      }
    }
    if (plan.remedies.size() > before) treated.push_back(one);
  }
  if (const auto saved = joint_time_lost(evidence, treated)) {
    const StepBudget budget = *budget_of(evidence);
    plan.prediction = Prediction{
        .time_saved = *saved,
        .step_s = Range{budget.step_s * (1 - saved->high), budget.step_s * (1 - saved->low)}};
    plan.next_limit = next_limit(budget, joint_effect(treated, false));
  }
  return plan;
}

}  // namespace underfed
