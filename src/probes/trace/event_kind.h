// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace underfed {

// What an event of a trace is, by its category; both generations of names, CUDA, ROCm and XPU.
enum class EventKind : std::uint8_t {
  kernel,
  copy,
  memset,
  runtime_call,  // of the runtime or the driver, on the host
  op,            // an operator; the old generation files annotations here too
  annotation,    // a range that the user, or a library, has named
  python_frame,
  overhead,        // of the profiler
  foreign_device,  // work of a device that underfed cannot account: MTIA, HPU, NPU, TPU, ...
  other,           // nothing of these: tracks that repeat others, counters, what nobody knows
};

[[nodiscard]] EventKind event_kind(std::string_view category);

// What a host thread is doing, in the order in which it explains an idle device: of all that is
// open at an instant, the first in this list wins, whatever is nested in what.
enum class HostActivity : std::uint8_t {
  profiler_overhead,
  pause,  // evaluation, checkpointing, logging
  garbage_collection,
  compile,  // and autotuning, as Python frames and annotations name them
  loading,  // of modules, by the driver
  input_wait,
  host_sync,  // a blocking call
  allocator,  // cudaMalloc, cudaFree and host kin
  optimizer,
  other,  // any other range: preparing and launching work
  none,   // nothing recorded
};
inline constexpr std::size_t kHostActivities = static_cast<std::size_t>(HostActivity::none);

// Ranges that are kept one by one, beside the coverage of their thread.
enum class RangeKind : std::uint8_t {
  nothing,  // not kept
  profiler_step,
  optimizer_step,
  loader_next,        // enumerate(DataLoader)#...__next__
  loader_next_frame,  // the same as a Python frame: what there is without annotations
  pause,
  garbage_collection,
  compile,
  blocking_call,
  allocator_call,
  loading_call,       // loads a module, by its name
  maybe_loading_call  // loads a module if it takes long
};

// What a launching call puts on the device.
enum class LaunchKind : std::uint8_t { nothing, kernel, graph, copy, memset };

// An operator of interest: what can stand above a blocking call, or above a batched GEMM.
enum class OpMark : std::uint8_t { nothing, may_block, batched_gemm };

// What a name on the host means. `covers` is false for ranges that only frame others
// (ProfilerStep#) and must not count as host work.
struct HostMeaning {
  HostActivity activity = HostActivity::other;
  RangeKind range = RangeKind::nothing;
  LaunchKind launch = LaunchKind::nothing;
  OpMark mark = OpMark::nothing;
  bool covers = true;
};

// Looks only at the name and the kind, so it can be remembered per name.
[[nodiscard]] HostMeaning host_meaning(EventKind kind, std::string_view name);

}  // namespace underfed
