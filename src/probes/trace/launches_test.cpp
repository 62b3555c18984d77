// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/launches.h"

#include <gtest/gtest.h>

#include "probes/trace/host_work.h"
#include "probes/trace/loader.h"
#include "probes/trace/trace_maker.h"

namespace underfed {
namespace {

constexpr Interval kAlways{-1'000'000'000, 1'000'000'000};

TEST(Launches, TheLeadIsFromTheLaunchsReturnToTheStart) {
  TraceMaker maker;
  for (int i = 0; i < 11; ++i) maker.kernel(maker.launch(100 * i), 100 * i + 2 + i, 100 * i + 50);
  maker.kernel(-1, 5000, 5010);
  const Timeline timeline = maker.finish();
  const Spread lead = host_lead_ns(timeline, timeline.devices[0], kAlways);
  EXPECT_EQ(lead.count, 11U);
  EXPECT_EQ(lead.p10, 1'000);
  EXPECT_EQ(lead.median, 5'000);
  EXPECT_EQ(lead.p90, 9'000);
  EXPECT_EQ(lead.max, 10'000);
}

TEST(Launches, BlockingCallsNameTheOutermostOperatorAroundThem) {
  TraceMaker maker;
  maker.launched(10, 20);
  for (int i = 0; i < 3; ++i) {
    const int at = 1000 * i;
    maker.op("aten::is_nonzero", at, at + 110).op("aten::item", at + 5, at + 105);
    maker.call("cudaStreamSynchronize", at + 20, at + 100);
  }
  maker.call("cudaStreamSynchronize", 5000, 5040);
  maker.call("cudaDeviceSynchronize", 9000, 9010, 4);
  const Timeline timeline = maker.finish();
  const auto calls = blocking_totals(timeline, timeline.devices[0], kAlways);
  ASSERT_EQ(calls.size(), 3U);
  EXPECT_EQ(calls[0].name, "cudaStreamSynchronize");
  EXPECT_EQ(calls[0].above, "aten::is_nonzero");
  EXPECT_EQ(calls[0].count, 3U);
  EXPECT_EQ(calls[0].time_ns, 240'000);
  EXPECT_EQ(calls[1].above, "");
  EXPECT_EQ(calls[2].name, "cudaDeviceSynchronize");
}

TEST(Launches, OnlyCallsOfTheHostWindowCount) {
  TraceMaker maker;
  maker.launched(10, 20);
  maker.call("cudaMalloc", 100, 200);
  maker.call("cudaMalloc", 900, 950);
  const Timeline timeline = maker.finish();
  const auto calls = allocator_totals(timeline, timeline.devices[0], {500'000, 1'000'000});
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0].time_ns, 50'000);
}

TEST(Launches, LoadingIsToldFromAFullQueueAndTheFirstStepFromTheRest) {
  TraceMaker maker;
  for (int i = 0; i < 9; ++i) maker.kernel(maker.launch(10 * i), 100 + 10 * i, 110 + 10 * i);
  maker.kernel(maker.call("cudaLaunchKernel", 200, 2200), 2210, 9000);   // the device is idle
  maker.kernel(maker.call("cudaLaunchKernel", 3000, 8000), 9000, 9100);  // its queue is full
  maker.call("cuModuleLoadData", 9200, 9300);
  const Timeline timeline = maker.finish();
  const DeviceTrack& device = timeline.devices[0];
  const LoadingCalls loading = loading_calls(timeline, device, 9'000'000);
  EXPECT_EQ(loading.first_count, 1U);
  EXPECT_EQ(loading.first_ns, 2'000'000);
  EXPECT_EQ(loading.steady_count, 1U);
  EXPECT_EQ(loading.steady_ns, 100'000);
  EXPECT_EQ(full_queue_waits(timeline, device), (IntervalSet{{3'000'000, 8'000'000}}));
}

TEST(Launches, TheHostIsBlockedInCallsOfThreadsThatMatter) {
  TraceMaker maker;
  maker.launched(10, 20);
  maker.call("cudaStreamSynchronize", 100, 200);
  maker.call("cudaEventSynchronize", 150, 400, 8);  // of a thread that neither launches nor leads
  const Timeline timeline = maker.finish();
  EXPECT_EQ(blocked_time(timeline, timeline.devices[0]), (IntervalSet{{100'000, 200'000}}));
}

TEST(Loader, SaysWhoMakesTheBatches) {
  for (const bool workers : {false, true}) {
    TraceMaker maker;
    maker.launched(10, 20);
    for (int i = 0; i < 5; ++i) {
      maker.annotation(workers ? "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__"
                               : "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
                       1000 * i, 1000 * i + 100 + i);
    }
    const Timeline timeline = maker.finish();
    const LoaderAccount loader = loader_account(timeline, timeline.devices[0], kAlways);
    EXPECT_EQ(loader.kind, workers ? LoaderKind::workers : LoaderKind::single_process);
    EXPECT_EQ(loader.fetch_ns.count, 5U);
    EXPECT_EQ(loader.fetch_ns.median, 102'000);
    EXPECT_EQ(loader.interval_ns.median, 1'000'000);
  }
}

TEST(Loader, FramesAreSecondChoice) {
  TraceMaker maker;
  maker.launched(10, 20);
  maker.range("python_function", "torch/utils/data/dataloader.py(703): __next__", 100, 300);
  const Timeline timeline = maker.finish();
  const LoaderAccount loader = loader_account(timeline, timeline.devices[0], kAlways);
  EXPECT_TRUE(loader.from_frames);
  EXPECT_EQ(loader.kind, LoaderKind::unknown);
  EXPECT_EQ(loader.fetch_ns.median, 200'000);
}

TEST(Loader, WithoutOneThereIsNone) {
  TraceMaker maker;
  maker.launched(10, 20);
  const Timeline timeline = maker.finish();
  EXPECT_EQ(loader_account(timeline, timeline.devices[0], kAlways).kind, LoaderKind::none);
}

}  // namespace
}  // namespace underfed
