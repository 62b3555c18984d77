// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/idle_gaps.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "probes/trace/device_time.h"
#include "probes/trace/trace_maker.h"

namespace underfed {
namespace {

using Parts = std::map<IdlePart, std::int64_t>;

struct Explained {
  Parts parts;       // microseconds
  Parts after_sync;  // likewise
};

// All idle time between the first and the last operation, in or out of steps.
Explained explain(TraceMaker& maker, IntervalSet in_steps = {{-1'000'000'000, 1'000'000'000}}) {
  const Timeline timeline = maker.finish();
  Explained explained;
  const DeviceTrack& device = timeline.devices.at(0);
  explain_idle(timeline, device, device_span(device), in_steps, [&](const IdlePiece& piece) {
    explained.parts[piece.part] += piece.when.length_ns() / 1000;
    if (piece.after_sync) explained.after_sync[piece.part] += piece.when.length_ns() / 1000;
  });
  return explained;
}

Parts parts_of(TraceMaker& maker) { return explain(maker).parts; }

// A kernel until 100, and one from 1000, launched at 980 by `thread`.
void gap_of_900(TraceMaker& maker, std::int64_t thread = TraceMaker::kMain) {
  maker.kernel(maker.launch(0), 10, 100);
  maker.kernel(maker.launch(980, thread), 1000, 1100);
}

TEST(IdleGaps, WorkLaunchedLongBeforeWaitedInTheQueue) {
  TraceMaker maker;
  maker.kernel(maker.launch(0), 10, 100);
  maker.kernel(maker.launch(20), 400, 500);
  EXPECT_EQ(parts_of(maker), (Parts{{IdlePart::queue, 300}}));
}

TEST(IdleGaps, ALaunchThatReturnedWithinTheFloorIsLateNotQueued) {
  TraceMaker maker;
  maker.kernel(maker.launch(0), 10, 100);
  maker.kernel(maker.launch(94), 400, 500);  // returned 4 us before the device ran dry
  EXPECT_EQ(parts_of(maker), (Parts{{IdlePart::launch_latency, 300}}));
}

TEST(IdleGaps, BeforeTheLaunchTheHostDidIt) {
  TraceMaker maker;
  maker.op("aten::mm", 50, 2000);
  gap_of_900(maker);
  EXPECT_EQ(parts_of(maker), (Parts{{IdlePart::host_launch, 880}, {IdlePart::launch_latency, 20}}));
}

TEST(IdleGaps, ALongLaunchCallLoads) {
  TraceMaker maker;
  maker.op("aten::mm", 0, 9000);
  for (int i = 0; i < 5; ++i) maker.kernel(maker.launch(10 * i), 60 + 10 * i, 70 + 10 * i);
  maker.kernel(maker.call("cudaLaunchKernel", 200, 5200), 5250, 5300);
  EXPECT_EQ(parts_of(maker), (Parts{{IdlePart::host_launch, 90},  // from 110 on
                                    {IdlePart::loading, 5000},
                                    {IdlePart::launch_latency, 50}}));
}

TEST(IdleGaps, ALongCallThatIsUsualHereIsNoLoading) {
  TraceMaker maker;
  for (int i = 0; i < 3; ++i) {
    maker.kernel(maker.call("cudaLaunchKernel", 3000 * i, 3000 * i + 1500), 3000 * i + 1500,
                 3000 * i + 1600);
  }
  EXPECT_EQ(parts_of(maker).count(IdlePart::loading), 0U);
}

TEST(IdleGaps, LongCallsOnTheWayLoadToo) {
  TraceMaker maker;
  maker.op("aten::mm", 0, 9000);
  maker.call("cudaFuncGetAttributes", 200, 2200);
  maker.kernel(maker.launch(0), 10, 100);
  maker.kernel(maker.launch(2980), 3000, 3100);
  EXPECT_EQ(parts_of(maker), (Parts{{IdlePart::host_launch, 880},
                                    {IdlePart::loading, 2000},
                                    {IdlePart::launch_latency, 20}}));
}

struct ClassCase {
  std::string_view category;
  std::string_view name;
  IdlePart part;
};
class HostClass : public testing::TestWithParam<ClassCase> {};

TEST_P(HostClass, WinsOverTheRangeAroundItAndInsideIt) {
  const ClassCase& c = GetParam();
  TraceMaker maker;
  maker.op("aten::around", 0, 2000);
  maker.range(c.category, c.name, 200, 500);
  maker.op("aten::inside", 300, 400);
  gap_of_900(maker);
  EXPECT_EQ(parts_of(maker),
            (Parts{{c.part, 300}, {IdlePart::host_launch, 580}, {IdlePart::launch_latency, 20}}));
}

INSTANTIATE_TEST_SUITE_P(
    Idle, HostClass,
    testing::Values(
        ClassCase{"overhead", "Buffer Flush", IdlePart::profiler_overhead},
        ClassCase{"overhead", "Instrumentation", IdlePart::profiler_overhead},
        ClassCase{"user_annotation", "evaluation", IdlePart::pause},
        ClassCase{"python_function", "transformers/trainer.py(3000): _save_checkpoint",
                  IdlePart::pause},
        ClassCase{"python_function", "<built-in function collect>", IdlePart::garbage_collection},
        ClassCase{"cpu_op", "_compile.compile_inner (dynamo_timed)", IdlePart::compile},
        ClassCase{"cuda_driver", "cuModuleLoadData", IdlePart::loading},
        ClassCase{"user_annotation",
                  "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__",
                  IdlePart::input_wait},
        ClassCase{"Operator", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
                  IdlePart::input_wait},
        ClassCase{"python_function", "torch/utils/data/dataloader.py(703): __next__",
                  IdlePart::input_wait},
        ClassCase{"cuda_runtime", "hipDeviceSynchronize", IdlePart::host_sync},
        ClassCase{"cuda_runtime", "cudaMemcpy", IdlePart::host_sync},
        ClassCase{"cuda_runtime", "cudaMalloc", IdlePart::allocator},
        ClassCase{"cuda_driver", "cuMemMap", IdlePart::allocator},
        ClassCase{"user_annotation", "Optimizer.step#AdamW.step", IdlePart::optimizer_host}));

TEST(IdleGaps, FirstOfTheListWinsWhateverTheNesting) {
  TraceMaker maker;
  maker.annotation("Optimizer.step#SGD.step", 150, 950);
  maker.call("cudaStreamSynchronize", 200, 300);
  maker.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 250, 600);
  maker.annotation("gc.collect", 500, 700);
  gap_of_900(maker);
  const Parts parts = parts_of(maker);
  EXPECT_EQ(parts.at(IdlePart::host_sync), 50);
  EXPECT_EQ(parts.at(IdlePart::input_wait), 250);
  EXPECT_EQ(parts.at(IdlePart::garbage_collection), 200);
  EXPECT_EQ(parts.at(IdlePart::optimizer_host), 300);
}

TEST(IdleGaps, AFullCommandBufferIsNoOverhead) {
  TraceMaker maker;
  maker.op("aten::mm", 0, 2000);
  maker.range("overhead", "Command Buffer Full", 200, 500);
  gap_of_900(maker);
  EXPECT_EQ(parts_of(maker).at(IdlePart::host_launch), 880);
}

TEST(IdleGaps, OverheadOnATrackOfItsOwnHoldsForAllThreads) {
  TraceMaker maker;
  maker.op("aten::mm", 0, 2000);
  maker.range("overhead", "Buffer Flush", 200, 500, -7);
  gap_of_900(maker);
  EXPECT_EQ(parts_of(maker).at(IdlePart::profiler_overhead), 300);
}

TEST(IdleGaps, TheMainThreadAnswersForALaunchingThreadThatDidNothing) {
  TraceMaker maker;
  maker.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 100, 600);
  maker.op("aten::zeros", 600, 700);
  maker.op("aten::last", 2000, 2001);
  maker.op("autograd::engine::evaluate_function: MmBackward0", 900, 1200, 2);
  gap_of_900(maker, 2);
  EXPECT_EQ(parts_of(maker), (Parts{{IdlePart::input_wait, 500},
                                    {IdlePart::host_launch, 180},
                                    {IdlePart::between_ops, 200},
                                    {IdlePart::launch_latency, 20}}));
}

