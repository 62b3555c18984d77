// SPDX-License-Identifier: Apache-2.0
#include "model/step_time.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

namespace underfed {
namespace {

TEST(StepTime, RemovingAWaitLeavesTheRest) {
  EXPECT_DOUBLE_EQ(step_after({.step_s = 1.84, .device_busy_s = 0.80}, {.wait_removed_s = 0.94}),
                   0.90);
}

TEST(StepTime, AFasterDeviceRunsIntoTheHost) {
  const StepBudget budget{.step_s = 1.0, .device_busy_s = 0.9, .host_work_s = 0.6};
  EXPECT_DOUBLE_EQ(step_after(budget, {.device_removed_s = 0.8}), 0.6);
}

TEST(StepTime, AFasterDeviceRunsIntoTheLoader) {
  const StepBudget budget{.step_s = 1.0, .device_busy_s = 0.9, .loader_s = 0.7};
  EXPECT_DOUBLE_EQ(step_after(budget, {.device_removed_s = 0.8}), 0.7);
}

TEST(StepTime, AHostLongerThanTheStepGainsNothing) {
  const StepBudget budget{.step_s = 1.0, .device_busy_s = 0.5, .host_work_s = 1.2};
  EXPECT_DOUBLE_EQ(step_after(budget, {.wait_removed_s = 0.4}), 1.0);
}

// Any budget and two effects, in thousandths of a second.
struct Drawn {
  StepBudget budget;
  Effect one;
  Effect other;
};
Drawn draw() {
  const auto ms = [] { return *rc::gen::inRange(0, 2000) / 1000.0; };
  Drawn drawn;
  drawn.budget = {.step_s = ms(), .device_busy_s = ms(), .host_work_s = ms(), .loader_s = ms()};
  drawn.one = {ms(), ms()};
  drawn.other = {ms(), ms()};
  return drawn;
}

RC_GTEST_PROP(StepTimeProperty, NeverLongerThanTheStepAndNeverNegative, ()) {
  const Drawn drawn = draw();
  const double after = step_after(drawn.budget, drawn.one);
  RC_ASSERT(after <= drawn.budget.step_s);
  RC_ASSERT(after >= 0.0);
}

RC_GTEST_PROP(StepTimeProperty, NeverShorterThanWhatStays, ()) {
  const Drawn drawn = draw();
  const StepBudget& budget = drawn.budget;
  const double after = step_after(budget, drawn.one);
  const double busy = std::min(budget.device_busy_s, budget.step_s);
  RC_ASSERT(after >= busy - drawn.one.device_removed_s - 1e-12);
  RC_ASSERT(after >= std::min(budget.step_s, *budget.host_work_s));
  RC_ASSERT(after >= std::min(budget.step_s, *budget.loader_s));
  RC_ASSERT(after >= budget.step_s - drawn.one.wait_removed_s - drawn.one.device_removed_s - 1e-12);
}

RC_GTEST_PROP(StepTimeProperty, ALongerHostOrLoaderNeverMakesTheStepShorter, ()) {
  const Drawn drawn = draw();
  StepBudget slower = drawn.budget;
  *slower.host_work_s += *rc::gen::inRange(0, 1000) / 1000.0;
  *slower.loader_s += *rc::gen::inRange(0, 1000) / 1000.0;
  RC_ASSERT(step_after(slower, drawn.one) >= step_after(drawn.budget, drawn.one));
}

RC_GTEST_PROP(StepTimeProperty, NoEffectChangesNothing, ()) {
  const Drawn drawn = draw();
  RC_ASSERT(std::abs(step_after(drawn.budget, {}) - drawn.budget.step_s) < 1e-12);
}

RC_GTEST_PROP(StepTimeProperty, TwoTogetherSaveAtLeastAsMuchAsEach, ()) {
  const Drawn drawn = draw();
  const Effect both{drawn.one.wait_removed_s + drawn.other.wait_removed_s,
                    drawn.one.device_removed_s + drawn.other.device_removed_s};
  RC_ASSERT(step_after(drawn.budget, both) <= step_after(drawn.budget, drawn.one) + 1e-12);
  RC_ASSERT(step_after(drawn.budget, both) <= step_after(drawn.budget, drawn.other) + 1e-12);
}

}  // namespace
}  // namespace underfed
