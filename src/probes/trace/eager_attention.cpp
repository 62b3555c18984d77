// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/eager_attention.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace underfed {
namespace {

constexpr std::size_t kMostLightBetween = 8;

enum class Role : std::uint8_t { product, softmax, light, other };

bool is_light(KernelFamily family) {
  return family == KernelFamily::elementwise || family == KernelFamily::reduction ||
         family == KernelFamily::copy || family == KernelFamily::triton;
}

// Whether a launch lies inside an operator that multiplies batches.
bool is_in_batched_product(const Timeline& timeline, const Launch& launch) {
  const auto key = [](const MarkedOp& op) { return std::tie(op.thread, op.start_ns); };
  const std::tuple<std::uint16_t, std::int64_t> at{launch.thread, launch.start_ns};
  auto after = std::upper_bound(timeline.marked.begin(), timeline.marked.end(), at,
                                [&](const auto& t, const MarkedOp& op) { return t < key(op); });
  // Marked operators around it are few: those of another kind may stand between.
  for (int back = 0; back < 4 && after != timeline.marked.begin(); ++back) {
    --after;
    if (after->thread != launch.thread) return false;
    if (after->mark == OpMark::batched_gemm) return after->end_ns() >= launch.end_ns();
  }
  return false;
}

class Finder {
 public:
  Finder(const Timeline& timeline, const DeviceTrack& device,
         const std::vector<KernelClass>& classes)
      : timeline_(timeline), device_(device), classes_(classes) {
    found_.ops.assign(device.ops.size(), false);
    found_.from_operators = timeline.host_events > 0;
  }

  EagerAttention find() {
    std::vector<Run> streams(device_.streams + 1);
    for (std::size_t i = 0; i < device_.ops.size(); ++i) {
      const DeviceOp& op = device_.ops[i];
      if (op.kind == OpKind::kernel)
        step(streams[std::min<std::size_t>(op.stream, device_.streams)], i);
    }
    return std::move(found_);
  }

 private:
  // What a stream has seen since the last matrix product: [product, light..., softmax, light...].
  struct Run {
    std::vector<std::size_t> ops;
    std::optional<std::size_t> softmax;
    bool after_attention = false;               // the product was the last of an attention already
    std::optional<std::size_t> product_before;  // of two in a row
  };

  [[nodiscard]] Role role_of(const DeviceOp& op) const {
    const KernelClass& c = classes_[op.name];
    if (c.family == KernelFamily::softmax) return role_of_softmax(op);
    if (is_light(c.family)) return Role::light;
    if (c.family != KernelFamily::gemm) return Role::other;
    if (!found_.from_operators) return Role::product;
    if (op.launch == kNoIndex) return Role::other;
    return is_in_batched_product(timeline_, timeline_.launches[op.launch]) ? Role::product
                                                                           : Role::other;
  }

  [[nodiscard]] Role role_of_softmax(const DeviceOp& op) const {
    const bool of_loss = timeline_.names[op.name].find("LogSoftMax") != std::string::npos;
    return of_loss ? Role::other : Role::softmax;
  }

  void step(Run& run, std::size_t index) {
    switch (role_of(device_.ops[index])) {
      case Role::product:
        return on_product(run, index);
      case Role::softmax:
        if (run.ops.empty() || run.softmax) return reset(run);
        run.softmax = index;
        break;
      case Role::light:
        if (run.ops.empty()) return;
        break;
      case Role::other:
        return reset(run);
    }
    run.ops.push_back(index);
    if (run.ops.size() > 2 * kMostLightBetween) reset(run);
  }

  void on_product(Run& run, std::size_t index) {
    // Backward has two products before its softmax and two behind it.
    const bool complete = run.softmax.has_value();
    if (complete || (run.after_attention && found_.from_operators)) {
      run.ops.push_back(index);
      for (const std::size_t op : run.ops) found_.ops[op] = true;
      if (complete) mark_before(run);
    }
    if (!complete && !run.ops.empty()) run.product_before = run.ops.front();
    run.after_attention = complete;
    run.ops = {index};
    run.softmax.reset();
  }

  // The first of two products in a row, where operators say that it is batched.
  void mark_before(Run& run) {
    if (run.product_before && found_.from_operators &&
        run.ops.front() - *run.product_before <= kMostLightBetween) {
      found_.ops[*run.product_before] = true;
    }
    run.product_before.reset();
  }

  static void reset(Run& run) { run = {}; }

  const Timeline& timeline_;
  const DeviceTrack& device_;
  const std::vector<KernelClass>& classes_;
  EagerAttention found_;
};

}  // namespace

EagerAttention find_eager_attention(const Timeline& timeline, const DeviceTrack& device,
                                    const std::vector<KernelClass>& classes) {
  return Finder(timeline, device, classes).find();
}

}  // namespace underfed
