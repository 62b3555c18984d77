// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "causes/testing.h"
#include "signals/host.h"
#include "signals/kernel.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::compile_trouble {
extern const Cause cause;
namespace {

using testing_support::Facts;

Facts loading(double share, double steps) {
  return Facts()
      .share(kStepLoadingShare, share, {share, share})
      .number(kTraceSteps, steps)
      .number(kStepMeanTime, 1);
}

TEST(CompileTrouble, LoadingInWarmStepsIsPresent) {
  const Assessment answer = loading(0.3, 10).ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_TRUE(answer.lost->is_wait);
}

TEST(CompileTrouble, OneColdIterationIsWarmUpAndCannotTell) {
  for (const double steps : {0.0, 1.0}) {
    const Assessment answer = loading(0.6, steps).ask(cause);
    EXPECT_EQ(answer.outcome, Outcome::cannot_tell);
    EXPECT_NE(answer.summary.pattern.find("warm-up"), std::string::npos);
  }
}

TEST(CompileTrouble, LoadingInTheFirstStepAloneIsRuledOut) {
  Facts facts = loading(0, 10);
  facts.parts(kHostLoading, {{"first step", 2.5}, {"steady", 0}});
  EXPECT_EQ(facts.ask(cause).outcome, Outcome::ruled_out);
}

TEST(CompileTrouble, WithoutATraceItCannotTell) {
  EXPECT_EQ(Facts().ask(cause).outcome, Outcome::cannot_tell);
}

TEST(CompileTrouble, TwoPercentInWarmStepsIsNotWorthAFinding) {
  EXPECT_EQ(loading(0.02, 10).ask(cause).outcome, Outcome::ruled_out);
}

TEST(CompileTrouble, TheAdviceDependsOnWhetherTorchCompileMadeKernels) {
  const auto advice = [](double compiled) {
    return loading(0.3, 10).number(kKernelCompiled, compiled).ask(cause).remedies.at(0).action;
  };
  EXPECT_NE(advice(0.2).pattern.find("recompiles"), std::string::npos);
  EXPECT_NE(advice(0).pattern.find("cudnn.benchmark"), std::string::npos);
}

}  // namespace
}  // namespace underfed::compile_trouble
