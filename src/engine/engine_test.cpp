// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "engine/diagnose.h"
#include "signals/config.h"
#include "signals/gpu.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed {
namespace {

Evidence number(const Signal& signal, double value, Origin origin = Origin::kernels_ran) {
  Evidence evidence;
  evidence.signal = &signal;
  evidence.value = value;
  evidence.provenance.origin = origin;
  evidence.provenance.source = std::string(to_text(origin));
  if (signal.scope == Scope::device) evidence.subject = {Scope::device, "0"};
  return evidence;
}

Assessment present(double low, double high, bool is_wait) {
  Assessment answer;
  answer.outcome = Outcome::present;
  answer.lost = LostTime{.share = {low, high}, .is_wait = is_wait};
  return answer;
}

Assessment small_wait(const EvidenceView& /*evidence*/) { return present(0.05, 0.07, true); }
Assessment big_wait(const EvidenceView& /*evidence*/) { return present(0.2, 0.3, true); }
Assessment big_work(const EvidenceView& /*evidence*/) {
  Assessment answer = present(0.8, 0.9, false);
  answer.remedies.push_back(
      {.id = "batch", .changes = {{.setting = &kMicroBatch, .from = "1", .to = "4"}}});
  return answer;
}
Assessment explained(const EvidenceView& /*evidence*/) {
  Assessment answer = present(0.9, 0.9, false);
  answer.explained_by = "big-wait";
  return answer;
}

constexpr Cause kSmallWait{.id = "small-wait", .checklist = 1, .assess = small_wait};
constexpr Cause kBigWait{.id = "big-wait", .assess = big_wait};
constexpr Cause kBigWork{.id = "big-work", .checklist = 2, .assess = big_work};
constexpr Cause kExplained{.id = "explained", .assess = explained};
constexpr Cause kStarved{.id = "input-starvation", .checklist = 1, .assess = big_wait};

std::vector<std::string> ranked_ids(const std::vector<const Cause*>& causes) {
  const Diagnosis diagnosis = diagnose({}, {}, causes);
  std::vector<std::string> ids;
  for (const Judgement* one : diagnosis.ranked) ids.emplace_back(one->cause->id);
  return ids;
}

TEST(Rank, ASmallWaitNeverOutranksBigWork) {
  EXPECT_EQ(ranked_ids({&kSmallWait, &kBigWork}),
            (std::vector<std::string>{"big-work", "small-wait"}));
}

TEST(Rank, AWaitOfTenPercentComesBeforeEverything) {
  EXPECT_EQ(ranked_ids({&kBigWork, &kSmallWait, &kBigWait}),
            (std::vector<std::string>{"big-wait", "big-work", "small-wait"}));
}

TEST(Rank, AnExplainedCauseStandsUnderItsExplanationOnlyWhileThatIsPresent) {
  EXPECT_EQ(ranked_ids({&kBigWait, &kExplained}), (std::vector<std::string>{"big-wait"}));
  EXPECT_EQ(ranked_ids({&kExplained}), (std::vector<std::string>{"explained"}));
}

TEST(Plan, AStarvedDeviceIsNotGivenABiggerBatch) {
  const std::array<const Cause*, 2> causes{&kStarved, &kBigWork};
  const Diagnosis diagnosis = diagnose({}, {}, causes);
  EXPECT_TRUE(diagnosis.plan.remedies.empty());
  ASSERT_EQ(diagnosis.plan.left_out.size(), 1u);
  EXPECT_EQ(diagnosis.plan.left_out[0].cause, "big-work");
}

TEST(Contradictions, SourcesThatDisagreeAreNamedAndTheMoreDirectIsBelieved) {
  Gathered gathered;
  gathered.evidence.add(number(kGpuCounterBusy, 0.9, Origin::person_given));
  gathered.evidence.add(number(kGpuCounterBusy, 0.3, Origin::host_measured));
  const Diagnosis diagnosis = diagnose(std::move(gathered), {}, {});
  ASSERT_EQ(diagnosis.contradictions.size(), 1u);
  EXPECT_EQ(std::get<double>(diagnosis.contradictions[0].believed->value), 0.3);
}

TEST(Verdict, BusyAndNothingFoundIsWellFedAndIdleAndNothingFoundIsTooSmall) {
  Gathered busy;
  busy.evidence.add(number(kGpuKernelBusy, 0.95));
  EXPECT_EQ(diagnose(std::move(busy), {}, {}).verdict, Verdict::well_fed);
  Gathered idle;
  idle.evidence.add(number(kGpuKernelBusy, 0.3));
  EXPECT_EQ(diagnose(std::move(idle), {}, {}).verdict, Verdict::job_too_small);
  EXPECT_EQ(diagnose({}, {}, {}).verdict, Verdict::cannot_tell);
}

}  // namespace
}  // namespace underfed
