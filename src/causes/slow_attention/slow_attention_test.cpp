// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "causes/testing.h"
#include "signals/config.h"
#include "signals/gpu.h"
#include "signals/kernel.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::slow_attention {
extern const Cause cause;
namespace {

using testing_support::Facts;

Facts attention(double eager, double fused) {
  Facts facts;
  facts.share(kStepComputeShare, 0.9, {0.9, 0.9}).number(kTraceSteps, 10).number(kStepMeanTime, 1);
  facts.parts(kKernelFamilies,
              {{"matrix product", 1 - eager - fused}, {"softmax", eager}, {"attention", fused}});
  if (eager + fused > 0) facts.parts(kKernelAttention, {{"flash-attn 2", fused}, {"eager", eager}});
  return facts;
}

TEST(SlowAttention, EagerAttentionIsPresentAndSdpaIsTheRemedy) {
  const Assessment answer = attention(0.4, 0).ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_EQ(answer.confidence, Confidence::certain);
  EXPECT_EQ(answer.remedies.at(0).changes.at(0).to, "sdpa");
  EXPECT_NEAR(answer.lost->share.high, 0.4 * 0.9 * 0.8, 1e-9);
}

TEST(SlowAttention, FusedAttentionIsRuledOutByName) {
  const Assessment answer = attention(0, 0.11).ask(cause);
  EXPECT_EQ(answer.outcome, Outcome::ruled_out);
  EXPECT_EQ(std::get<std::string>(answer.summary.values.at(0)), "flash-attn 2");
}

TEST(SlowAttention, EagerAttentionThatTakesNoTimeIsNotWorthAFinding) {
  EXPECT_EQ(attention(0.02, 0).ask(cause).outcome, Outcome::ruled_out);
}

TEST(SlowAttention, NoAttentionIsNotApplicable) {
  EXPECT_EQ(attention(0, 0).ask(cause).outcome, Outcome::not_applicable);
}

TEST(SlowAttention, WithoutKernelsASettingIsOnlyALean) {
  EXPECT_EQ(Facts().setting(kAttentionSetting, "eager").ask(cause).lean, Lean::suspected);
  EXPECT_EQ(Facts().setting(kAttentionSetting, "sdpa").ask(cause).lean, Lean::unlikely);
  EXPECT_EQ(Facts().ask(cause).outcome, Outcome::cannot_tell);
}

TEST(SlowAttention, BeforeAmpereFlashAttentionIsNotSuggested) {
  const auto why = [](double capability) {
    const Assessment answer =
        attention(0.4, 0).number(kGpuComputeCapability, capability).ask(cause);
    return answer.remedies.at(0).changes.at(0).why.pattern;
  };
  EXPECT_EQ(why(7.5).find("flash_attention_2"), std::string::npos);
  EXPECT_NE(why(8.0).find("flash_attention_2"), std::string::npos);
}

TEST(SlowAttention, TimesThatDoNotFitTogetherLoseNoMoreThanTheStep) {
  Facts facts = attention(0.4, 0);
  facts.parts(kKernelAttention, {{"eager", 10}});
  EXPECT_LE(facts.ask(cause).lost->share.high, 0.9 * 0.8 + 1e-9);
}

TEST(SlowAttention, AnIdleDeviceMakesEagerAttentionCheap) {
  Facts facts = attention(0.4, 0);
  facts.share(kStepComputeShare, 0.05, {0.05, 0.05});
  EXPECT_EQ(facts.ask(cause).outcome, Outcome::ruled_out);
}

}  // namespace
}  // namespace underfed::slow_attention
