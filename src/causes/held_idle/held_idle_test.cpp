// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "causes/testing.h"
#include "signals/gpu.h"
#include "signals/host.h"
#include "signals/trace.h"

namespace underfed::held_idle {
extern const Cause cause;
namespace {

using testing_support::Facts;

Facts nothing_ran() {
  return Facts().number(kTraceDeviceOperations, 0).text(kGpuModel, "NVIDIA A100-PCIE-40GB");
}

TEST(HeldIdle, AModelOnTheCpuBesideAGpuIsPresent) {
  const Assessment answer = nothing_ran().number(kHostOnCpuShare, 0.4).ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_EQ(answer.lost->share, (Range{0.4, 1}));
  EXPECT_NE(answer.remedies.at(0).action.pattern.find("cuda"), std::string::npos);
}

TEST(HeldIdle, ARecordingThatLeftTheDeviceOutIsNoIdleGpu) {
  const Assessment answer =
      nothing_ran().number(kHostOnCpuShare, 0.4).number(kTraceLaunchCalls, 9).ask(cause);
  EXPECT_EQ(answer.outcome, Outcome::cannot_tell);
  EXPECT_EQ(answer.lean, Lean::unlikely);
}

TEST(HeldIdle, WithoutMatrixWorkOnTheHostItCannotTell) {
  EXPECT_EQ(nothing_ran().number(kHostOnCpuShare, 0.01).ask(cause).outcome, Outcome::cannot_tell);
}

TEST(HeldIdle, OtherDevicesAreNotIdle) {
  Facts facts = nothing_ran();
  facts.table(kTraceUnread, {{"kind", "events"}, {{std::string("mtia"), 5.0}}});
  EXPECT_EQ(facts.ask(cause).outcome, Outcome::not_applicable);
}

TEST(HeldIdle, WorkOnTheDeviceRulesItOut) {
  EXPECT_EQ(Facts().number(kTraceDeviceOperations, 1000).ask(cause).outcome, Outcome::ruled_out);
}

TEST(HeldIdle, AnIdleCounterWithMemoryHeldIsASuspicion) {
  Facts facts;
  facts.number(kGpuCounterBusy, 0.0).number(kGpuMemoryUsed, 20e9);
  EXPECT_EQ(facts.ask(cause).lean, Lean::suspected);
  EXPECT_EQ(Facts().number(kGpuCounterBusy, 0.5).ask(cause).outcome, Outcome::ruled_out);
}

}  // namespace
}  // namespace underfed::held_idle
