// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/timeline_builder.h"

#include <gtest/gtest.h>

#include <limits>

#include "probes/trace/trace_maker.h"

namespace underfed {
namespace {

TraceEvent event(std::string_view category, std::string_view name, std::int64_t start,
                 std::int64_t end, std::int64_t process, std::int64_t thread,
                 std::int64_t correlation) {
  TraceEvent e = TraceMaker::event_of(category, name, start, end);
  e.process.number = process;
  e.thread.number = thread;
  e.args.correlation = correlation;
  return e;
}

TEST(TimelineBuilder, LinksTheFirstGenerationToo) {
  TimelineBuilder builder;
  TraceEvent launch = event("Runtime", "cudaLaunchKernel", 0, 2, 25738, 0, 77);
  launch.thread.text = "25738";
  builder.on_event(launch);
  TraceEvent kernel = event("Kernel", "sgemm", 10, 20, 0, 0, 77);
  kernel.thread.text = "stream 7";
  builder.on_event(kernel);
  const Timeline timeline = builder.finish({});
  ASSERT_EQ(timeline.devices.size(), 1U);
  EXPECT_EQ(timeline.devices[0].linked, 1U);
  EXPECT_EQ(timeline.launches[timeline.devices[0].ops[0].launch].start_ns, 0);
}

TEST(TimelineBuilder, FlowsAndCountersLeaveNoTrace) {
  TimelineBuilder builder;
  TraceEvent flow = event("ac2g", "ac2g", 0, 0, 1, 1, 5);
  flow.phase = 's';
  builder.on_event(flow);
  TraceEvent memory = event("cpu_instant_event", "[memory]", 0, 0, 1, 1, -1);
  memory.phase = 'i';
  builder.on_event(memory);
  const Timeline timeline = builder.finish({});
  EXPECT_TRUE(timeline.devices.empty());
  EXPECT_TRUE(timeline.threads.empty());
  EXPECT_TRUE(timeline.names.empty());
}

TEST(TimelineBuilder, CountsWorkOfDevicesThatItCannotRead) {
  TimelineBuilder builder;
  builder.on_event(event("mtia_ccp_events", "dma_request", 0, 5, 9, 9, 3));
  builder.on_event(event("mtia_ccp_events", "dma_request", 6, 8, 9, 9, 4));
  const Timeline timeline = builder.finish({});
  EXPECT_EQ(timeline.foreign.kinds.at("mtia_ccp_events"), 2U);
  EXPECT_EQ(timeline.foreign.names, std::vector<std::string>{"dma_request"});
  EXPECT_TRUE(timeline.devices.empty());
}

TEST(TimelineBuilder, ACorrelationIdThatNobodySetLinksNothing) {
  TimelineBuilder builder;
  builder.on_event(event("cuda_runtime", "cudaLaunchKernel", 0, 2, 1, 1, 0));
  builder.on_event(event("cuda_runtime", "cudaLaunchKernel", 5, 7, 1, 1, 0));
  builder.on_event(event("kernel", "k", 10, 20, 0, 7, 0));
  builder.on_event(event("kernel", "k", 30, 40, 0, 7, -1));
  EXPECT_EQ(builder.finish({}).devices[0].linked, 0U);
}

TEST(TimelineBuilder, AReusedIdMeansTheLastCallBeforeTheOperation) {
  TimelineBuilder builder;
  builder.on_event(event("cuda_runtime", "cudaLaunchKernel", 0, 2, 1, 1, 9));
  builder.on_event(event("cuda_runtime", "cudaLaunchKernel", 100, 102, 1, 1, 9));
  builder.on_event(event("kernel", "k", 10, 20, 0, 7, 9));
  builder.on_event(event("kernel", "k", 110, 120, 0, 7, 9));
  const Timeline timeline = builder.finish({});
  const auto& ops = timeline.devices[0].ops;
  EXPECT_EQ(timeline.launches[ops[0].launch].start_ns, 0);
  EXPECT_EQ(timeline.launches[ops[1].launch].start_ns, 100'000);
}

// Two ranks in one file: every correlation id twice, one device each.
TEST(TimelineBuilder, MergedRanksAreServedByTheirOwnProcesses) {
  TimelineBuilder builder;
  for (const std::int64_t rank : {0, 1}) {
    const std::int64_t shift = rank * 3;
    for (std::int64_t i = 1; i <= 5; ++i) {
      builder.on_event(event("cuda_runtime", "cudaLaunchKernel", 100 * i + shift,
                             100 * i + shift + 2, 1000 + rank, 1000 + rank, i));
      TraceEvent kernel =
          event("kernel", "k", 100 * i + shift + 9, 100 * i + shift + 50, rank, 7, i);
      kernel.args.device = rank;
      builder.on_event(kernel);
    }
  }
  const Timeline timeline = builder.finish({});
  ASSERT_EQ(timeline.devices.size(), 2U);
  EXPECT_NE(timeline.devices[0].process, timeline.devices[1].process);
  for (const DeviceTrack& device : timeline.devices) {
    EXPECT_EQ(device.linked, 5U);
    for (const DeviceOp& op : device.ops) {
      const Launch& launch = timeline.launches[op.launch];
      EXPECT_EQ(timeline.threads[launch.thread].process, device.process);
    }
  }
}

TEST(TimelineBuilder, TheMainThreadCarriesTheStepsElseTheProcessesNumber) {
  TraceMaker maker;
  maker.op("aten::mm", 0, 10, 5).annotation("ProfilerStep#1", 0, 100, 5);
  maker.launch(20);
  Timeline timeline = maker.finish();
  EXPECT_EQ(timeline.threads[timeline.processes[0].main_thread].id, "5");
  TraceMaker plain;
  plain.op("aten::mm", 0, 10);
  for (int i = 0; i < 5; ++i) plain.launch(20 + i, 5);
  timeline = plain.finish();
  EXPECT_EQ(timeline.threads[timeline.processes[0].main_thread].id, "1");
}

TEST(TimelineBuilder, LeavesOutWhatCannotBe) {
  TimelineBuilder builder;
  TraceEvent absurd = event("kernel", "k", 0, 1, 0, 7, 1);
  absurd.duration_ns = std::numeric_limits<std::int64_t>::max();
  builder.on_event(absurd);
  TraceEvent early = event("cpu_op", "aten::mm", 0, 1, 1, 1, -1);
  early.start_ns = std::numeric_limits<std::int64_t>::min();
  builder.on_event(early);
  TraceEvent negative = event("kernel", "k", 5, 3, 0, 7, 1);
  builder.on_event(negative);
  const Timeline timeline = builder.finish({});
  EXPECT_EQ(timeline.left_out, 2U);
  ASSERT_EQ(timeline.devices.size(), 1U);
  EXPECT_EQ(timeline.devices[0].ops[0].duration_ns, 0);
}

TEST(TimelineBuilder, BlocksPerSmAndBytesComeBack) {
  TraceMaker maker;
  maker.device("kernel", "k", -1, 0, 10, 7, 0.25);
  maker.device("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", -1, 20, 30);
  const Timeline timeline = maker.finish();
  const DeviceTrack& device = timeline.devices[0];
  EXPECT_FLOAT_EQ(device.ops[0].blocks_per_sm(), 0.25F);
  EXPECT_EQ(device.details.at(device.ops[1].detail()).bytes, 1024);
  EXPECT_LT(device.ops[1].blocks_per_sm(), 0);
}

TEST(TimelineBuilder, ManyThreadsAndDevicesAreBounded) {
  TimelineBuilder builder;
  for (std::int64_t i = 0; i < 70'000; ++i) {
    builder.on_event(event("cpu_op", "aten::mm", i, i + 1, 1, i, -1));
    if (i < 2'000) builder.on_event(event("kernel", "k", i, i + 1, i, 7, -1));
  }
  const Timeline timeline = builder.finish({});
  EXPECT_LE(timeline.threads.size(), 65'535U);
  EXPECT_EQ(timeline.devices.size(), 128U);
  EXPECT_EQ(timeline.left_out, 1'872U);
}

}  // namespace
}  // namespace underfed
