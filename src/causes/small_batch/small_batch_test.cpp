// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "causes/testing.h"
#include "signals/config.h"
#include "signals/gpu.h"
#include "signals/host.h"
#include "signals/kernel.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::small_batch {
extern const Cause cause;
namespace {

using testing_support::Facts;

// Ten steps that wait 40 % of the time for launches, with a latency floor of 6 us.
Facts launching(double launch_share, double lead_s) {
  return Facts()
      .share(kStepLaunchShare, launch_share, {launch_share - 0.02, launch_share + 0.02})
      .share(kStepComputeShare, 0.5, {0.48, 0.52})
      .number(kTraceSteps, 10)
      .number(kStepMeanTime, 0.1)
      .number(kHostLatencyFloor, 6e-6)
      .samples(kHostLead, {lead_s, lead_s, lead_s});
}

TEST(SmallBatch, PresentWhenLaunchingCostsTimeAndTheHostIsNeverAhead) {
  const Assessment answer = launching(0.4, 8e-6).ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_EQ(answer.confidence, Confidence::certain);
  EXPECT_FALSE(answer.lost->is_wait);
}

TEST(SmallBatch, KnownSettingsGiveConcreteValuesThatKeepTheExamplesPerStep) {
  Facts facts = launching(0.4, 8e-6);
  facts.setting(kMicroBatch, "2").setting(kAccumulation, "8");
  const Remedy remedy = facts.ask(cause).remedies.at(0);
  ASSERT_EQ(remedy.changes.size(), 2U);
  EXPECT_EQ(remedy.changes[0].to, "8");
  EXPECT_EQ(remedy.changes[1].to, "2");
  EXPECT_EQ(remedy.on_resume, OnResume::changes_schedule);
}

TEST(SmallBatch, AccumulationThatDoesNotDivideIsLeftAlone) {
  Facts facts = launching(0.4, 8e-6);
  facts.setting(kMicroBatch, "2").setting(kAccumulation, "3");
  EXPECT_TRUE(facts.ask(cause).remedies.at(0).changes.empty());
}

TEST(SmallBatch, PythonStacksLowerTheConfidence) {
  EXPECT_EQ(launching(0.4, 8e-6).flag(kTraceStacks, true).ask(cause).confidence,
            Confidence::likely);
}

TEST(SmallBatch, RuledOutWhenTheHostIsFarAhead) {
  EXPECT_EQ(launching(0.01, 3e-3).ask(cause).outcome, Outcome::ruled_out);
}

TEST(SmallBatch, AHostThatIsNeverAheadAndCostsLittleIsRuledOut) {
  EXPECT_EQ(launching(0.08, 8e-6).ask(cause).outcome, Outcome::ruled_out);
}

TEST(SmallBatch, EmptySmsCountAsTooLittleWorkOnlyWhereTheyCostTime) {
  EXPECT_EQ(launching(0.01, 3e-3).number(kKernelUnderfilled, 0.4).ask(cause).outcome,
            Outcome::present);
  Facts idle = launching(0.01, 3e-3);
  idle.share(kStepComputeShare, 0.01, {0.01, 0.01}).number(kKernelUnderfilled, 0.4);
  EXPECT_NE(idle.ask(cause).outcome, Outcome::present);
}

TEST(SmallBatch, LoadingCodeIsWarmUpAndNoSmallBatch) {
  const Assessment answer =
      launching(0.4, 8e-6).share(kStepLoadingShare, 0.5, {0.5, 0.5}).ask(cause);
  EXPECT_EQ(answer.outcome, Outcome::cannot_tell);
  EXPECT_NE(answer.settle->how.find("later steps"), std::string::npos);
}

TEST(SmallBatch, WithoutATraceItIsOnlyALean) {
  EXPECT_EQ(Facts().number(kGpuCounterBusy, 0.4).setting(kMicroBatch, "1").ask(cause).lean,
            Lean::suspected);
  EXPECT_EQ(Facts().number(kGpuCounterBusy, 0.98).number(kGpuPowerShare, 0.9).ask(cause).lean,
            Lean::unlikely);
  EXPECT_EQ(Facts().ask(cause).outcome, Outcome::cannot_tell);
}

TEST(SmallBatch, LaunchesThatWereNotRecordedLeaveItOpen) {
  Facts facts;
  facts.share(kStepLaunchShare, 0.4, {0.3, 0.5}).number(kTraceSteps, 10);
  EXPECT_EQ(facts.ask(cause).outcome, Outcome::cannot_tell);
}

TEST(SmallBatch, LaunchingThatCostsTimeWhileTheHostIsAheadLeavesItOpen) {
  EXPECT_EQ(launching(0.4, 40e-6).ask(cause).outcome, Outcome::cannot_tell);
}

TEST(SmallBatch, ABiggerBatchIsOfferedAndNeverWritten) {
  Facts facts = launching(0.4, 8e-6);
  facts.setting(kMicroBatch, "2").setting(kAccumulation, "8");
  for (const Remedy& remedy : facts.ask(cause).remedies)
    EXPECT_EQ(remedy.advice, Advice::offer) << remedy.id;
}

TEST(SmallBatch, ACompiledModelIsNotToldToCompile) {
  const auto remedies = launching(0.4, 8e-6).number(kKernelCompiled, 0.6).ask(cause).remedies;
  for (const Remedy& remedy : remedies) EXPECT_NE(remedy.id, "compile");
}

}  // namespace
}  // namespace underfed::small_batch
