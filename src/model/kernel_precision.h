// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model/kernel_names.h"

// Precision from the parts of a matrix kernel's name, one reader for each library's way of writing
// it.
namespace underfed {

struct MatrixType {
  Precision precision = Precision::unknown;
  bool tensor_core = false;
};

// nvjet_tst_...: one letter each for input, (second input,) output and compute type.
[[nodiscard]] MatrixType nvjet_type(std::string_view name);
// sm80_xmma_gemm_f16f16_f16f32_f32_...: the types of A and B, then what they are multiplied in.
[[nodiscard]] MatrixType xmma_type(std::string_view name);
// Cijk_Alik_Bljk_BBS_BH_...: the letters behind the indices.
[[nodiscard]] MatrixType tensile_type(std::string_view name);
// Everything else: words such as s16816gemm, tensorop, simt, bf16, __half, float.
[[nodiscard]] MatrixType worded_type(std::string_view name);

}  // namespace underfed
