// SPDX-License-Identifier: Apache-2.0
// The simulator that the other tests believe: does its truth hold together, and does a plan do what
// it says? No code of the product is asked.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "support/arbitrary_plan.h"
#include "support/trace_truth.h"

namespace underfed::synthetic {
namespace {

std::int64_t sum(const WhyParts& parts) {
  return std::accumulate(parts.begin(), parts.end(), std::int64_t{0});
}

void check_sums(const TrueParts& parts) {
  RC_ASSERT(parts.compute_ns + parts.exposed_comm_ns + parts.exposed_copy_ns + parts.idle_ns ==
            parts.window.length_ns());
  RC_ASSERT(sum(parts.why) == parts.idle_ns);
  for (std::size_t i = 0; i < kWhys; ++i) RC_ASSERT(parts.after_sync[i] <= parts.why[i]);
  RC_ASSERT(parts.exposed_comm_ns <= parts.comm_ns);
  RC_ASSERT(parts.exposed_copy_ns <= parts.copy_ns);
}

TEST(Simulator, TruthSumsToTheWindow) {
  EXPECT_TRUE(rc::check([] {
    const auto trace = simulate(*arbitrary_plan(*rc::gen::elementOf(
        std::vector<TraceDialect>(std::begin(kTraceDialects), std::end(kTraceDialects)))));
    const TraceTruth truth = find_truth(trace);
    check_sums(truth.window);
    TrueParts total;
    for (const TrueParts& step : truth.steps) {
      check_sums(step);
      total.compute_ns += step.compute_ns;
      total.idle_ns += step.idle_ns;
      for (std::size_t i = 0; i < kWhys; ++i) total.why[i] += step.why[i];
    }
    RC_ASSERT(total.compute_ns == truth.window.compute_ns);
    RC_ASSERT(total.idle_ns == truth.window.idle_ns);
    RC_ASSERT(total.why == truth.window.why);
  }));
}

TEST(Simulator, StreamsRunInOrderAndAfterTheirLaunch) {
  EXPECT_TRUE(rc::check([] {
    const auto trace = simulate(*arbitrary_plan(TraceDialect::recent));
    std::map<std::uint8_t, std::int64_t> end_ns;
    for (const DeviceEvent& op : trace.device) {
      RC_ASSERT(op.duration_ns > 0);
      RC_ASSERT(op.start_ns > trace.launches[op.launch].call.start_ns);
      RC_ASSERT(op.start_ns >= end_ns[op.stream]);
      end_ns[op.stream] = op.end_ns();
    }
  }));
}

TEST(Simulator, WholeMicrosecondsStayWhole) {
  EXPECT_TRUE(rc::check([] {
    const auto trace = simulate(*arbitrary_plan(TraceDialect::old));
    for (const HostEvent& event : trace.host) {
      RC_ASSERT(event.start_ns % 1000 == 0);
      RC_ASSERT(event.duration_ns % 1000 == 0);
    }
    for (const DeviceEvent& op : trace.device) {
      RC_ASSERT(op.start_ns % 1000 == 0);
      RC_ASSERT(op.duration_ns % 1000 == 0);
    }
  }));
}

double share(const TraceTruth& truth, Why why) {
  return static_cast<double>(truth.window.why_ns(why)) /
         static_cast<double>(truth.window.window.length_ns());
}

TEST(Simulator, LoaderInTheMainThreadStarvesADrainedDevice) {
  const auto truth = find_truth(simulate(
      {.steps = 8, .batch_ns = 20'000'000, .copies = CopyMode::pageable, .item_every = 1}));
  EXPECT_GT(share(truth, Why::input_wait), 0.6);
}

TEST(Simulator, LoaderIsHiddenWhereWorkersKeepUp) {
  const TrainingPlan plan{.steps = 10, .kernel_ns = 300'000, .workers = 4, .batch_ns = 20'000'000};
  EXPECT_LT(share(find_truth(simulate(plan)), Why::input_wait), 0.01);
  TrainingPlan starved = plan;
  starved.workers = 1;
  starved.batch_ns = 200'000'000;
  EXPECT_GT(share(find_truth(simulate(starved)), Why::input_wait), 0.5);
}

TEST(Simulator, HostFarAheadLeavesTheDeviceBusy) {
  const auto truth = find_truth(
      simulate({.steps = 8, .operator_ns = 2'000, .kernel_ns = 900'000, .batch_ns = 20'000}));
  EXPECT_GT(static_cast<double>(truth.window.compute_ns),
            0.9 * static_cast<double>(truth.window.window.length_ns()));
}

TEST(Simulator, SmallKernelsAreBoundByTheHost) {
  const auto truth = find_truth(simulate({.steps = 8,
                                          .autograd_thread = false,
                                          .operator_ns = 60'000,
                                          .kernel_ns = 3'000,
                                          .batch_ns = 20'000}));
  EXPECT_GT(share(truth, Why::host_launch) + share(truth, Why::launch_latency) +
                share(truth, Why::between_operators),
            0.7);
}

TEST(Simulator, ReportsCommunicationWhereItIsExposed) {
  TrainingPlan plan{.steps = 8, .layers = 6, .collectives = Collectives::overlapped};
  const auto hidden = find_truth(simulate(plan));
  plan.collectives = Collectives::exposed;
  const auto exposed = find_truth(simulate(plan));
  EXPECT_GT(hidden.window.comm_ns, 4 * hidden.window.exposed_comm_ns);
  EXPECT_GT(2 * exposed.window.exposed_comm_ns, exposed.window.comm_ns);
}

TEST(Simulator, FirstStepThatLoadsModulesIsWarmUp) {
  const auto truth =
      find_truth(simulate({.steps = 6, .lazy_load_step = 0, .lazy_load_ns = 90'000'000}));
  ASSERT_TRUE(truth.warm_up.has_value());
  EXPECT_GT(truth.warm_up->why_ns(Why::loading), 60'000'000);
  EXPECT_EQ(truth.window.why_ns(Why::loading), 0);
}

TEST(Simulator, SameSeedSameTrace) {
  std::string first;
  std::string second;
  const auto keep = [](std::string& text) {
    return [&text](std::string_view event) { text += event; };
  };
  visit_kineto_events(simulate({.seed = 5}), TraceDialect::recent, keep(first));
  visit_kineto_events(simulate({.seed = 5}), TraceDialect::recent, keep(second));
  EXPECT_EQ(first, second);
  second.clear();
  visit_kineto_events(simulate({.seed = 6}), TraceDialect::recent, keep(second));
  EXPECT_NE(first, second);
}

}  // namespace
}  // namespace underfed::synthetic
