// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "model/kernel_names.h"

namespace underfed {

// What a GPU can do at best. Peaks are dense (data sheets like to print them with sparsity, which
// is twice as much), with fp32 accumulation (GeForce cards then run at half their printed rate), in
// 1e12 FLOP/s. A figure is absent where the GPU has no such units, where no source was found, or
// where the name leaves open which of several cards it is and they differ in it ("A100": 40 or
// 80 GB).
struct GpuModel {
  std::string_view name;  // of the table: "A100 80GB SXM"; lives as long as the program
  int compute_major = 0;  // CUDA compute capability; 0 on AMD
  int compute_minor = 0;
  std::optional<int> sm_count;        // AMD: compute units
  std::optional<double> fp32_tflops;  // on the ordinary cores
  std::optional<double> tf32_tflops;  // on tensor cores
  std::optional<double> half_tflops;  // fp16, and bf16 where it is in hardware
  std::optional<double> fp8_tflops;
  bool bf16_in_hardware = false;
  std::optional<double> bandwidth_gb_s;
  std::optional<double> memory_gb;  // as it is sold; drivers show up to a tenth less
  std::optional<double> power_w;    // of the data sheet; a card's limit may be set lower
  double part = 1;                  // of the card that this device is; the figures are this part's
  std::string_view source;
};

// What is known besides the name; 0: not known. Tells apart what shares a name.
struct GpuHints {
  double memory_gb = 0;  // 1e9 or 2^30 bytes
  int sm_count = 0;
  int compute_major = 0;
  int compute_minor = 0;
};

// By the name that the driver gives ("NVIDIA A100-SXM4-80GB", "Tesla T4") or a person writes ("A100
// 80GB", "rtx4090"). A MIG slice needs the number of its SMs: then peaks are scaled, bandwidth is
// absent; without it there is nothing, since a slice's name does not say. A part of an AMD card
// (a partition mode) likewise.
[[nodiscard]] std::optional<GpuModel> find_gpu(std::string_view name, const GpuHints& hints);
[[nodiscard]] std::optional<GpuModel> find_gpu(std::string_view name, double memory_gb = 0);

// Peak of a model in a precision. bf16 is absent where it is emulated only.
[[nodiscard]] std::optional<double> peak_tflops(const GpuModel& gpu, Precision precision);

// FLOP that one SM does per clock in a precision, by compute capability: what peaks are derived
// from for a GPU that the table lacks. GeForce cards halve their tensor rate with fp32
// accumulation. Nothing where it is not known. AMD writes the same numbers for its own chips (9.0
// is an MI210 there and an H100 here): not to be asked about those.
[[nodiscard]] std::optional<double> flop_per_sm_and_clock(int major, int minor, bool geforce,
                                                          Precision precision);

// SMs x clock x the above, in 1e12 FLOP/s, for a GPU that the table lacks: to be shown as derived.
// `clock_mhz` is the highest SM clock. Nothing for AMD's, where the name is empty and the
// capability could be AMD's, and for tensor work on a GeForce GTX, which has no tensor cores.
[[nodiscard]] std::optional<double> derive_peak_tflops(std::string_view name, const GpuHints& hints,
                                                       double clock_mhz, Precision precision);

// How much faster matrix work could be in `to` than in `from` on this GPU, by the table or else by
// its capability; nothing where it cannot be said. Names as above; a slice has its card's ratio.
[[nodiscard]] std::optional<double> peak_ratio(std::string_view name, double memory_gb, int major,
                                               int minor, Precision from, Precision to);

}  // namespace underfed