TEST(IdleGaps, TheLaunchingThreadComesBeforeTheMainOne) {
  TraceMaker maker;
  maker.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 100, 900);
  maker.op("MmBackward0", 300, 1200, 2);
  gap_of_900(maker, 2);
  EXPECT_EQ(parts_of(maker), (Parts{{IdlePart::input_wait, 200},
                                    {IdlePart::host_launch, 680},
                                    {IdlePart::launch_latency, 20}}));
}

TEST(IdleGaps, OutsideStepsAndThreadsNothingIsClaimed) {
  TraceMaker maker;
  maker.op("aten::mm", 0, 200);
  maker.op("pin_memory", 400, 500, 3);
  gap_of_900(maker);
  const Explained explained = explain(maker, {{0, 300'000}});
  EXPECT_EQ(explained.parts, (Parts{{IdlePart::host_launch, 200},  // 100-200 and the other thread
                                    {IdlePart::between_ops, 100},
                                    {IdlePart::unattributed, 580},
                                    {IdlePart::launch_latency, 20}}));
}

TEST(IdleGaps, NothingBeforeTheFirstRangeOfTheMainThread) {
  TraceMaker maker;
  maker.kernel(-1, 10, 100);
  maker.kernel(maker.launch(980), 1000, 1100);
  EXPECT_EQ(parts_of(maker),
            (Parts{{IdlePart::unattributed, 880}, {IdlePart::launch_latency, 20}}));
}

TEST(IdleGaps, ACopyThatEndsTheGapIsPassedOverForTheNextKernel) {
  TraceMaker maker;
  maker.op("aten::copy_", 0, 2000);
  maker.kernel(maker.launch(0), 10, 100);
  const auto early = maker.call("cudaMemcpyAsync", 20, 25);
  maker.device("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", early, 300, 350);
  maker.kernel(maker.launch(330), 350, 500);
  EXPECT_EQ(parts_of(maker), (Parts{{IdlePart::host_launch, 200}}));
}

TEST(IdleGaps, WithoutAKernelAfterTheGapACopyAnswers) {
  TraceMaker maker;
  maker.kernel(maker.launch(0), 10, 100);
  maker.device("gpu_memcpy", "Memcpy DtoH (Device -> Pinned)",
               maker.call("cudaMemcpyAsync", 20, 25), 300, 350);
  EXPECT_EQ(parts_of(maker), (Parts{{IdlePart::queue, 200}}));
}

TEST(IdleGaps, ACollectiveAfterTheGapIsPassedOver) {
  TraceMaker maker;
  maker.op("aten::mm", 0, 2000);
  maker.kernel(maker.launch(0), 10, 100);
  maker.kernel(maker.launch(20), 300, 350, 20, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL");
  maker.kernel(maker.launch(340), 350, 500);
  EXPECT_EQ(parts_of(maker), (Parts{{IdlePart::host_launch, 200}}));
}

TEST(IdleGaps, AGraphsLaunchStandsForItsKernels) {
  TraceMaker maker;
  maker.op("graph", 0, 2000);
  maker.kernel(maker.launch(0), 10, 100);
  const auto graph = maker.call("cudaGraphLaunch", 200, 230);
  maker.kernel(graph, 240, 300);
  maker.kernel(graph, 350, 400);  // a gap inside the graph: launched before
  EXPECT_EQ(
      parts_of(maker),
      (Parts{{IdlePart::host_launch, 100}, {IdlePart::launch_latency, 40}, {IdlePart::queue, 50}}));
}

TEST(IdleGaps, WhereTheLaunchIsMissingTheNextOneAnswers) {
  TraceMaker maker;
  maker.op("aten::mm", 0, 2000);
  maker.kernel(maker.launch(0), 10, 100);
  maker.kernel(-1, 300, 310);
  maker.kernel(maker.launch(280), 310, 400);
  EXPECT_EQ(parts_of(maker), (Parts{{IdlePart::host_launch, 180}, {IdlePart::launch_latency, 20}}));
}

TEST(IdleGaps, NoLaunchInTheFileIsSaid) {
  TraceMaker maker;
  maker.kernel(-1, 10, 100).kernel(-1, 300, 310);
  EXPECT_EQ(parts_of(maker), (Parts{{IdlePart::no_launch, 200}}));
}

TEST(IdleGaps, AfterTheLastOperationIsTheTail) {
  TraceMaker maker;
  maker.kernel(maker.launch(0), 10, 100);
  const Timeline timeline = maker.finish();
  Parts parts;
  explain_idle(timeline, timeline.devices[0], {0, 150'000}, {},
               [&](const IdlePiece& piece) { parts[piece.part] += piece.when.length_ns() / 1000; });
  EXPECT_EQ(parts.at(IdlePart::tail), 50);
}

TEST(IdleGaps, AfterABlockingCallGapsAreDrainedUntilTheHostIsAhead) {
  TraceMaker maker;
  maker.op("aten::all", 0, 5000);
  maker.kernel(maker.launch(0), 10, 100);
  maker.call("cudaStreamSynchronize", 5, 110);
  maker.kernel(maker.launch(180), 200, 300);  // late after the blocking call
  maker.kernel(maker.launch(380), 400, 500);  // still late
  maker.kernel(maker.launch(420), 500, 600);  // launched while the device worked: ahead again
  maker.kernel(maker.launch(680), 700, 800);  // late again, for another reason
  const Explained explained = explain(maker);
  EXPECT_EQ(explained.parts, (Parts{{IdlePart::host_sync, 10},
                                    {IdlePart::host_launch, 230},
                                    {IdlePart::launch_latency, 60}}));
  EXPECT_EQ(explained.after_sync, (Parts{{IdlePart::host_sync, 10},
                                         {IdlePart::host_launch, 150},
                                         {IdlePart::launch_latency, 40}}));
}

TEST(IdleGaps, AGapIsDrainedUpToFiftyMicrosecondsAfterTheCall) {
  for (const std::int64_t left : {60, 40}) {
    TraceMaker maker;
    maker.op("aten::all", 0, 5000);
    maker.kernel(maker.launch(0), 10, 100);
    maker.call("cudaEventSynchronize", 5, left);
    maker.kernel(maker.launch(180), 200, 300);
    EXPECT_EQ(explain(maker).after_sync.empty(), left == 40) << left;
  }
}

TEST(IdleGaps, TheMainThreadsBlockingCallDrainsAnothersGap) {
  TraceMaker maker;
  maker.op("aten::all", 0, 5000);
  maker.op("MmBackward0", 0, 5000, 2);
  maker.kernel(maker.launch(0), 10, 100);
  maker.call("cudaStreamSynchronize", 5, 90);
  maker.kernel(maker.launch(180, 2), 200, 300);
  EXPECT_EQ(explain(maker).after_sync.at(IdlePart::host_launch), 80);
}

TEST(IdleGaps, ALongCopyOfPageableMemoryBlocksAndAShortOneDoesNot) {
  for (const std::int64_t end : {250, 290}) {
    TraceMaker maker;
    maker.op("aten::to", 0, 5000);
    maker.kernel(maker.launch(0), 10, 100);
    const auto copy = maker.call("cudaMemcpyAsync", 150, end);
    maker.device("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", copy, 295, 300);
    maker.kernel(maker.launch(298), 300, 400);
    const Parts parts = parts_of(maker);
    EXPECT_EQ(parts.count(IdlePart::host_sync), end == 290 ? 1U : 0U);
    if (end == 290) {
      EXPECT_EQ(parts.at(IdlePart::host_sync), 140);
    }
  }
}

TEST(IdleGaps, TheFloorIsATenthOfTheLatenciesButFiveMicrosecondsAtLeast) {
  TraceMaker maker;
  for (int i = 0; i < 20; ++i) maker.kernel(maker.launch(100 * i), 100 * i + 30 + i, 100 * i + 60);
  const Timeline timeline = maker.finish();
  EXPECT_EQ(latency_floor_ns(timeline, timeline.devices[0]), 30'000);
  EXPECT_EQ(latency_floor_ns(timeline, DeviceTrack{}), 5'000);
}

}  // namespace
}  // namespace underfed
