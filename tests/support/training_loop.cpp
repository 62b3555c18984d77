// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "support/machine.h"

namespace underfed::synthetic {
namespace {

constexpr std::int64_t kBytesPerNs = 12;  // of a copy between host and device: 12 GB/s

// A kernel of a layer: its share of ten mean kernels, and the operators around its launch.
struct LayerKernel {
  KernelRole role;
  double weight;
  std::string_view outer;
  std::string_view inner;
};

constexpr LayerKernel kFused[] = {
    {KernelRole::norm, 0.5, "aten::rms_norm", "aten::mul"},
    {KernelRole::gemm, 2.2, "aten::linear", "aten::addmm"},
    {KernelRole::rope, 0.3, "aten::mul", ""},
    {KernelRole::attention_forward, 1.1, "aten::scaled_dot_product_attention",
     "aten::_scaled_dot_product_flash_attention"},
    {KernelRole::gemm, 0.9, "aten::linear", "aten::addmm"},
    {KernelRole::elementwise, 0.2, "aten::add", ""},
    {KernelRole::norm, 0.5, "aten::rms_norm", "aten::mul"},
    {KernelRole::gemm, 2.4, "aten::linear", "aten::addmm"},
    {KernelRole::elementwise, 0.5, "aten::silu", ""},
    {KernelRole::gemm, 1.4, "aten::linear", "aten::addmm"},
};
constexpr LayerKernel kEager[] = {
    {KernelRole::norm, 0.5, "aten::layer_norm", "aten::native_layer_norm"},
    {KernelRole::gemm, 2.0, "aten::linear", "aten::addmm"},
    {KernelRole::batched_gemm, 0.8, "aten::matmul", "aten::bmm"},
    {KernelRole::softmax, 0.9, "aten::softmax", "aten::_softmax"},
    {KernelRole::batched_gemm, 0.8, "aten::matmul", "aten::bmm"},
    {KernelRole::gemm, 0.8, "aten::linear", "aten::addmm"},
    {KernelRole::elementwise, 0.3, "aten::add", ""},
    {KernelRole::gemm, 2.2, "aten::linear", "aten::addmm"},
    {KernelRole::elementwise, 0.4, "aten::gelu", ""},
    {KernelRole::gemm, 1.3, "aten::linear", "aten::addmm"},
};

KernelRole backward_of(KernelRole role) {
  return role == KernelRole::attention_forward ? KernelRole::attention_backward : role;
}

// Plays the plan on a machine, as an ordinary PyTorch loop would.
class TrainingLoop {
 public:
  explicit TrainingLoop(const TrainingPlan& plan)
      : plan_(plan), machine_(plan), worker_free_ns_(static_cast<std::size_t>(plan.workers), 0) {}

  SyntheticTrace run() {
    {
      std::optional<Machine::Range> frame;
      if (plan_.python_stacks) {
        frame.emplace(machine_, HostKind::python, "train.py(41): main", Doing::other);
      }
      machine_.work(plan_.python_ns);
      for (step_ = 0; step_ < plan_.steps; ++step_) marked_step();
      // What follows the last step gives it an end on the device.
      one_kernel(KernelRole::elementwise, 0.2, "aten::add", "");
    }
    machine_.synchronize(Call::device_synchronize);
    return machine_.take();
  }

 private:
  [[nodiscard]] bool every(int n) const { return n > 0 && step_ % n == n - 1; }

  void marked_step() {
    if (plan_.marks != StepMarks::profiler) return step();
    const std::int64_t start = machine_.now_ns();
    {
      const auto range =
          machine_.annotation("ProfilerStep#" + std::to_string(step_), Doing::nothing);
      step();
      machine_.work(plan_.python_ns);
    }
    machine_.trace().profiler_steps.push_back({start, machine_.now_ns()});
    machine_.work(plan_.python_ns);
  }

  void step() {
    for (int i = 0; i < plan_.accumulation; ++i) {
      fetch();
      copy_inputs();
      plan_.cuda_graph ? graph() : forward_and_backward();
      python();
    }
    optimizer();
    between_steps();
  }

  void python() { machine_.work(plan_.python_ns); }

  void fetch() {
    const std::int64_t start = machine_.now_ns();
    std::optional<Machine::Range> frame;
    if (plan_.python_stacks) {
      frame.emplace(machine_, HostKind::python, "torch/utils/data/dataloader.py(701): __next__",
                    Doing::input_wait);
    }
    {
      const auto range = machine_.annotation(
          plan_.workers > 0 ? "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__"
                            : "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
          Doing::input_wait);
      plan_.workers > 0 ? wait_for_workers() : make_batch();
    }
    frame.reset();
    machine_.trace().fetches.push_back({start, machine_.now_ns()});
    python();
  }

  void make_batch() {
    machine_.work(plan_.batch_ns / 2);
    {
      const auto stack = machine_.op("aten::stack");
      const auto cat = machine_.op("aten::cat");
      machine_.work(plan_.batch_ns / 8);
    }
    machine_.work(plan_.batch_ns * 3 / 8);
  }

