// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "causes/testing.h"
#include "signals/host.h"
#include "signals/step.h"
#include "signals/trace.h"
#include "signals/trace_parts.h"

namespace underfed::host_sync {
extern const Cause cause;
namespace {

using testing_support::Facts;

Facts claiming(double claim) {
  return Facts()
      .share(kStepSyncClaim, claim, {claim - 0.01, claim + 0.01})
      .number(kTraceSteps, 10)
      .number(kStepMeanTime, 1)
      .number(kTraceWindow, 10)
      .parts(kTraceAfterSync, {{std::string(part::kHostLaunch), 5}});
}

TEST(HostSync, PresentNamesTheCallsAndTheOperatorsAboveThem) {
  Facts facts = claiming(0.2);
  facts.table(kHostBlocking,
              {{"call", "operator", "per_step", "seconds_per_step"},
               {{std::string("cudaStreamSynchronize"), std::string("aten::item"), 4.0, 0.1}}});
  const Assessment answer = facts.ask(cause);
  ASSERT_EQ(answer.outcome, Outcome::present);
  EXPECT_EQ(answer.lost->share.low, 0);
  ASSERT_EQ(answer.detail.size(), 1U);
  EXPECT_NE(answer.remedies.at(0).action.pattern.find(".item()"), std::string::npos);
}

TEST(HostSync, AnUpperBoundOfAFewPercentIsNotWorthAFinding) {
  EXPECT_EQ(claiming(0.05).ask(cause).outcome, Outcome::ruled_out);
}

TEST(HostSync, WaitingForDataAfterACallIsNotItsDoing) {
  Facts facts = claiming(0.2);
  facts.parts(kTraceAfterSync,
              {{std::string(part::kInputWait), 4.9}, {std::string(part::kHostLaunch), 0.1}});
  EXPECT_EQ(facts.ask(cause).outcome, Outcome::ruled_out);
}

TEST(HostSync, LoadingCodeIsWarmUp) {
  EXPECT_EQ(claiming(0.2).share(kStepLoadingShare, 0.5, {0.5, 0.5}).ask(cause).outcome,
            Outcome::cannot_tell);
}

TEST(HostSync, WithoutATraceItCannotTell) {
  EXPECT_EQ(Facts().ask(cause).outcome, Outcome::cannot_tell);
}

TEST(HostSync, WithoutScalarReadsTheAdviceIsToLookForOthers) {
  const Assessment answer = claiming(0.2).ask(cause);
  EXPECT_NE(answer.remedies.at(0).action.pattern.find("nonzero"), std::string::npos);
  EXPECT_EQ(answer.remedies.at(0).advice, Advice::offer);
}

TEST(HostSync, PythonStacksLowerTheConfidence) {
  EXPECT_EQ(claiming(0.2).ask(cause).confidence, Confidence::certain);
  EXPECT_EQ(claiming(0.2).flag(kTraceStacks, true).ask(cause).confidence, Confidence::likely);
}

}  // namespace
}  // namespace underfed::host_sync
