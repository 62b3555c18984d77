// SPDX-License-Identifier: Apache-2.0
#include "model/kernel_precision.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace underfed {
namespace {

Precision of_nvjet_letter(char letter) {
  switch (letter) {
    case 't':
      return Precision::bf16;
    case 'h':
      return Precision::fp16;
    case 's':
      return Precision::fp32;
    case 'q':  // e4m3
    case 'r':
      return Precision::fp8;  // e5m2: stands where q stands in gradients
    case 'o':
      return Precision::fp4;
    default:
      return Precision::unknown;
  }
}

bool any_of(std::string_view name, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return contains(name, part); });
}

// A name's field behind the marker up to the next underscore.
std::string_view field_after(std::string_view name, std::string_view marker) {
  const std::size_t at = name.find(marker);
  if (at == std::string_view::npos) return {};
  const std::size_t from = at + marker.size();
  return name.substr(from, name.find('_', from) - from);
}

Precision of_type_word(std::string_view word) {
  if (any_of(word, {"e4m3", "e5m2", "fp8", "f8"})) return Precision::fp8;
  if (any_of(word, {"tf32"})) return Precision::tf32;
  if (any_of(word, {"bf16"})) return Precision::bf16;
  if (any_of(word, {"f16", "fp16"})) return Precision::fp16;
  if (any_of(word, {"s8", "i8", "int8"})) return Precision::int8;
  if (any_of(word, {"f64"})) return Precision::fp64;
  if (any_of(word, {"f32"})) return Precision::fp32;
  return Precision::unknown;
}

// The matrix instruction's shape in a name: s1688gemm on fp32 data is TF32, s884 needs 16-bit data.
bool has_tensor_shape(std::string_view name) {
  return any_of(name, {"s884", "h884", "s1688", "h1688", "s16816", "h16816", "s161616", "h161616",
                       "i16832", "i8816", "imma", "hmma", "d884"});
}

bool on_tensor_cores(std::string_view name) {
  return any_of(name, {"tensorop", "wmma", "_tensor", "xdl", "mfma", "gtcx", "wgmma", "Sm90",
                       "sm90_", "sm100_"}) ||
         has_tensor_shape(name);
}

}  // namespace

MatrixType nvjet_type(std::string_view name) {
  std::string_view rest = name.substr(name.find("nvjet_") + 6);
  if (rest.substr(0, 2) == "sm") rest = rest.substr(std::min(rest.find('_') + 1, rest.size()));
  const std::string_view letters = rest.substr(0, rest.find('_'));
  if (letters.size() < 3) return {Precision::unknown, true};
  if (contains(name, "tf32")) return {Precision::tf32, true};
  Precision input = of_nvjet_letter(letters[0]);
  const bool eight_bits = letters.size() == 5 && of_nvjet_letter(letters[1]) == Precision::fp8;
  if (eight_bits && input != Precision::fp4) input = Precision::fp8;
  // Plain fp32 data in a tensor-core kernel is multiplied as TF32.
  return {input == Precision::fp32 ? Precision::tf32 : input, true};
}

MatrixType xmma_type(std::string_view name) {
  constexpr std::array<std::string_view, 8> kMarkers{"implicit_gemm_indexed_wo_smem_",
                                                     "implicit_gemm_indexed_",
                                                     "implicit_gemm_",
                                                     "xmma_gemm_",
                                                     "xmma_fprop_",
                                                     "xmma_dgrad_",
                                                     "xmma_wgrad_",
                                                     "xmma_"};
  for (const std::string_view marker : kMarkers) {
    const std::size_t at = name.find(marker);
    if (at == std::string_view::npos) continue;
    const std::string_view inputs = field_after(name, marker);
    const std::size_t second = at + marker.size() + inputs.size() + 1;
    const std::string_view compute = second < name.size()
                                         ? name.substr(second, name.find('_', second) - second)
                                         : std::string_view();
    if (contains(inputs, "tf32") || contains(compute, "tf32")) return {Precision::tf32, true};
    const Precision precision = of_type_word(inputs);
    if (precision == Precision::unknown) continue;
    const bool scalar = precision == Precision::fp32 || contains(name, "ffma");
    return {precision, !scalar};
  }
  return worded_type(name);
}

MatrixType tensile_type(std::string_view name) {
  const std::size_t at = name.find("Cijk_A");
  const std::size_t indices = name.find("_B", at);  // Cijk_Alik_Bljk_TYPE_...
  if (at == std::string_view::npos || indices == std::string_view::npos) return {};
  const std::size_t from = name.find('_', indices + 1) + 1;
  const std::string_view type = name.substr(from, name.find('_', from) - from);
  MatrixType matrix{Precision::unknown, contains(name, "_MI")};
  if (type.empty()) return matrix;
  if (type.substr(0, 2) == "F8" || type.substr(0, 2) == "B8" || type.substr(0, 3) == "F8B") {
    matrix.precision = Precision::fp8;
  } else if (type.substr(0, 2) == "I8" || type.substr(0, 2) == "4x") {
    matrix.precision = Precision::int8;
  } else if (type[0] == 'B') {
    matrix.precision = Precision::bf16;
  } else if (type[0] == 'H') {
    matrix.precision = Precision::fp16;
  } else if (type[0] == 'D') {
    matrix.precision = Precision::fp64;
  } else if (type[0] == 'X') {
    matrix.precision = Precision::tf32;
  } else if (type[0] == 'S') {
    matrix.precision = Precision::fp32;
  }
  return matrix;
}

MatrixType worded_type(std::string_view name) {
  const bool tensor = on_tensor_cores(name);
  if (any_of(name, {"e4m3", "e5m2", "fp8", "float8"})) return {Precision::fp8, true};
  if (any_of(name, {"nvf4", "e2m1", "mxf4"})) return {Precision::fp4, true};
  if (any_of(name, {"tf32", "TF32", "tfloat32"})) return {Precision::tf32, true};
  if (any_of(name, {"bf16", "bfloat16", "BFloat16", "DF16b"})) return {Precision::bf16, tensor};
  if (any_of(name, {"fp16", "_f16", "f16_", "__half", "half_t", "DF16_", "hgemm", "c10::Half",
                    "h884", "h1688", "h16816"})) {
    return {Precision::fp16, tensor};
  }
  if (any_of(name, {"i8816", "i16832", "imma", "s8_tensorop", "_s8", "int8"}))
    return {Precision::int8, true};
  if (any_of(name, {"dgemm", "double", "d884", "_f64"})) return {Precision::fp64, tensor};
  if (any_of(name, {"s884"})) return {Precision::fp16, true};
  if (any_of(name, {"s1688", "s16816"})) return {Precision::tf32, true};
  if (any_of(name, {"sgemm", "scudnn", "simt", "float", "_f32", "f32_", "cgemm", "ffma"})) {
    return {Precision::fp32, false};
  }
  return {Precision::unknown, tensor};
}

}  // namespace underfed