  // Worker i % k makes batch i as soon as it is free and its earlier batches are taken.
  void wait_for_workers() {
    const auto k = static_cast<std::size_t>(plan_.workers);
    const auto ahead = k * static_cast<std::size_t>(plan_.prefetch);
    std::int64_t& free_at = worker_free_ns_[batch_ % k];
    if (batch_ >= ahead) free_at = std::max(free_at, taken_ns_[batch_ - ahead]);
    free_at += machine_.vary(plan_.batch_ns);
    machine_.wait_until(free_at);
    machine_.work(40'000);
    taken_ns_.push_back(machine_.now_ns());
    ++batch_;
  }

  void copy_inputs() {
    const bool ahead = plan_.copies == CopyMode::pinned_ahead;
    for (int i = 0; i < 2; ++i) {
      const auto to = machine_.op("aten::to");
      const auto to_copy = machine_.op("aten::_to_copy");
      machine_.work(plan_.operator_ns);
      const auto copy = machine_.op("aten::copy_");
      machine_.work(plan_.operator_ns / 4);
      copy_input(ahead ? kCopyStream : kComputeStream);
    }
    if (ahead) machine_.make_wait(kComputeStream, kCopyStream);
    python();
  }

  void copy_input(std::uint8_t stream) {
    DeviceEvent op;
    op.duration_ns = machine_.vary(plan_.copy_ns);
    op.bytes = op.duration_ns * kBytesPerNs;
    op.stream = stream;
    op.kind = DeviceKind::copy_to_device_pinned;
    if (plan_.copies != CopyMode::pageable) return machine_.launch(op, Call::memcpy_async);
    op.kind = DeviceKind::copy_to_device_pageable;
    if (plan_.rocm) return machine_.launch_blocking(op, Call::memcpy_with_stream);
    machine_.launch_blocking(op, Call::memcpy_async);
    machine_.synchronize(Call::stream_synchronize);
  }

  [[nodiscard]] const LayerKernel* layer() const { return plan_.fused_attention ? kFused : kEager; }

  DeviceEvent kernel(KernelRole role, double weight) {
    DeviceEvent op;
    op.duration_ns =
        machine_.vary(static_cast<std::int64_t>(static_cast<double>(plan_.kernel_ns) * weight));
    op.role = role;
    op.blocks_per_sm = static_cast<float>(machine_.random() % 1'600 + 40) / 100;
    return op;
  }

  void one_kernel(KernelRole role, double weight, std::string_view outer, std::string_view inner,
                  std::uint8_t stream = kComputeStream) {
    const auto range = machine_.op(outer);
    machine_.work(plan_.operator_ns / 2);
    std::optional<Machine::Range> below;
    if (!inner.empty()) below.emplace(machine_, HostKind::op, inner, Doing::other);
    machine_.work(plan_.operator_ns / 4);
    DeviceEvent op = kernel(role, weight);
    op.stream = stream;
    const bool loads = step_ == plan_.lazy_load_step && !loaded_;
    loaded_ = loaded_ || loads;
    machine_.launch(op, Call::launch_kernel, loads ? plan_.lazy_load_ns : 0);
    machine_.work(plan_.operator_ns / 4);
  }

  void forward() {
    for (int l = 0; l < plan_.layers; ++l) {
      std::optional<Machine::Range> frame;
      if (plan_.python_stacks) {
        frame.emplace(machine_, HostKind::python, "torch/nn/modules/module.py(1750): _call_impl",
                      Doing::other);
      }
      for (int k = 0; k < 10; ++k) {
        const LayerKernel& part = layer()[k];
        one_kernel(part.role, part.weight, part.outer, part.inner);
        python();
      }
    }
    one_kernel(KernelRole::loss, 1.0, "aten::cross_entropy_loss", "aten::nll_loss_forward");
  }

  void backward_of_layer() {
    for (int k = 10; k-- > 0;) {
      const LayerKernel& part = layer()[k];
      const auto evaluate = machine_.annotation(
          part.role == KernelRole::gemm ? "autograd::engine::evaluate_function: MmBackward0"
                                        : "autograd::engine::evaluate_function: MulBackward0",
          Doing::other);
      const KernelRole role = backward_of(part.role);
      one_kernel(role, part.weight, part.outer, part.inner);
      if (role != KernelRole::gemm) continue;
      const bool beside = plan_.side_stream && k % 2 == 1;
      if (beside) machine_.make_wait(kSideStream, kComputeStream);
      one_kernel(role, part.weight, "aten::mm", "", beside ? kSideStream : kComputeStream);
    }
  }

  void backward() {
    if (plan_.autograd_thread) machine_.use_thread(kAutogradThread);
    machine_.work(plan_.python_ns);
    for (int l = 0; l < plan_.layers; ++l) {
      backward_of_layer();
      if (plan_.collectives != Collectives::none) all_reduce();
    }
    machine_.work(plan_.python_ns);
    machine_.use_thread(kMainThread);
    if (plan_.side_stream) machine_.make_wait(kComputeStream, kSideStream);
  }

  void all_reduce() {
    const auto range = machine_.op("record_param_comms");
    machine_.work(plan_.operator_ns);
    machine_.make_wait(kCommStream, kComputeStream);
    DeviceEvent op;
    op.duration_ns = machine_.vary(plan_.collective_ns);
    op.bytes = op.duration_ns * 100;
    op.kind = DeviceKind::collective;
    op.role = KernelRole::all_reduce;
    op.stream = kCommStream;
    machine_.launch(op, Call::launch_kernel);
    if (plan_.collectives == Collectives::exposed) {
      machine_.make_wait(kComputeStream, kCommStream);
    }
  }

  void forward_and_backward() {
    forward();
    python();
    std::optional<Machine::Range> frame;
    if (plan_.python_stacks) {
      frame.emplace(machine_, HostKind::python, "torch/_tensor.py(581): backward", Doing::other);
    }
    backward();
  }

  void graph() {
    std::vector<DeviceEvent> ops;
    for (int pass = 0; pass < 2; ++pass) {
      for (int l = 0; l < plan_.layers; ++l) {
        for (int k = 0; k < 10; ++k) {
          const LayerKernel& part = layer()[k];
          const KernelRole role = pass == 0 ? part.role : backward_of(part.role);
          ops.push_back(kernel(role, part.weight * (pass + 1)));
        }
      }
    }
    machine_.work(plan_.operator_ns);
    machine_.launch_graph(ops);
  }

  void optimizer() {
    {
      std::optional<Machine::Range> range;
      if (plan_.marks != StepMarks::loader) {
        range.emplace(machine_, HostKind::annotation, "Optimizer.step#AdamW.step",
                      Doing::optimizer);
      }
      if (plan_.collectives == Collectives::overlapped) {
        machine_.make_wait(kComputeStream, kCommStream);
      }
      for (int l = 0; l < plan_.layers; ++l) {
        one_kernel(KernelRole::optimizer, 1.5, "aten::_fused_adamw_", "");
      }
      machine_.work(plan_.operator_ns);
    }
    machine_.trace().optimizer_ends_ns.push_back(machine_.now_ns());
    const auto range = machine_.annotation("Optimizer.zero_grad#AdamW.zero_grad", Doing::other);
    const auto op = machine_.op("aten::zero_");
    machine_.work(plan_.operator_ns);
    DeviceEvent clear;
    clear.duration_ns = machine_.vary(plan_.kernel_ns / 8);
    clear.bytes = clear.duration_ns * 1'000;
    clear.kind = DeviceKind::memset;
    machine_.launch(clear, Call::memset_async);
  }

  void between_steps() {
    python();
    if (every(plan_.item_every)) item();
    if (every(plan_.device_sync_every)) machine_.synchronize(Call::device_synchronize);
    if (every(plan_.malloc_every)) {
      const auto op = machine_.op("aten::empty");
      machine_.call(Call::malloc, plan_.malloc_ns, Doing::allocator);
    }
    if (every(plan_.gc_every)) {
      const auto range = machine_.annotation("gc.collect", Doing::garbage);
      machine_.work(plan_.gc_ns);
    }
    if (every(plan_.overhead_every)) machine_.profiler_overhead(plan_.overhead_ns);
    if (every(plan_.evaluation_every)) evaluate();
  }

  void item() {
    const auto item = machine_.op("aten::item");
    const auto scalar = machine_.op("aten::_local_scalar_dense");
    machine_.work(plan_.operator_ns / 2);
    DeviceEvent op;
    op.duration_ns = machine_.vary(1'500);
    op.bytes = 4;
    op.kind = DeviceKind::copy_to_host;
    if (plan_.rocm) return machine_.launch_blocking(op, Call::memcpy_with_stream);
    if (plan_.item_waits_in_copy) return machine_.launch_blocking(op, Call::memcpy_async);
    machine_.launch(op, Call::memcpy_async);
    machine_.synchronize(Call::stream_synchronize);
  }

  void evaluate() {
    {
      const auto range = machine_.annotation("evaluation", Doing::pause);
      for (int i = 0; i < 2; ++i) {
        copy_inputs();
        forward();
      }
      item();
    }
    if (plan_.checkpoint_ns == 0) return;
    const auto range = machine_.annotation("save_checkpoint", Doing::pause);
    machine_.work(plan_.checkpoint_ns);
  }

  TrainingPlan plan_;
  Machine machine_;
  std::vector<std::int64_t> worker_free_ns_;
  std::vector<std::int64_t> taken_ns_;
  std::size_t batch_ = 0;
  int step_ = 0;
  bool loaded_ = false;
};

}  // namespace

SyntheticTrace simulate(const TrainingPlan& plan) { return TrainingLoop(plan).run(); }

}  // namespace underfed::synthetic
