// SPDX-License-Identifier: Apache-2.0
// What holds for every cause, whatever the evidence.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "causes/arbitrary_evidence.h"
#include "causes/causes.h"

namespace underfed {
namespace {

using testing_support::arbitrary_evidence;

EvidenceSet set_of(const std::vector<Evidence>& all) {
  EvidenceSet set;
  for (const Evidence& one : all) set.add(one);
  return set;
}

Assessment ask(const Cause& cause, const EvidenceSet& set) {
  return cause.assess(EvidenceView(set, "0"));
}

bool is_range_of_shares(const Range& range) {
  return 0 <= range.low && range.low <= range.high && range.high <= 1;
}

// Each "{}" takes one value, and no value is left over; quantities can be written.
bool is_whole(const Statement& statement) {
  std::size_t places = 0;
  for (std::size_t at = statement.pattern.find("{}"); at != std::string::npos;
       at = statement.pattern.find("{}", at + 2)) {
    ++places;
  }
  const bool finite =
      std::all_of(statement.values.begin(), statement.values.end(), [](const auto& value) {
        const auto* quantity = std::get_if<Quantity>(&value);
        return quantity == nullptr || std::isfinite(quantity->value);
      });
  return places == statement.values.size() && finite;
}

std::vector<Statement> statements_of(const Assessment& answer) {
  std::vector<Statement> all{answer.summary, answer.confidence_reason, answer.check};
  all.insert(all.end(), answer.detail.begin(), answer.detail.end());
  for (const Remedy& remedy : answer.remedies) {
    for (const Statement& one : {remedy.action, remedy.bound, remedy.risk}) all.push_back(one);
    for (const SettingChange& change : remedy.changes) all.push_back(change.why);
  }
  return all;
}

// What is wrong with an answer of any outcome; empty where nothing is.
std::string wrong_in_any(const Assessment& answer) {
  if (answer.summary.empty()) return "no summary";
  const auto& basis = answer.decided_by;
  if (std::find(basis.begin(), basis.end(), nullptr) != basis.end()) return "decided by null";
  for (const Statement& one : statements_of(answer)) {
    if (!is_whole(one)) return "not a whole statement: " + one.pattern;
  }
  const bool present = answer.outcome == Outcome::present;
  if (!present && !answer.remedies.empty()) return "a remedy for nothing";
  if (!present && answer.lost) return "time lost to nothing";
  if (answer.outcome != Outcome::cannot_tell) return answer.settle ? "settles what is known" : "";
  if (!answer.settle || answer.settle->how.empty()) return "says not what would settle it";
  return "";
}

std::string wrong_in_remedies(const std::vector<Remedy>& remedies) {
  std::set<std::string> ids;
  for (const Remedy& remedy : remedies) {
    if (!ids.insert(remedy.id).second) return "two remedies named " + remedy.id;
    if (remedy.gain && !is_range_of_shares(*remedy.gain)) return "gain of " + remedy.id;
    if (remedy.changes.empty() && remedy.action.empty()) return "nothing to do: " + remedy.id;
    for (const SettingChange& change : remedy.changes) {
      if (change.setting == nullptr || change.setting->shape != Shape::setting || change.to.empty())
        return "no setting to change: " + remedy.id;
    }
  }
  return "";
}

std::string wrong_in_finding(const Assessment& answer, const EvidenceView& evidence) {
  if (!answer.lost || !is_range_of_shares(answer.lost->share)) return "no range of time lost";
  if (!(answer.lost->wait_removed_s >= 0 && answer.lost->device_removed_s >= 0))
    return "gives time back";
  if (answer.decided_by.empty()) return "decided by nothing";
  if (answer.check.empty()) return "says not how to check the fix";
  const bool sure = answer.confidence == Confidence::certain;
  if (sure && evidence.number(kTraceSteps).value_or(0) < 3) return "certain of too few steps";
  if (sure != answer.confidence_reason.empty()) return "reason and confidence differ";
  return wrong_in_remedies(answer.remedies);
}

RC_GTEST_PROP(EveryCause, AnswersWholly, ()) {
  const auto all = *arbitrary_evidence();
  const EvidenceSet set = set_of(all);
  for (const Cause* cause : all_causes()) {
    const Assessment answer = ask(*cause, set);
    std::string wrong = wrong_in_any(answer);
    if (wrong.empty() && answer.outcome == Outcome::present)
      wrong = wrong_in_finding(answer, EvidenceView(set, "0"));
    if (!wrong.empty()) RC_FAIL(std::string(cause->id) + ": " + wrong);
  }
}

// Reports of one run must not differ from call to call, nor by the order in which inputs are named.
RC_GTEST_PROP(EveryCause, AnswersTheSameToTheSameEvidenceInAnyOrder, ()) {
  auto all = *arbitrary_evidence();
  const EvidenceSet set = set_of(all);
  std::reverse(all.begin(), all.end());
  const EvidenceSet reversed = set_of(all);
  for (const Cause* cause : all_causes()) {
    const Assessment answer = ask(*cause, set);
    const Assessment again = ask(*cause, reversed);
    RC_ASSERT(answer.outcome == again.outcome);
    RC_ASSERT(answer.summary.pattern == again.summary.pattern);
    RC_ASSERT(answer.remedies.size() == again.remedies.size());
  }
}

// All but what a cause needs, and but one more piece, by its place.
EvidenceSet set_without(const std::vector<Evidence>& all, const Cause& cause, std::size_t place) {
  EvidenceSet set;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool needed =
        std::find(cause.needs.begin(), cause.needs.end(), all[i].signal) != cause.needs.end();
    if (!needed && i != place) set.add(all[i]);
  }
  return set;
}

RC_GTEST_PROP(EveryCause, IsNeverPresentWithoutWhatItNeeds, ()) {
  const auto all = *arbitrary_evidence();
  const auto place = static_cast<std::size_t>(*rc::gen::inRange(0, 100));
  for (const Cause* cause : all_causes()) {
    RC_ASSERT(ask(*cause, set_without(all, *cause, all.size())).outcome != Outcome::present);
    RC_ASSERT(ask(*cause, set_without(all, *cause, place)).outcome != Outcome::present);
  }
}

RC_GTEST_PROP(AllCauses, NeverWriteTwoValuesToOneSetting, ()) {
  const auto all = *arbitrary_evidence();
  const EvidenceSet set = set_of(all);
  std::map<const Signal*, std::string> written;
  for (const Cause* cause : all_causes()) {
    for (const Remedy& remedy : ask(*cause, set).remedies) {
      if (remedy.advice != Advice::write) continue;
      for (const SettingChange& change : remedy.changes) {
        const auto [at, first] = written.emplace(change.setting, change.to);
        RC_ASSERT(first || at->second == change.to);
      }
    }
  }
}

// The properties above say nothing of a cause that their evidence never makes present.
TEST(ArbitraryEvidence, MakesEachCausePresentAndLeavesEachUndecided) {
  std::set<std::string_view> present;
  std::set<std::string_view> undecided;
  const auto evidence = arbitrary_evidence();
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const EvidenceSet set = set_of(evidence(rc::Random(seed), rc::kNominalSize).value());
    for (const Cause* cause : all_causes()) {
      const Outcome outcome = ask(*cause, set).outcome;
      if (outcome == Outcome::present) present.insert(cause->id);
      if (outcome == Outcome::cannot_tell) undecided.insert(cause->id);
    }
  }
  for (const Cause* cause : all_causes()) {
    EXPECT_TRUE(present.count(cause->id)) << cause->id;
    EXPECT_TRUE(undecided.count(cause->id)) << cause->id;
  }
}

TEST(EveryCause, SaysWithNoEvidenceThatItCannotTell) {
  const EvidenceSet nothing;
  for (const Cause* cause : all_causes())
    EXPECT_EQ(ask(*cause, nothing).outcome, Outcome::cannot_tell) << cause->id;
}

}  // namespace
}  // namespace underfed
