// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "causes/testing.h"
#include "signals/config.h"
#include "signals/data.h"
#include "signals/trace.h"

namespace underfed::padding_waste {
extern const Cause cause;
namespace {

using testing_support::Facts;

TEST(PaddingWaste, PresentFromATenthOfTheTokensOn) {
  const Assessment answer = Facts().number(kPaddingShare, 0.87).ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_EQ(answer.lost->share, (Range{0.435, 0.87}));
  EXPECT_FALSE(answer.lost->is_wait);
  EXPECT_EQ(answer.remedies.at(0).advice, Advice::offer);
  EXPECT_EQ(answer.remedies.at(0).on_resume, OnResume::changes_schedule);
}

TEST(PaddingWaste, LittlePaddingIsRuledOut) {
  EXPECT_EQ(Facts().number(kPaddingShare, 0.09).ask(cause).outcome, Outcome::ruled_out);
}

TEST(PaddingWaste, PackingThatIsOnIsNotAskedForAgain) {
  EXPECT_TRUE(Facts()
                  .number(kPaddingShare, 0.3)
                  .setting(kPackingSetting, "true")
                  .ask(cause)
                  .remedies.empty());
}

TEST(PaddingWaste, ATraceDoesNotShowItAndTheConfigSettlesIt) {
  const Assessment answer = Facts().number(kTraceDeviceOperations, 1000).ask(cause);
  EXPECT_EQ(answer.outcome, Outcome::cannot_tell);
  EXPECT_EQ(answer.summary.pattern, "a trace does not show it");
  EXPECT_EQ(answer.settle->add, "config.yml");
  EXPECT_EQ(answer.settle->cost, Cost::nothing);
}

TEST(PaddingWaste, WithPackingOnAndNothingCountedItIsUnlikely) {
  const Assessment answer = Facts().setting(kPackingSetting, "true").ask(cause);
  EXPECT_EQ(answer.outcome, Outcome::cannot_tell);
  EXPECT_EQ(answer.lean, Lean::unlikely);
}

TEST(PaddingWaste, TokensAloneNeverMakeItMoreThanPossible) {
  Facts facts;
  facts.number(kPaddingShare, 0.87).number(kTraceSteps, 100);
  EXPECT_EQ(facts.ask(cause).confidence, Confidence::possible);
}

}  // namespace
}  // namespace underfed::padding_waste
