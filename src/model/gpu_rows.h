// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace underfed {

// One card of the table. 0: no such unit, more than one version, or no source was found.
struct GpuRow {
  std::string_view words;  // all occur in the name, as whole words
  std::string_view forms;  // the words for its form; the name has one of them or none of any card's
  std::string_view name;
  int compute_major, compute_minor;  // 0 on AMD
  int sm_count;
  double fp32, tf32, half, fp8;  // 1e12 FLOP/s, dense, fp32 accumulation
  double bandwidth_gb_s;
  double memory_gb;
  double power_w;
  std::string_view source;
};

[[nodiscard]] std::span<const GpuRow> gpu_rows();

}  // namespace underfed
