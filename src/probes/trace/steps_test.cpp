// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/steps.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "probes/trace/kernel_period.h"
#include "probes/trace/trace_maker.h"

namespace underfed {
namespace {

Steps steps_of(TraceMaker& maker) {
  const Timeline timeline = maker.finish();
  return find_steps(timeline, timeline.devices.at(0));
}

std::vector<std::int64_t> lengths_us(const Steps& steps) {
  std::vector<std::int64_t> lengths;
  for (const Step& step : steps.steps) lengths.push_back(step.device.length_ns() / 1000);
  return lengths;
}

// The host makes a step in 10 us, the device in 1000: step k begins there at 1000 k.
void running_ahead(TraceMaker& maker, int steps) {
  for (int k = 0; k < steps; ++k) {
    maker.annotation("ProfilerStep#" + std::to_string(k), 10 * k, 10 * k + 10);
    maker.kernel(maker.launch(10 * k + 1), 1000 * k + 100, 1000 * k + 600);
    maker.kernel(maker.launch(10 * k + 4), 1000 * k + 600, 1000 * k + 1100);
  }
}

TEST(Steps, AreMeasuredOnTheDeviceHoweverFarTheHostRunsAhead) {
  TraceMaker maker;
  running_ahead(maker, 4);
  const Steps steps = steps_of(maker);
  EXPECT_EQ(steps.rule, StepRule::profiler_step);
  EXPECT_EQ(steps.basis, StepBasis::device);
  EXPECT_EQ(lengths_us(steps), (std::vector<std::int64_t>{1000, 1000, 1000}));
  EXPECT_EQ(steps.window().start_ns, 100'000);
  EXPECT_EQ(steps.steps[0].host.length_ns(), 10'000);
}

TEST(Steps, ASlowFirstStepIsSetApart) {
  TraceMaker maker;
  for (int k = 0; k < 5; ++k) {
    const int at = k == 0 ? 0 : 1000 + 1000 * k;  // the first takes 2000
    maker.annotation("ProfilerStep#" + std::to_string(k), at, at + 900);
    maker.launched(at + 20, at + 500);
  }
  const Steps steps = steps_of(maker);
  ASSERT_TRUE(steps.warm_up);
  EXPECT_EQ(steps.warm_up->device.length_ns(), 2'000'000);
  EXPECT_EQ(lengths_us(steps), (std::vector<std::int64_t>{1000, 1000, 1000}));
}

TEST(Steps, OneHostStepGoesOnToTheEndOfItsWork) {
  TraceMaker maker;
  maker.annotation("ProfilerStep#7", 0, 100);
  maker.kernel(maker.launch(50), 60, 500);
  const Steps steps = steps_of(maker);
  EXPECT_EQ(steps.basis, StepBasis::single);
  EXPECT_EQ(lengths_us(steps), (std::vector<std::int64_t>{500}));
}

TEST(Steps, WithoutLaunchesTheHostsRangesCount) {
  TraceMaker maker;
  maker.annotation("ProfilerStep#1", 0, 100).annotation("ProfilerStep#2", 110, 200);
  maker.kernel(-1, 10, 90).kernel(-1, 120, 190).kernel(maker.launch(115), 195, 199);
  const Steps steps = steps_of(maker);
  EXPECT_EQ(steps.basis, StepBasis::host);
  EXPECT_EQ(lengths_us(steps), (std::vector<std::int64_t>{110, 90}));
}

TEST(Steps, EndsOfTheOptimizerMarkThemWhereTheProfilerDoesNot) {
  TraceMaker maker;
  for (int k = 0; k < 4; ++k) {
    maker.launched(1000 * k + 100, 1000 * k + 800);
    maker.annotation("Optimizer.step#AdamW.step", 1000 * k + 850, 1000 * k + 900);
    maker.launched(1000 * k + 880, 1000 * k + 890);
  }
  const Steps steps = steps_of(maker);
  EXPECT_EQ(steps.rule, StepRule::optimizer_step);
  EXPECT_EQ(lengths_us(steps), (std::vector<std::int64_t>{1000, 1000}));
}

TEST(Steps, SeveralOptimizersOfOneStepAreOne) {
  TraceMaker maker;
  for (int k = 0; k < 4; ++k) {
    maker.launched(1000 * k + 100, 1000 * k + 800);
    for (int part = 0; part < 3; ++part) {
      const int at = 1000 * k + 850 + 20 * part;
      maker.annotation("Optimizer.step#AdamW.step", at, at + 10);
    }
  }
  EXPECT_EQ(lengths_us(steps_of(maker)), (std::vector<std::int64_t>{1000, 1000}));
}

TEST(Steps, FetchesMarkMicroStepsWithoutAnOptimizer) {
  TraceMaker maker;
  for (int k = 0; k < 4; ++k) {
    maker.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 100 * k,
                     100 * k + 30);
    maker.launched(100 * k + 50, 100 * k + 80);
  }
  const Steps steps = steps_of(maker);
  EXPECT_EQ(steps.rule, StepRule::loader_next);
  EXPECT_EQ(lengths_us(steps), (std::vector<std::int64_t>{100, 100, 100}));
}

TEST(Steps, NamesThatRepeatMarkThemWithoutAnyRange) {
  TraceMaker maker;
  for (int k = 0; k < 5; ++k) {
    for (int i = 0; i < 300; ++i) {
      const int at = 10'000 * k + 20 * i;
      maker.kernel(maker.launch(at - 10), at, at + 10, 7, "kernel_" + std::to_string(i));
    }
  }
  const Steps steps = steps_of(maker);
  EXPECT_EQ(steps.rule, StepRule::kernel_period);
  EXPECT_EQ(lengths_us(steps), std::vector<std::int64_t>(4, 10'000));
}

TEST(Steps, WithoutAnythingTheDevicesWorkIsTheWindow) {
  TraceMaker maker;
  maker.launched(100, 200).launched(300, 400);
  const Steps steps = steps_of(maker);
  EXPECT_EQ(steps.rule, StepRule::none);
  EXPECT_EQ(steps.window(), (Interval{100'000, 400'000}));
}

TEST(Steps, StepsOfAnotherProcessCountWhereTheOwnHasNone) {
  TraceMaker maker;
  TraceEvent step = TraceMaker::event_of("user_annotation", "ProfilerStep#1", 0, 1000);
  step.process.number = 99;
  step.thread.number = 99;
  maker.builder().on_event(step);
  maker.launched(100, 200);
  const Timeline timeline = maker.finish();
  EXPECT_EQ(whole_window(timeline, timeline.devices[0]), (Interval{0, 1'000'000}));
}

TEST(KernelPeriod, LayersAreNoSteps) {
  std::vector<std::uint32_t> names;
  for (std::uint32_t i = 0; i < 3000; ++i) names.push_back(i % 40);
  EXPECT_FALSE(name_period(names));
}

TEST(KernelPeriod, TheStepIsFoundAboveItsLayers) {
  std::vector<std::uint32_t> names;
  for (int step = 0; step < 6; ++step) {
    for (std::uint32_t i = 0; i < 900; ++i) names.push_back(i < 800 ? i % 20 : 1000 + i);
  }
  EXPECT_EQ(name_period(names), std::optional<std::size_t>(900));
}

TEST(KernelPeriod, NoNamesNoPeriod) {
  EXPECT_FALSE(name_period({}));
  std::vector<std::uint32_t> all_different(2000);
  for (std::uint32_t i = 0; i < all_different.size(); ++i) all_different[i] = i;
  EXPECT_FALSE(name_period(all_different));
}

RC_GTEST_PROP(Steps, FollowOneAnotherWithoutAGap, (const std::vector<std::uint16_t>& lengths)) {
  TraceMaker maker;
  std::int64_t at = 0;
  int number = 0;
  for (const std::uint16_t length : lengths) {
    maker.annotation("ProfilerStep#" + std::to_string(number++), at, at + length + 1);
    if (length % 3 != 0) maker.launched(at + 10, at + 12 + length / 2);
    at += length + 1;
  }
  maker.launched(at + 10, at + 20);
  const Steps steps = steps_of(maker);
  for (std::size_t i = 1; i < steps.steps.size(); ++i) {
    RC_ASSERT(steps.steps[i].device.start_ns == steps.steps[i - 1].device.end_ns);
  }
  for (const Step& step : steps.steps) RC_ASSERT(!step.device.empty());
}

}  // namespace
}  // namespace underfed
