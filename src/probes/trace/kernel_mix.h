// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/intervals.h"
#include "model/kernel_names.h"
#include "probes/trace/timeline.h"

namespace underfed {

struct KernelTotal {
  std::string name;  // short
  KernelFamily family = KernelFamily::other;
  std::uint64_t count = 0;
  double time_ns = 0;
};

// What the compute time of a window was spent on: kernels that are no collectives, memsets and
// copies on the device. Where several run at once an instant is divided equally among their
// classes, so that the families sum to the compute time.
struct KernelMix {
  std::uint64_t count = 0;                      // kernels that begin in the window
  std::int64_t median_ns = 0;                   // of their durations
  double compute_ns = 0;                        // the sum of `families`
  std::map<KernelFamily, double> families;      // memsets and copies on the device are `copy`
  std::map<Precision, double> matrix;           // matrix work by the precision it is computed in
  std::map<AttentionKernel, double> attention;  // fused attention by implementation
  double eager_attention_ns = 0;  // attention written out: part of the families gemm, softmax, ...
  bool eager_from_operators = true;  // else from the order of kernel names alone: less certain
  double compiled_ns = 0;            // kernels made by torch.compile
  std::vector<KernelTotal> top;      // the longest in sum, at most 20

  [[nodiscard]] double family_ns(KernelFamily family) const;
  [[nodiscard]] double matrix_ns() const;
  [[nodiscard]] double fused_attention_ns() const;
  // Of compute_ns, 0..1; 0 without compute.
  [[nodiscard]] double share(double time_ns) const;
  [[nodiscard]] double unknown_share() const { return share(family_ns(KernelFamily::other)); }
};
[[nodiscard]] KernelMix kernel_mix(const Timeline& timeline, const DeviceTrack& device,
                                   Interval window);

}  // namespace underfed
