// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "causes/testing.h"
#include "signals/gpu.h"
#include "signals/run.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::exposed_communication {
extern const Cause cause;
namespace {

using testing_support::Facts;

Facts exposed(double share) {
  return Facts()
      .share(kStepCommShare, share, {share - 0.02, share + 0.02})
      .number(kTraceSteps, 5)
      .number(kStepMeanTime, 1)
      .table(kTraceCollectives, {{"kind", "count", "bytes", "seconds", "exposed_s", "ranks"},
                                 {{std::string("all_reduce"), 50.0, 0.0, 1.0, 0.9, 8.0}}});
}

TEST(ExposedCommunication, OneRankOfSeveralSaysWhatItCannotSplit) {
  const Assessment answer = exposed(0.18).number(kRunWorldSize, 8).ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_TRUE(answer.lost->is_wait);
  EXPECT_NE(answer.detail.back().pattern.find("cannot be told apart"), std::string::npos);
  EXPECT_EQ(answer.remedies.at(0).advice, Advice::offer);
}

TEST(ExposedCommunication, HiddenCommunicationIsRuledOut) {
  EXPECT_EQ(exposed(0.02).ask(cause).outcome, Outcome::ruled_out);
}

TEST(ExposedCommunication, WithoutCollectivesOrRanksItIsNotApplicable) {
  EXPECT_EQ(Facts().share(kStepCommShare, 0, {0, 0}).ask(cause).outcome, Outcome::not_applicable);
  EXPECT_EQ(Facts().number(kRunWorldSize, 1).ask(cause).outcome, Outcome::not_applicable);
}

TEST(ExposedCommunication, BusyAtLowPowerOnSeveralGpusIsASuspicion) {
  Facts facts;
  facts.number(kRunWorldSize, 4).number(kGpuCounterBusy, 1.0).number(kGpuPowerShare, 0.3);
  EXPECT_EQ(facts.ask(cause).lean, Lean::suspected);
  facts.number(kGpuPowerShare, 0.9);
  EXPECT_EQ(facts.ask(cause).lean, Lean::none);
}

TEST(ExposedCommunication, TheCollectiveThatCostsMostIsNamedByItsPriceAStep) {
  Facts facts = exposed(0.18);
  facts.table(kTraceCollectives, {{"kind", "count", "exposed_s"},
                                  {{std::string("all_gather"), 10.0, 0.2},
                                   {std::string("reduce_scatter"), 20.0, 0.7}}});
  const Statement largest = facts.ask(cause).detail.at(0);
  EXPECT_EQ(std::get<std::string>(largest.values.at(0)), "reduce_scatter");
  EXPECT_DOUBLE_EQ(std::get<Quantity>(largest.values.at(1)).value, 0.7 / 5);
}

TEST(ExposedCommunication, ATableWithoutExposedTimeNamesNoCollective) {
  Facts facts = exposed(0.18);
  facts.table(kTraceCollectives, {{"kind"}, {{std::string("all_gather")}}});
  EXPECT_TRUE(facts.ask(cause).detail.empty());
}

TEST(ExposedCommunication, ANarrowMissOfTheThresholdIsOnlyLikely) {
  EXPECT_EQ(exposed(0.18).ask(cause).confidence, Confidence::certain);
  EXPECT_EQ(exposed(0.04).ask(cause).confidence, Confidence::likely);
}

}  // namespace
}  // namespace underfed::exposed_communication
