// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "causes/testing.h"
#include "signals/kernel.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::method_price {
extern const Cause cause;
namespace {

using testing_support::Facts;

Facts unpacking(double share) {
  return Facts()
      .parts(kKernelFamilies, {{"matrix product", 1 - share}, {"dequantisation", share}})
      .share(kStepComputeShare, 0.9, {0.9, 0.9})
      .number(kTraceSteps, 10)
      .number(kStepMeanTime, 1);
}

TEST(MethodPrice, IsAPriceAndNoFault) {
  const Assessment answer = unpacking(0.2).ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_NE(answer.summary.pattern.find("not a fault"), std::string::npos);
  EXPECT_EQ(answer.remedies.at(0).advice, Advice::offer);
  EXPECT_NEAR(answer.lost->share.high, 0.18, 1e-9);
}

TEST(MethodPrice, TheInferencePathInTrainingIsNamed) {
  Facts facts = unpacking(0.2);
  facts.table(kKernelTop, {{"kernel"}, {{std::string("kgemm_4bit_inference_naive")}}});
  EXPECT_EQ(facts.ask(cause).detail.size(), 1U);
}

TEST(MethodPrice, ASmallPriceIsRuledOutAndNoneIsNotApplicable) {
  EXPECT_EQ(unpacking(0.02).ask(cause).outcome, Outcome::ruled_out);
  EXPECT_EQ(unpacking(0).ask(cause).outcome, Outcome::not_applicable);
  EXPECT_EQ(Facts().ask(cause).outcome, Outcome::cannot_tell);
}

TEST(MethodPrice, NothingIsWrittenIntoTheConfigAgainstAPrice) {
  for (const Remedy& remedy : unpacking(0.2).ask(cause).remedies) {
    EXPECT_TRUE(remedy.changes.empty());
    EXPECT_FALSE(remedy.risk.empty());
  }
}

}  // namespace
}  // namespace underfed::method_price
