// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include <ostream>

#include "support/kineto_writer.h"
#include "support/training_plan.h"

namespace underfed::synthetic {

// For the report of a failed property.
inline std::ostream& operator<<(std::ostream& out, const TrainingPlan& plan) {
  const auto show = [&](const char* name, auto value) {
    out << name << " " << static_cast<std::int64_t>(value) << ", ";
  };
  out << "seed " << plan.seed << ", ";
  show("steps", plan.steps), show("accumulation", plan.accumulation), show("layers", plan.layers);
  show("marks", plan.marks), show("autograd", plan.autograd_thread);
  show("stacks", plan.python_stacks), show("rocm", plan.rocm), show("op", plan.operator_ns);
  show("python", plan.python_ns), show("call", plan.launch_call_ns);
  show("latency", plan.latency_ns), show("kernel", plan.kernel_ns);
  show("gap", plan.kernel_gap_ns), show("queue", plan.queue_limit);
  show("fused", plan.fused_attention), show("side", plan.side_stream);
  show("graph", plan.cuda_graph), show("workers", plan.workers), show("prefetch", plan.prefetch);
  show("batch", plan.batch_ns), show("copies", plan.copies), show("copy", plan.copy_ns);
  show("collectives", plan.collectives), show("collective", plan.collective_ns);
  show("item", plan.item_every), show("item in copy", plan.item_waits_in_copy);
  show("sync", plan.device_sync_every), show("evaluation", plan.evaluation_every);
  show("checkpoint", plan.checkpoint_ns), show("gc", plan.gc_every);
  show("malloc", plan.malloc_every), show("lazy", plan.lazy_load_step);
  show("overhead", plan.overhead_every);
  return out;
}

// Any training that is worth telling from another: starved, launch-bound, busy, drained, paused, on
// graphs, with communication hidden or not. `dialect` decides what a trace of it can tell.
inline rc::Gen<TrainingPlan> arbitrary_plan(TraceDialect dialect) {
  return rc::gen::exec([dialect] {
    const auto range = [](std::int64_t from, std::int64_t to) {
      return *rc::gen::inRange<std::int64_t>(from, to);
    };
    const auto now_and_then = [&] { return static_cast<int>(range(0, 3) == 0 ? range(1, 4) : 0); };
    TrainingPlan plan;
    plan.seed = *rc::gen::arbitrary<std::uint64_t>();
    plan.rocm = dialect == TraceDialect::rocm;
    plan.grain_ns = writes_whole_us(dialect) ? 1'000 : 1;
    plan.steps = static_cast<int>(range(3, 6));
    plan.accumulation = static_cast<int>(range(1, 3));
    plan.layers = static_cast<int>(range(1, 3));
    plan.marks = *rc::gen::weightedElement<StepMarks>(
        {{6, StepMarks::profiler}, {1, StepMarks::optimizer}, {1, StepMarks::loader}});
    plan.autograd_thread = *rc::gen::arbitrary<bool>();
    plan.python_stacks = dialect != TraceDialect::old && range(0, 4) == 0;
    plan.operator_ns = range(2'000, 60'000);
    plan.python_ns = range(1'000, 30'000);
    plan.launch_call_ns = range(2'000, 12'000);
    plan.latency_ns = range(1'000, 20'000);
    plan.kernel_ns = *rc::gen::element<std::int64_t>(4'000, 30'000, 150'000, 600'000);
    plan.kernel_gap_ns = *rc::gen::element<std::int64_t>(0, 1'000);
    plan.queue_limit = *rc::gen::element(16, 128, 1024);
    plan.fused_attention = *rc::gen::arbitrary<bool>();
    plan.side_stream = range(0, 3) == 0;
    plan.cuda_graph = range(0, 4) == 0;
    plan.workers = *rc::gen::element(0, 0, 1, 2, 4);
    plan.prefetch = static_cast<int>(range(1, 3));
    plan.batch_ns = *rc::gen::element<std::int64_t>(20'000, 1'000'000, 8'000'000, 40'000'000);
    plan.copies = *rc::gen::element(CopyMode::pinned, CopyMode::pinned_ahead, CopyMode::pageable);
    plan.copy_ns = *rc::gen::element<std::int64_t>(10'000, 200'000, 1'500'000);
    plan.collectives =
        *rc::gen::element(Collectives::none, Collectives::overlapped, Collectives::exposed);
    plan.collective_ns = *rc::gen::element<std::int64_t>(30'000, 500'000);
    plan.item_every = now_and_then();
    plan.item_waits_in_copy = *rc::gen::arbitrary<bool>();
    plan.device_sync_every = now_and_then();
    plan.evaluation_every = now_and_then();
    plan.checkpoint_ns = *rc::gen::element<std::int64_t>(0, 10'000'000);
    plan.gc_every = now_and_then();
    plan.malloc_every = now_and_then();
    plan.lazy_load_step = static_cast<int>(range(-3, plan.steps));
    plan.lazy_load_ns = *rc::gen::element<std::int64_t>(2'000'000, 8'000'000, 60'000'000);
    plan.overhead_every = dialect == TraceDialect::old ? 0 : now_and_then();
    return plan;
  });
}

}  // namespace underfed::synthetic
