// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/device_time.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <tuple>

#include "probes/trace/trace_maker.h"

namespace underfed {
namespace {

DeviceTime time_of(TraceMaker& maker, std::int64_t from, std::int64_t to) {
  const Timeline timeline = maker.finish();
  return device_time(timeline.devices.at(0), {from * 1000, to * 1000});
}

TEST(DeviceTime, ComputeComesBeforeCommunicationAndThatBeforeCopies) {
  TraceMaker maker;
  maker.kernel(-1, 0, 100);
  maker.kernel(-1, 50, 200, 20, "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
  maker.device("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", -1, 150, 250, 21);
  const DeviceTime time = time_of(maker, 0, 300);
  EXPECT_EQ(time.compute_ns, 100'000);
  EXPECT_EQ(time.exposed_comm_ns, 100'000);
  EXPECT_EQ(time.exposed_copy_ns, 50'000);
  EXPECT_EQ(time.idle_ns, 50'000);
  EXPECT_EQ(time.comm_ns, 150'000);
  EXPECT_EQ(time.copy_ns, 100'000);
}

TEST(DeviceTime, MemsetsAndCopiesOnTheDeviceCompute) {
  TraceMaker maker;
  maker.device("gpu_memset", "Memset (Device)", -1, 0, 10);
  maker.device("gpu_memcpy", "Memcpy DtoD (Device -> Device)", -1, 10, 30);
  EXPECT_EQ(time_of(maker, 0, 30).compute_ns, 30'000);
}

TEST(DeviceTime, PeerCopiesAreCommunication) {
  TraceMaker maker;
  maker.device("gpu_memcpy", "Memcpy PtoP (Device -> Device)", -1, 0, 10);
  EXPECT_EQ(time_of(maker, 0, 10).exposed_comm_ns, 10'000);
}

TEST(DeviceTime, ACollectiveHiddenUnderComputeIsNotExposed) {
  TraceMaker maker;
  maker.kernel(-1, 0, 100).kernel(-1, 10, 90, 20, "ncclKernel_AllGather_RING_LL_Sum_int8_t");
  const DeviceTime time = time_of(maker, 0, 100);
  EXPECT_EQ(time.exposed_comm_ns, 0);
  EXPECT_EQ(time.comm_ns, 80'000);
}

TEST(DeviceTime, OneOperationTwiceInTheFileTakesItsTimeOnce) {
  TraceMaker maker;
  maker.kernel(5, 0, 100).kernel(5, 0, 100).kernel(6, 0, 100, 8);
  const Timeline timeline = maker.finish();
  EXPECT_EQ(timeline.devices[0].duplicates, 1U);
  EXPECT_EQ(device_time(timeline.devices[0], {0, 100'000}).compute_ns, 100'000);
}

TEST(DeviceTime, CopiesAreShownByKindWithWhatIsExposed) {
  TraceMaker maker;
  maker.kernel(-1, 0, 100);
  maker.device("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", -1, 80, 120, 8);
  maker.device("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", -1, 130, 140, 8);
  maker.device("gpu_memcpy", "Memcpy DtoD (Device -> Device)", -1, 150, 160, 8);
  const Timeline timeline = maker.finish();
  const auto copies = copy_totals(timeline, timeline.devices[0], {0, 200'000});
  const CopyTotal& pageable = copies.at("Memcpy HtoD (Pageable -> Device)");
  EXPECT_EQ(pageable.count, 2U);
  EXPECT_EQ(pageable.bytes, 2048);
  EXPECT_EQ(pageable.time_ns, 50'000);
  EXPECT_EQ(pageable.exposed_ns, 30'000);
  EXPECT_EQ(copies.at("Memcpy DtoD (Device -> Device)").exposed_ns, 0);
}

// By definition, instant by instant.
DeviceTime slow_time(const DeviceTrack& device, Interval window) {
  DeviceTime time;
  for (std::int64_t t = window.start_ns; t < window.end_ns; ++t) {
    bool compute = false;
    bool comm = false;
    bool copy = false;
    for (const DeviceOp& op : device.ops) {
      if (t < op.start_ns || t >= op.end_ns()) continue;
      (is_compute(op.kind) ? compute : is_communication(op.kind) ? comm : copy) = true;
    }
    time.add(compute ? DeviceState::compute
             : comm  ? DeviceState::exposed_comm
             : copy  ? DeviceState::exposed_copy
                     : DeviceState::idle,
             1);
    time.comm_ns += comm ? 1 : 0;
    time.copy_ns += copy ? 1 : 0;
  }
  return time;
}

RC_GTEST_PROP(DeviceTime, IsWhatEveryInstantSays,
              (const std::vector<std::tuple<std::uint8_t, std::uint8_t, std::uint8_t>>& ops)) {
  DeviceTrack device;
  for (const auto& [start, length, kind] : ops) {
    DeviceOp op;
    op.start_ns = start % 100;
    op.duration_ns = length % 20;
    op.kind = static_cast<OpKind>(kind % 9);
    device.ops.push_back(op);
  }
  std::sort(device.ops.begin(), device.ops.end(),
            [](const DeviceOp& a, const DeviceOp& b) { return a.start_ns < b.start_ns; });
  const Interval window{10, 95};
  const DeviceTime fast = device_time(device, window);
  const DeviceTime slow = slow_time(device, window);
  RC_ASSERT(fast.compute_ns == slow.compute_ns);
  RC_ASSERT(fast.exposed_comm_ns == slow.exposed_comm_ns);
  RC_ASSERT(fast.exposed_copy_ns == slow.exposed_copy_ns);
  RC_ASSERT(fast.idle_ns == slow.idle_ns);
  RC_ASSERT(fast.window_ns == window.length_ns());
  RC_ASSERT(fast.comm_ns == slow.comm_ns);
  RC_ASSERT(fast.copy_ns == slow.copy_ns);
}

}  // namespace
}  // namespace underfed
