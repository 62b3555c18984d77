// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnose.h"

#include <algorithm>
#include <iterator>

#include "engine/contradictions.h"
#include "engine/derive.h"
#include "engine/plan.h"
#include "engine/rank.h"
#include "engine/verdict.h"
#include "signals/trace.h"
#include "signals/trace_parts.h"

namespace underfed {
namespace {

// The device that computed most; where no trace says, the first that evidence speaks of.
std::string busiest_device(const EvidenceSet& evidence) {
  std::string busiest;
  double most = -1;
  for (const std::string& device : devices_of(evidence)) {
    const Breakdown* time = EvidenceView(evidence, device).breakdown(kTraceDeviceTime);
    const double worked = time != nullptr ? time->total() - time->part(part::kIdle) : 0;
    if (worked > most) {
      most = worked;
      busiest = device;
    }
  }
  return busiest;
}

void judge(Diagnosis& diagnosis, std::span<const Cause* const> causes) {
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  for (const Cause* cause : causes) {
    Judgement judgement{cause, cause->assess(view)};
    (cause->checklist > 0 ? diagnosis.checklist : diagnosis.others).push_back(std::move(judgement));
  }
  std::sort(diagnosis.checklist.begin(), diagnosis.checklist.end(),
            [](const Judgement& a, const Judgement& b) {
              return a.cause->checklist < b.cause->checklist;
            });
}

// The others in the order in which a report shows them: findings by rank, then the rest by id.
void sort_others(std::vector<Judgement>& others) {
  std::sort(others.begin(), others.end(),
            [](const Judgement& a, const Judgement& b) { return a.cause->id < b.cause->id; });
  std::vector<const Judgement*> pointers;
  for (const Judgement& one : others) pointers.push_back(&one);
  std::vector<Judgement> sorted;
  for (const Judgement* found : rank(pointers)) sorted.push_back(*found);
  for (Judgement& one : others) {
    const bool placed = std::any_of(sorted.begin(), sorted.end(),
                                    [&](const Judgement& s) { return s.cause == one.cause; });
    if (!placed) sorted.push_back(std::move(one));
  }
  others = std::move(sorted);
}

// An explanation holds only if what explains is itself present.
void drop_idle_explanations(Diagnosis& diagnosis) {
  const auto is_present = [&](const std::string& id) {
    const auto matches = [&](const Judgement& j) {
      return j.cause->id == id && j.assessment.outcome == Outcome::present;
    };
    return std::any_of(diagnosis.checklist.begin(), diagnosis.checklist.end(), matches) ||
           std::any_of(diagnosis.others.begin(), diagnosis.others.end(), matches);
  };
  for (auto* list : {&diagnosis.checklist, &diagnosis.others}) {
    for (Judgement& one : *list) {
      if (!is_present(one.assessment.explained_by)) one.assessment.explained_by.clear();
    }
  }
}

}  // namespace

Diagnosis diagnose(Gathered gathered, std::span<const Derivation* const> derivations,
                   std::span<const Cause* const> causes, const DiagnoseOptions& options) {
  Diagnosis diagnosis;
  diagnosis.evidence = std::move(gathered.evidence);
  diagnosis.inputs = std::move(gathered.inputs);
  derive(diagnosis.evidence, derivations);
  diagnosis.device = options.device.empty() ? busiest_device(diagnosis.evidence) : options.device;
  judge(diagnosis, causes);
  drop_idle_explanations(diagnosis);
  sort_others(diagnosis.others);
  std::vector<const Judgement*> all;
  for (const auto* list : {&diagnosis.checklist, &diagnosis.others}) {
    for (const Judgement& one : *list) all.push_back(&one);
  }
  diagnosis.ranked = rank(all);
  diagnosis.contradictions = find_contradictions(diagnosis.evidence);
  for (const InputSummary& input : diagnosis.inputs) {
    diagnosis.notices.insert(diagnosis.notices.end(), input.notices.begin(), input.notices.end());
  }
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  diagnosis.time_lost = joint_time_lost(view, diagnosis.ranked);
  diagnosis.plan = make_plan(view, diagnosis.ranked);
  diagnosis.verdict = verdict_of(view, all, diagnosis.ranked);
  return diagnosis;
}

}  // namespace underfed
