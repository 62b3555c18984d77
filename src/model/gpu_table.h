// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "model/kernel_names.h"

namespace underfed {

// What a GPU can do at best. Peaks are dense (no sparsity), with fp32 accumulation, in 1e12 FLOP/s;
// absent where the GPU has no such units or no source was found.
struct GpuModel {
  std::string_view name;
  int compute_major = 0;  // CUDA compute capability; 0 on AMD
  int compute_minor = 0;
  double fp32_tflops = 0;             // on the ordinary cores
  std::optional<double> tf32_tflops;  // on tensor cores
  std::optional<double> half_tflops;  // fp16, and bf16 where it is in hardware
  bool bf16_in_hardware = false;
  double bandwidth_gb_s = 0;
  double memory_gb = 0;
  std::string_view source;
};

// By the name that the driver gives ("NVIDIA A100-SXM4-80GB", "Tesla T4") or a person writes ("A100
// 80GB"). `memory_gb` tells variants apart that share a name; 0 where unknown. Nothing for a MIG
// slice: its part of the card is not known from its name.
[[nodiscard]] std::optional<GpuModel> find_gpu(std::string_view name, double memory_gb = 0);

// FLOP that one SM does per clock in a precision, by compute capability: what peaks are derived
// from for a GPU that the table lacks. GeForce cards halve their tensor rate with fp32
// accumulation. Nothing where it is not known.
[[nodiscard]] std::optional<double> flop_per_sm_and_clock(int major, int minor, bool geforce,
                                                          Precision precision);

// How much faster matrix work could be in `to` than in `from` on this GPU, by the table or else by
// its capability; nothing where it cannot be said. Names as above.
[[nodiscard]] std::optional<double> peak_ratio(std::string_view name, double memory_gb, int major,
                                               int minor, Precision from, Precision to);

}  // namespace underfed
