// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model/kernel_names.h"

// Precision from a kernel's name: every library has its own way of writing
// types.
namespace underfed {

enum class TypeNaming {
  none,       // no matrix work
  nvjet,      // nvjet_tst_...: a letter each for inputs, output and what is computed
              // in
  xmma,       // ..._f16f16_f16f32_f32_...: types of A and B, then what they are
              // multiplied in
  tensile,    // Cijk_Alik_Bljk_BBS_BH_...: letters behind the indices
  itanium,    // mangled C++ with types as letters: DF16b, t (bf16 to CK), f
  worded,     // words such as s16816gemm, tensorop, simt, bf16, __half, float
  epilogue,   // what follows a product: float says nothing about the product
              // itself
  attention,  // worded, but fp32 only where it stands for the data: float also
              // accumulates
};

struct MatrixType {
  Precision precision = Precision::unknown;
  bool tensor_core = false;

  friend bool operator==(const MatrixType&, const MatrixType&) = default;
};

// `name` without its list of arguments.
[[nodiscard]] MatrixType matrix_type(TypeNaming naming, std::string_view name);

}  // namespace underfed
