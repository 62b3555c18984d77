// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/intervals.h"
#include "support/training_plan.h"

namespace underfed::synthetic {

// What a host thread is really doing; of all that is open at an instant the first counts.
enum class Doing : std::uint8_t {
  profiler,
  pause,
  garbage,
  loading,
  input_wait,
  host_sync,
  allocator,
  optimizer,
  other,    // any other range
  nothing,  // no range at all
};
inline constexpr std::size_t kDoings = static_cast<std::size_t>(Doing::nothing) + 1;

// Calls of the runtime: cudaLaunchKernel, hipLaunchKernel, ...
enum class Call : std::uint8_t {
  launch_kernel,
  launch_graph,
  memcpy_async,
  memcpy_with_stream,  // blocks; only ROCm writes this name, CUDA's is the Async one
  memset_async,
  stream_synchronize,
  device_synchronize,
  event_record,
  stream_wait_event,
  malloc,
};

enum class HostKind : std::uint8_t { op, annotation, call, python, overhead };

inline constexpr std::uint8_t kMainThread = 0;
inline constexpr std::uint8_t kAutogradThread = 1;
inline constexpr std::size_t kThreads = 2;
inline constexpr std::uint8_t kNoThread = 255;  // the profiler's own track

struct HostEvent {
  std::int64_t start_ns = 0;
  std::int64_t duration_ns = 0;
  std::uint32_t name = 0;  // into SyntheticTrace::names; of a call: a Call
  std::uint32_t external_id = 0;
  std::uint32_t correlation = 0;  // of calls
  std::uint8_t thread = kMainThread;
  HostKind kind = HostKind::op;
};

enum class DeviceKind : std::uint8_t {
  kernel,
  collective,
  memset,
  copy_to_device_pinned,
  copy_to_device_pageable,
  copy_to_host,
  copy_on_device,
};

// Kernels by what they are for: the writer knows what each is called, by vendor.
enum class KernelRole : std::uint8_t {
  gemm,
  batched_gemm,
  attention_forward,
  attention_backward,
  softmax,
  norm,
  elementwise,
  rope,
  loss,
  optimizer,
  all_reduce,
  none,  // no kernel
};

struct DeviceEvent {
  std::int64_t start_ns = 0;
  std::int64_t duration_ns = 0;
  std::int64_t bytes = 0;
  std::uint32_t launch = 0;  // into SyntheticTrace::launches
  float blocks_per_sm = 0;
  std::uint8_t stream = 7;
  DeviceKind kind = DeviceKind::kernel;
  KernelRole role = KernelRole::none;

  [[nodiscard]] std::int64_t end_ns() const { return start_ns + duration_ns; }
};

enum class LaunchOf : std::uint8_t { kernel, memset, copy, graph };

// The call that put an operation on the device (a graph's launch: many).
struct LaunchRecord {
  Interval call;
  std::uint32_t correlation = 0;
  std::uint32_t external_id = 0;
  std::uint8_t thread = kMainThread;
  LaunchOf of = LaunchOf::kernel;
};

struct Claim {
  Interval when;
  Doing doing = Doing::other;
};

// What a simulated training did, as a profiler would see it (host, device), and what only the
// simulator knows (the rest). Device operations are in the order in which they were launched.
struct SyntheticTrace {
  TrainingPlan plan;
  std::vector<std::string> names;
  std::vector<HostEvent> host;
  std::vector<DeviceEvent> device;
  std::vector<LaunchRecord> launches;
  std::array<std::vector<Claim>, kThreads> claims;  // of each thread, nested ones too
  std::array<IntervalSet, kThreads> blocked;        // in calls that wait for the device
  std::vector<Interval> profiler_steps;
  std::vector<std::int64_t> optimizer_ends_ns;
  std::vector<Interval> fetches;  // __next__ of the loader, on the main thread
  Interval span;
};

[[nodiscard]] SyntheticTrace simulate(const TrainingPlan& plan);

}  // namespace underfed::synthetic
