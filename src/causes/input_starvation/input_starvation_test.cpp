// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "causes/testing.h"
#include "signals/config.h"
#include "signals/gpu.h"
#include "signals/loader.h"
#include "signals/run.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::input_starvation {
extern const Cause cause;
namespace {

using testing_support::Facts;

// A run of 12 steps of 1.84 s that waits 51 % of the time.
Facts starved() {
  return Facts()
      .share(kStepInputShare, 0.51, {0.49, 0.53})
      .number(kTraceSteps, 12)
      .number(kStepMeanTime, 1.84)
      .number(kTraceWindow, 22.08);
}

const SettingChange* change_of(const Assessment& answer, const Signal& setting) {
  for (const Remedy& remedy : answer.remedies) {
    for (const SettingChange& change : remedy.changes) {
      if (change.setting == &setting) return &change;
    }
  }
  return nullptr;
}

TEST(InputStarvation, PresentWithoutWorkersRecommendsAsManyAsKeepUpAndHalfMore) {
  Facts facts = starved();
  facts.samples(kLoaderFetch, {0.94, 0.94, 0.94}).text(kLoaderProcess, "training process");
  const Assessment answer = facts.ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_EQ(answer.confidence, Confidence::certain);
  EXPECT_TRUE(answer.lost->is_wait);
  EXPECT_EQ(answer.lost->share, (Range{0.49, 0.53}));
  ASSERT_NE(change_of(answer, kLoaderWorkers), nullptr);
  EXPECT_EQ(change_of(answer, kLoaderWorkers)->to, "3");
}

TEST(InputStarvation, AccumulationMakesSeveralBatchesAStep) {
  Facts facts = starved();
  facts.samples(kLoaderFetch, {0.235})
      .number(kLoaderPerStep, 4)
      .text(kLoaderProcess, "training process");
  EXPECT_EQ(change_of(facts.ask(cause), kLoaderWorkers)->to, "3");
}

TEST(InputStarvation, WithWorkersOfUnknownNumberNoNumberIsInvented) {
  Facts facts = starved();
  facts.samples(kLoaderFetch, {0.9}).text(kLoaderProcess, "workers");
  const Assessment answer = facts.ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_EQ(change_of(answer, kLoaderWorkers), nullptr);
  EXPECT_EQ(answer.remedies.at(0).advice, Advice::offer);
}

TEST(InputStarvation, PageableCopiesThatAreExposedArePinned) {
  Facts facts = starved();
  facts.table(kTraceCopies, {{"kind", "exposed_s"}, {{"host to device, pageable", 0.372}}});
  EXPECT_EQ(change_of(facts.ask(cause), kLoaderPinMemory)->to, "true");
}

TEST(InputStarvation, NeverAsksForABiggerBatch) {
  EXPECT_EQ(change_of(starved().ask(cause), kMicroBatch), nullptr);
}

TEST(InputStarvation, FewStepsLowerTheConfidence) {
  Facts facts = starved();
  facts.number(kTraceSteps, 2);
  EXPECT_EQ(facts.ask(cause).confidence, Confidence::likely);
}

TEST(InputStarvation, RuledOutWhenTheLoaderIsHidden) {
  Facts facts;
  facts.share(kStepInputShare, 0.009, {0.004, 0.012})
      .samples(kLoaderFetch, {0.2})
      .number(kTraceSteps, 12);
  EXPECT_EQ(facts.ask(cause).outcome, Outcome::ruled_out);
}

TEST(InputStarvation, WithoutALoaderInTheTraceUnexplainedIdleTimeIsNotRuledOut) {
  Facts facts;
  facts.share(kStepInputShare, 0, {0, 0}).number(kTraceSteps, 12).number(kTraceWindow, 10);
  EXPECT_EQ(facts.ask(cause).outcome, Outcome::ruled_out);
  facts.parts(kTraceIdle, {{"unattributed", 4.0}});
  const Assessment answer = facts.ask(cause);
  EXPECT_EQ(answer.outcome, Outcome::cannot_tell);
  EXPECT_FALSE(answer.settle->how.empty());
}

TEST(InputStarvation, ABusySingleGpuIsRuledOutByItsCounter) {
  EXPECT_EQ(Facts().number(kGpuCounterBusy, 0.98).ask(cause).outcome, Outcome::ruled_out);
}

TEST(InputStarvation, TheCounterOfSeveralGpusNeedsPowerBesideIt) {
  Facts facts;
  facts.number(kGpuCounterBusy, 1.0).number(kRunWorldSize, 8);
  EXPECT_EQ(facts.ask(cause).outcome, Outcome::cannot_tell);
  facts.number(kGpuPowerShare, 0.9);
  EXPECT_EQ(facts.ask(cause).outcome, Outcome::ruled_out);
}

TEST(InputStarvation, AnIdleCounterAndNoWorkersIsASuspicionThatATraceSettles) {
  Facts facts;
  facts.number(kGpuCounterBusy, 0.35).setting(kLoaderWorkers, "0");
  const Assessment answer = facts.ask(cause);
  EXPECT_EQ(answer.outcome, Outcome::cannot_tell);
  EXPECT_EQ(answer.lean, Lean::suspected);
  EXPECT_EQ(answer.settle->add, "trace.json.gz");
}

TEST(InputStarvation, AHostTimerAloneIsOnlyASuspicion) {
  const Assessment answer = Facts().number(kLoaderHostShare, 0.6).ask(cause);
  EXPECT_EQ(answer.outcome, Outcome::cannot_tell);
  EXPECT_EQ(answer.lean, Lean::suspected);
}

TEST(InputStarvation, NothingMeasuredIsCannotTell) {
  EXPECT_EQ(Facts().ask(cause).outcome, Outcome::cannot_tell);
}

}  // namespace
}  // namespace underfed::input_starvation
