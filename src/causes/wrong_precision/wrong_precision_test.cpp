// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "causes/testing.h"
#include "signals/config.h"
#include "signals/gpu.h"
#include "signals/kernel.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::wrong_precision {
extern const Cause cause;
namespace {

using testing_support::Facts;

// Ten steps of a busy GPU whose matrix work takes 80 % of the compute time.
Facts busy(const char* gpu, double capability, double fp32, double tf32, double bf16) {
  return Facts()
      .text(kGpuModel, gpu)
      .number(kGpuComputeCapability, capability)
      .share(kStepComputeShare, 0.95, {0.94, 0.96})
      .number(kTraceSteps, 10)
      .number(kStepMeanTime, 1)
      .parts(kKernelPrecision, {{"fp32", fp32}, {"tf32", tf32}, {"bf16", bf16}})
      .parts(kKernelFamilies,
             {{"matrix product", fp32 + tf32 + bf16}, {"elementwise", (fp32 + tf32 + bf16) / 4}});
}

TEST(WrongPrecision, Fp32OnAnA100AsksForBf16AndBoundsTheGainByAmdahl) {
  const Assessment answer = busy("NVIDIA A100-SXM4-80GB", 8.0, 1, 0, 0).ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_EQ(answer.confidence, Confidence::certain);
  EXPECT_EQ(answer.remedies.at(0).changes.at(0).to, "bf16");
  EXPECT_EQ(answer.remedies.at(0).advice, Advice::write);
  EXPECT_NEAR(answer.lost->share.high, 0.95 * 0.8 * (1 - 1 / 16.0), 1e-6);
  EXPECT_NEAR(answer.lost->share.low, answer.lost->share.high / 2, 1e-9);
}

TEST(WrongPrecision, Tf32IsToldApartFromFp32) {
  const Assessment answer = busy("NVIDIA A100-SXM4-80GB", 8.0, 0, 1, 0).ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_NE(answer.summary.pattern.find("TF32"), std::string::npos);
  EXPECT_NEAR(answer.lost->share.high, 0.95 * 0.8 * 0.5, 1e-6);
}

TEST(WrongPrecision, OnAV100Bf16IsNoRemedyAndFp16IsOfferedWithItsGate) {
  const Assessment answer = busy("Tesla V100-SXM2-16GB", 7.0, 1, 0, 0).ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  ASSERT_EQ(answer.remedies.size(), 1U);
  EXPECT_EQ(answer.remedies[0].changes.at(0).to, "fp16");
  EXPECT_EQ(answer.remedies[0].advice, Advice::offer);
  EXPECT_NE(answer.remedies[0].risk.pattern.find("NaN"), std::string::npos);
}

TEST(WrongPrecision, WithoutTensorCoresFp32IsRight) {
  EXPECT_EQ(busy("Quadro GP100", 6.0, 1, 0, 0).ask(cause).outcome, Outcome::ruled_out);
}

TEST(WrongPrecision, NeverAsksForBf16WhereItRuns) {
  const Assessment answer = busy("NVIDIA A100-SXM4-80GB", 8.0, 0.03, 0, 0.97).ask(cause);
  EXPECT_EQ(answer.outcome, Outcome::ruled_out);
  EXPECT_TRUE(answer.remedies.empty());
}

TEST(WrongPrecision, HardlyAnyMatrixWorkIsNotApplicable) {
  Facts facts = busy("NVIDIA A100-SXM4-80GB", 8.0, 1, 0, 0);
  facts.parts(kKernelFamilies, {{"matrix product", 1}, {"elementwise", 99}});
  EXPECT_EQ(facts.ask(cause).outcome, Outcome::not_applicable);
  EXPECT_EQ(Facts().parts(kKernelFamilies, {{"copy", 1}}).ask(cause).outcome,
            Outcome::not_applicable);
}

TEST(WrongPrecision, ASettingAloneIsOnlyALean) {
  EXPECT_EQ(Facts().setting(kPrecisionSetting, "fp32").ask(cause).lean, Lean::suspected);
  EXPECT_EQ(Facts().setting(kPrecisionSetting, "bf16").ask(cause).lean, Lean::unlikely);
  EXPECT_EQ(Facts().ask(cause).outcome, Outcome::cannot_tell);
}

TEST(WrongPrecision, NamesThatSayNoPrecisionLeaveItOpen) {
  Facts facts = busy("NVIDIA A100-SXM4-80GB", 8.0, 0, 0, 0);
  facts.parts(kKernelPrecision, {{"unknown", 0.9}, {"bf16", 0.1}})
      .parts(kKernelFamilies, {{"matrix product", 1}});
  EXPECT_EQ(facts.ask(cause).outcome, Outcome::cannot_tell);
}

TEST(WrongPrecision, AnIdleDeviceGainsNothingByIt) {
  Facts facts = busy("NVIDIA A100-SXM4-80GB", 8.0, 1, 0, 0);
  facts.share(kStepComputeShare, 0.02, {0.02, 0.02});
  EXPECT_NE(facts.ask(cause).outcome, Outcome::present);
}

TEST(WrongPrecision, ASettingDoesNotOutweighTheKernelsThatRan) {
  Facts facts = busy("NVIDIA A100-SXM4-80GB", 8.0, 1, 0, 0);
  const Assessment answer = facts.setting(kPrecisionSetting, "bf16").ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_TRUE(answer.remedies.at(0).changes.empty());
  EXPECT_NE(answer.remedies.at(0).action.pattern.find("already"), std::string::npos);
}

// The first line of a report takes a share that opens the summary for a share of the time.
TEST(WrongPrecision, TheSummaryDoesNotOpenWithAShareOfMatrixTime) {
  for (const double fp32 : {0.0, 1.0}) {
    const Assessment answer = busy("NVIDIA A100-SXM4-80GB", 8.0, fp32, 1 - fp32, 0).ask(cause);
    EXPECT_FALSE(answer.summary.pattern.starts_with("{}"));
  }
}

TEST(WrongPrecision, ACapabilityThatCannotBeIsAnUnknownGpu) {
  const Assessment answer = busy("a GPU of tomorrow", -1e300, 1, 0, 0).ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_EQ(answer.remedies.at(0).changes.at(0).to, "bf16");
}

}  // namespace
}  // namespace underfed::wrong_precision
