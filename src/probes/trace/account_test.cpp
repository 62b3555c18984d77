// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/account.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "probes/trace/trace_maker.h"

namespace underfed {
namespace {

constexpr std::string_view kFetch = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__";

// Steps of 1000 us: 400 in the loader, then work of 500 launched at 450.
void starved(TraceMaker& maker, int steps) {
  for (int k = 0; k < steps; ++k) {
    const int at = 1000 * k;
    maker.annotation("ProfilerStep#" + std::to_string(k), at, at + 1000);
    maker.annotation(kFetch, at, at + 400);
    maker.op("aten::linear", at + 440, at + 460);
    maker.kernel(maker.launch(at + 450), at + 460, at + 960);
  }
}

DeviceAccount account_of(TraceMaker& maker, WindowChoice choice = WindowChoice::steps) {
  return account_trace(maker.finish(), choice).devices.at(0);
}

TEST(Account, AStarvedTrainingWaitsForItsLoader) {
  TraceMaker maker;
  starved(maker, 5);
  const DeviceAccount account = account_of(maker);
  ASSERT_EQ(account.steps.size(), 4U);
  for (const StepAccount& step : account.steps) {
    EXPECT_EQ(step.parts.device.compute_ns, 500'000);
    EXPECT_EQ(step.parts.idle[IdlePart::input_wait], 400'000);
    EXPECT_EQ(step.parts.idle[IdlePart::between_ops], 80'000);  // 960-1000 and 400-440
    EXPECT_EQ(step.parts.idle[IdlePart::host_launch], 10'000);
    EXPECT_EQ(step.parts.idle[IdlePart::launch_latency], 10'000);
    EXPECT_EQ(step.host_work_ns(), 1'000'000);
  }
  EXPECT_EQ(account.parts.idle[IdlePart::input_wait], 1'600'000);
  EXPECT_EQ(account.loader.kind, LoaderKind::single_process);
  EXPECT_EQ(account.loader.fetch_ns.count, 4U);
  EXPECT_DOUBLE_EQ(account.launch_record_share, 1);
  EXPECT_DOUBLE_EQ(account.outside_share, 0.2);
}

TEST(Account, TheWindowAllSpansTheHostsSteps) {
  TraceMaker maker;
  starved(maker, 5);
  const DeviceAccount account = account_of(maker, WindowChoice::all);
  EXPECT_EQ(account.window, (Interval{0, 5'000'000}));
  EXPECT_EQ(account.parts.idle[IdlePart::input_wait], 2'000'000);
  EXPECT_EQ(account.parts.idle[IdlePart::tail], 40'000);
  EXPECT_EQ(account.steps.size(), 4U);
}

TEST(Account, ALoaderHiddenUnderTheDevicesWorkCostsNothing) {
  const auto make = [](bool fetch) {
    TraceMaker maker;
    for (int k = 0; k < 5; ++k) {
      const int at = 1000 * k;
      maker.annotation("ProfilerStep#" + std::to_string(k), at, at + 1000);
      maker.op("aten::linear", at + 5, at + 30);
      maker.kernel(maker.launch(at + 10), at + 20, at + 980);
      if (fetch) maker.annotation(kFetch, at + 40, at + 940);
    }
    return account_of(maker).parts;
  };
  const TimeParts with = make(true);
  EXPECT_EQ(with.idle.ns, make(false).idle.ns);
  EXPECT_EQ(with.idle[IdlePart::input_wait], 0);
}

// The host waits for the device after every step, and is slower than it in between.
void synchronising(TraceMaker& maker, std::int64_t host_us, std::int64_t device_us) {
  std::int64_t at = 0;
  for (int k = 0; k < 6; ++k) {
    const std::int64_t end = at + 20 + host_us + device_us;
    maker.annotation("ProfilerStep#" + std::to_string(k), at, end);
    maker.op("aten::linear", at, at + host_us + 10);
    maker.kernel(maker.launch(at + host_us), at + host_us + 10, at + host_us + 10 + device_us);
    maker.op("aten::item", at + host_us + 11, end);
    maker.call("cudaStreamSynchronize", at + host_us + 12, end - 5);
    at = end;
  }
}

TEST(Account, HostSyncClaimsWhatOverlapCouldGainAndNoMore) {
  TraceMaker maker;
  synchronising(maker, 300, 500);
  const DeviceAccount account = account_of(maker);
  for (const StepAccount& step : account.steps) {
    // T is 820; the device is busy for 500, the host works for 317.
    EXPECT_EQ(step.host_work_ns(), 317'000);
    EXPECT_EQ(step.sync_claim_ns(), 320'000);
  }
  EXPECT_EQ(account.blocking.at(0).above, "aten::item");
}

TEST(Account, AShortBlockingCallDoesNotHideALateHost) {
  TraceMaker maker;
  synchronising(maker, 900, 20);
  const DeviceAccount account = account_of(maker);
  for (const StepAccount& step : account.steps) {
    EXPECT_EQ(step.sync_claim_ns(), 940'000 - step.host_work_ns());
    EXPECT_GT(step.launch_bound_ns(), 800'000);
  }
  EXPECT_LT(account.parts.undrained_launch_bound_ns(), 100'000);
}

TEST(Account, PausesAreSummedByNameOnceForNestedOnes) {
  TraceMaker maker;
  starved(maker, 5);
  maker.annotation("evaluation", 1420, 1438).annotation("eval_inner", 1425, 1430);
  const DeviceAccount account = account_of(maker);
  ASSERT_EQ(account.pauses.size(), 1U);
  EXPECT_EQ(account.pauses[0].name, "evaluation");
  EXPECT_EQ(account.pauses[0].host_ns, 18'000);
  EXPECT_EQ(account.parts.idle[IdlePart::pause], 18'000);
}

TEST(Account, WithoutDeviceWorkThereIsNoDevice) {
  TraceMaker maker;
  maker.op("aten::mm", 0, 100);
  const TraceAccount account = account_trace(maker.finish(), WindowChoice::steps);
  EXPECT_TRUE(account.devices.empty());
  EXPECT_TRUE(account.host_events);
}

TEST(Account, PythonStacksAreNoticed) {
  TraceMaker maker;
  maker.launched(10, 20).range("python_function", "train.py(10): main", 0, 100);
  EXPECT_TRUE(account_trace(maker.finish(), WindowChoice::steps).python_stacks);
}

// Anything goes: threads, streams, kinds and missing launches.
TraceMaker anything() {
  TraceMaker maker;
  const auto pick = [](std::int64_t below) { return *rc::gen::inRange<std::int64_t>(0, below); };
  static constexpr std::array<std::string_view, 10> kHost{
      "aten::mm",   kFetch,       "Optimizer.step#SGD.step", "evaluation",
      "gc.collect", "aten::item", "ProfilerStep#",           "compile",
      "aten::bmm",  "backward"};
  static constexpr std::array<std::string_view, 6> kCalls{
      "cudaStreamSynchronize", "cudaMalloc",       "cudaMemcpyAsync",
      "cudaGraphLaunch",       "cudaLaunchKernel", "cudaFuncGetAttributes"};
  static constexpr std::array<std::string_view, 5> kWork{
      "ncclDevKernel_AllGather_RING_LL", "ampere_sgemm_128x64_tn", "softmax_warp_forward", "x",
      "vectorized_elementwise_kernel"};
  const std::int64_t events = pick(60);
  for (std::int64_t i = 0; i < events; ++i) {
    const std::int64_t start = pick(20'000);
    const std::int64_t end = start + pick(3'000);
    maker.annotation(kHost[static_cast<std::size_t>(pick(10))], start, end, 1 + pick(3));
    const auto id = maker.call(kCalls[static_cast<std::size_t>(pick(6))], start, end, 1 + pick(2));
    const std::int64_t at = start + pick(3'000);
    const std::int64_t linked = pick(4) == 0 ? -1 : id;
    if (pick(5) == 0) {
      maker.device("gpu_memcpy", "Memcpy DtoH (Device -> Pageable)", linked, at, at + pick(900), 9);
    } else {
      maker.kernel(linked, at, at + pick(900), 7 + pick(2),
                   kWork[static_cast<std::size_t>(pick(5))]);
    }
  }
  return maker;
}

void check(const TimeParts& parts) {
  const DeviceTime& d = parts.device;
  RC_ASSERT(d.compute_ns + d.exposed_comm_ns + d.exposed_copy_ns + d.idle_ns == d.window_ns);
  RC_ASSERT(d.exposed_comm_ns <= d.comm_ns && d.exposed_copy_ns <= d.copy_ns);
  RC_ASSERT(parts.idle.sum_ns() == d.idle_ns);
  for (std::size_t i = 0; i < kIdleParts; ++i) {
    RC_ASSERT(0 <= parts.after_sync.ns[i] && parts.after_sync.ns[i] <= parts.idle.ns[i]);
  }
}

RC_GTEST_PROP(Account, PartsSumAndStepsTileWhateverTheTrace, ()) {
  TraceMaker maker = anything();
  const Timeline timeline = maker.finish();
  for (const WindowChoice choice : {WindowChoice::steps, WindowChoice::all}) {
    for (const DeviceAccount& device : account_trace(timeline, choice).devices) {
      check(device.parts);
      RC_ASSERT(device.parts.device.window_ns == device.window.length_ns());
      const DeviceTime time = device_time(timeline.devices[0], device.window);
      RC_ASSERT(time.compute_ns == device.parts.device.compute_ns);
      RC_ASSERT(time.comm_ns == device.parts.device.comm_ns);
      RC_ASSERT(time.copy_ns == device.parts.device.copy_ns);
      TimeParts sum;
      for (const StepAccount& step : device.steps) {
        check(step.parts);
        RC_ASSERT(step.sync_claim_ns() >= 0 && step.launch_bound_ns() >= 0);
        sum.device.window_ns += step.parts.device.window_ns;
        for (std::size_t i = 0; i < kIdleParts; ++i) sum.idle.ns[i] += step.parts.idle.ns[i];
      }
      if (choice == WindowChoice::steps) {
        RC_ASSERT(sum.device.window_ns == device.parts.device.window_ns);
        RC_ASSERT(sum.idle.ns == device.parts.idle.ns);
      }
      RC_ASSERT(device.kernels.compute_ns <=
                static_cast<double>(device.parts.device.compute_ns) * (1 + 1e-9) + 1);
      RC_ASSERT(device.outside_share >= 0 && device.outside_share <= 1);
      for (const auto& [name, copy] : device.copies) RC_ASSERT(copy.exposed_ns <= copy.time_ns);
    }
  }
}

}  // namespace
}  // namespace underfed
