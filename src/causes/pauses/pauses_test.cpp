// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "causes/testing.h"
#include "signals/config.h"
#include "signals/host.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::pauses {
extern const Cause cause;
namespace {

using testing_support::Facts;

TEST(Pauses, PresentWhenTheDeviceIsIdleInAnEvaluation) {
  Facts facts;
  facts.share(kStepPauseShare, 0.3, {0.2, 0.4}).number(kTraceSteps, 20).number(kStepMeanTime, 1);
  facts.setting(kEvalEvery, "10");
  const Assessment answer = facts.ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_TRUE(answer.lost->is_wait);
  EXPECT_EQ(answer.remedies.at(0).changes.at(0).to, "40");
}

TEST(Pauses, AShortTraceWithoutOneCannotTellHowOftenTheyCome) {
  const Assessment answer =
      Facts().share(kStepPauseShare, 0, {0, 0}).number(kTraceSteps, 10).ask(cause);
  EXPECT_EQ(answer.outcome, Outcome::cannot_tell);
  EXPECT_EQ(answer.settle->add, "train.log");
}

TEST(Pauses, FrequentEvaluationIsASuspicion) {
  EXPECT_EQ(Facts().setting(kEvalEvery, "10").ask(cause).lean, Lean::suspected);
  EXPECT_EQ(Facts().setting(kEvalEvery, "500").ask(cause).lean, Lean::none);
}

TEST(Pauses, WhatStoodStillIsNamed) {
  Facts facts;
  facts.share(kStepPauseShare, 0.3, {0.2, 0.4}).number(kTraceSteps, 20);
  facts.table(kHostPauses, {{"name", "count", "seconds"}, {{std::string("evaluate"), 2.0, 5.5}}});
  const Assessment answer = facts.ask(cause);
  ASSERT_EQ(answer.detail.size(), 1U);
  EXPECT_EQ(std::get<std::string>(answer.detail[0].values.at(0)), "evaluate");
}

TEST(Pauses, WithoutASettingNoNumberIsInvented) {
  Facts facts;
  facts.share(kStepPauseShare, 0.3, {0.2, 0.4}).number(kTraceSteps, 20);
  const Remedy remedy = facts.ask(cause).remedies.at(0);
  EXPECT_TRUE(remedy.changes.empty());
  EXPECT_EQ(remedy.advice, Advice::offer);
}

TEST(Pauses, AShareOfTheRunIsNoNumberOfSteps) {
  EXPECT_EQ(Facts().setting(kEvalEvery, "0.1").ask(cause).lean, Lean::none);
  Facts facts;
  facts.share(kStepPauseShare, 0.3, {0.2, 0.4}).setting(kEvalEvery, "0.1");
  EXPECT_TRUE(facts.ask(cause).remedies.at(0).changes.empty());
}

TEST(Pauses, OneStepIsNotCertain) {
  Facts facts;
  facts.share(kStepPauseShare, 0.3, {0.3, 0.3}).number(kTraceSteps, 1);
  EXPECT_EQ(facts.ask(cause).confidence, Confidence::likely);
}

}  // namespace
}  // namespace underfed::pauses
