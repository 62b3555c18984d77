// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace underfed::synthetic {

enum class CopyMode : std::uint8_t {
  pinned,        // asynchronous, in the order of the compute stream
  pinned_ahead,  // asynchronous, on a stream of its own; the compute stream waits for it
  pageable,      // the call holds the host until the copy is done
};

enum class Collectives : std::uint8_t {
  none,
  overlapped,  // beside the backward pass; only the optimizer waits for the last one
  exposed,     // the compute stream waits for each
};

// The best of the marks of steps that the trace holds.
enum class StepMarks : std::uint8_t {
  profiler,   // ProfilerStep# (and the ones below)
  optimizer,  // Optimizer.step (and the one below)
  loader,     // the DataLoader's __next__
};

enum class Precision : std::uint8_t { bf16, tf32, fp32 };

// What a training loop does and what everything in it costs; simulate() plays it. Times are means,
// varied by `variation` from `seed`. "Every n" counts steps; 0 is never.
struct TrainingPlan {
  std::uint64_t seed = 1;
  int steps = 6;
  int accumulation = 1;  // micro-batches of a step
  int layers = 3;
  double variation = 0.3;     // every time is uniform within this share of its mean
  std::int64_t grain_ns = 1;  // every time is a multiple of it: 1000 for traces in whole us
  StepMarks marks = StepMarks::profiler;
  bool autograd_thread = true;  // the backward pass is launched by a thread of its own
  bool python_stacks = false;
  bool rocm = false;  // copies that block are calls of their own name

  std::int64_t operator_ns = 12'000;  // of the host, around a launch
  std::int64_t python_ns = 6'000;     // of the host, between two operators
  std::int64_t launch_call_ns = 5'000;
  std::int64_t latency_ns = 8'000;  // from the launch call's start to the device's, if idle
  std::int64_t kernel_ns = 80'000;
  std::int64_t kernel_gap_ns = 0;  // of a stream, between two operations that queue
  int queue_limit = 1024;          // launches ahead of the device; then the call waits
  Precision precision = Precision::bf16;
  bool fused_attention = true;
  bool side_stream = false;  // some kernels of the backward pass overlap on a second stream
  bool cuda_graph = false;   // forward and backward are one launch

  int workers = 0;                    // 0: the main thread makes the batches
  int prefetch = 2;                   // batches that a worker keeps ready
  std::int64_t batch_ns = 2'000'000;  // to make one batch, by one worker
  CopyMode copies = CopyMode::pinned;
  std::int64_t copy_ns = 150'000;  // per tensor; two a micro-batch

  Collectives collectives = Collectives::none;
  std::int64_t collective_ns = 400'000;

  int item_every = 0;               // .item(): waits for the device
  bool item_waits_in_copy = false;  // in the copy's call, rather than in a synchronize call
  int device_sync_every = 0;        // torch.cuda.synchronize()
  int evaluation_every = 0;
  std::int64_t checkpoint_ns = 0;  // after every evaluation: host only
  int gc_every = 0;
  std::int64_t gc_ns = 3'000'000;
  int malloc_every = 0;
  std::int64_t malloc_ns = 400'000;
  int lazy_load_step = -1;  // a launch call of lazy_load_ns in this step
  std::int64_t lazy_load_ns = 5'000'000;
  int overhead_every = 0;  // the profiler flushes its buffers
  std::int64_t overhead_ns = 1'500'000;
};

}  // namespace underfed::synthetic
