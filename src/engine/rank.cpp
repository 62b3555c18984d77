// SPDX-License-Identifier: Apache-2.0
#include "engine/rank.h"

#include <algorithm>
#include <tuple>

namespace underfed {
namespace {

bool leads(const LostTime& lost) { return lost.is_wait && lost.share.high >= kLeadingWait; }

// Larger comes first. A leading wait is ordered by the middle of its range, the others by the lower
// end.
std::tuple<bool, double, double> weight(const Judgement& judgement) {
  const LostTime lost = judgement.assessment.lost.value_or(LostTime{});
  const double middle = (lost.share.low + lost.share.high) / 2;
  const bool first = leads(lost);
  return {first, first ? middle : lost.share.low, lost.share.high};
}

bool stands_alone(const Judgement& judgement) {
  return judgement.assessment.outcome == Outcome::present &&
         judgement.assessment.explained_by.empty();
}

}  // namespace

std::vector<const Judgement*> rank(const std::vector<const Judgement*>& judgements) {
  std::vector<const Judgement*> ranked;
  std::copy_if(judgements.begin(), judgements.end(), std::back_inserter(ranked),
               [](const Judgement* j) { return stands_alone(*j); });
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Judgement* a, const Judgement* b) { return weight(*a) > weight(*b); });
  return ranked;
}

}  // namespace underfed
