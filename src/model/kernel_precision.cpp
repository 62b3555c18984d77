// SPDX-License-Identifier: Apache-2.0
#include "model/kernel_precision.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"

namespace underfed {
namespace {

bool has_any(std::string_view name, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return contains(name, part); });
}

// The field at the start of `rest`, up to the next underscore; `rest` loses
// both.
std::string_view take_field(std::string_view& rest) {
  const std::string_view field = rest.substr(0, rest.find('_'));
  rest.remove_prefix(std::min(field.size() + 1, rest.size()));
  return field;
}

Precision of_nvjet_letter(char letter) {
  switch (letter) {
    case 't':
      return Precision::bf16;
    case 'h':
      return Precision::fp16;
    case 'q':  // e4m3
    case 'r':  // e5m2, in gradients
      return Precision::fp8;
    case 'o':
      return Precision::fp4;
    default:
      return Precision::unknown;
  }
}

// Three letters: input, compute, output; five: A, B, C, compute, D.
MatrixType nvjet_type(std::string_view name) {
  std::string_view rest = name.substr(std::min(name.find("nvjet_") + 6, name.size()));
  std::string_view letters = take_field(rest);
  if (letters.substr(0, 2) == "sm") letters = take_field(rest);
  if (letters.size() != 3 && letters.size() != 5) return {Precision::unknown, true};
  if (letters[0] == 's') {
    return {contains(rest, "tf32") ? Precision::tf32 : Precision::unknown, true};
  }
  return {of_nvjet_letter(letters[0]), true};
}

struct TypeWord {
  std::string_view word;
  Precision precision;
};
// Longer words before those that they end in.
constexpr std::array kXmmaWords{
    TypeWord{"e4m3", Precision::fp8},  TypeWord{"e5m2", Precision::fp8},
    TypeWord{"tf32", Precision::tf32}, TypeWord{"bf16", Precision::bf16},
    TypeWord{"f16", Precision::fp16},  TypeWord{"f32", Precision::fp32},
    TypeWord{"f64", Precision::fp64},  TypeWord{"i32", Precision::int8},
    TypeWord{"i8", Precision::int8},   TypeWord{"s8", Precision::int8}};

// The first type of a field such as bf16f32; nothing for a field that is not
// made of types alone.
std::optional<Precision> first_type(std::string_view field) {
  std::optional<Precision> first;
  while (!field.empty()) {
    const auto* const type =
        std::find_if(kXmmaWords.begin(), kXmmaWords.end(), [&](const TypeWord& candidate) {
          return field.substr(0, candidate.word.size()) == candidate.word;
        });
    if (type == kXmmaWords.end()) return std::nullopt;
    if (!first) first = type->precision;
    field.remove_prefix(type->word.size());
  }
  return first;
}

MatrixType xmma_type(std::string_view name) {
  std::string_view rest = name.substr(std::min(name.find("xmma_"), name.size()));
  while (!rest.empty()) {
    const auto inputs = first_type(take_field(rest));
    if (!inputs) continue;
    const std::string_view compute = rest.substr(0, rest.find('_'));
    if (*inputs == Precision::fp32 && first_type(compute) == Precision::tf32) {
      return {Precision::tf32, true};
    }
    return {*inputs, *inputs != Precision::fp32};
  }
  return {};
}

MatrixType tensile_type(std::string_view name) {
  MatrixType matrix;
  for (std::size_t at = name.find("_MI"); at != std::string_view::npos; at = name.find("_MI", at)) {
    at += 3;  // the tile of the matrix core's instruction follows: MI16x16x1
    const char next = at < name.size() ? name[at] : '\0';
    matrix.tensor_core |= (next >= '0' && next <= '9') || next == 'N';
  }
  std::string_view rest = name.substr(std::min(name.find("Cijk_"), name.size()));
  for (int field = 0; field < 3; ++field) take_field(rest);  // Cijk, Alik, Bljk
  const std::string_view type = take_field(rest);
  constexpr std::array kTypes{TypeWord{"F8", Precision::fp8},  TypeWord{"B8", Precision::fp8},
                              TypeWord{"I8", Precision::int8}, TypeWord{"4xi8", Precision::int8},
                              TypeWord{"B", Precision::bf16},  TypeWord{"H", Precision::fp16},
                              TypeWord{"X", Precision::tf32},  TypeWord{"S", Precision::fp32},
                              TypeWord{"C", Precision::fp32},  TypeWord{"D", Precision::fp64},
                              TypeWord{"Z", Precision::fp64}};
  const auto* const found =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const TypeWord& candidate) {
        return type.substr(0, candidate.word.size()) == candidate.word;
      });
  if (found != kTypes.end()) matrix.precision = found->precision;
  if (matrix.precision == Precision::fp32 && rest.substr(0, 3) == "MX_") {
    matrix.precision = Precision::tf32;
  }
  return matrix;
}

// The matrix instruction's shape in a name, or another word that only matrix
// units have.
bool on_tensor_cores(std::string_view name) {
  return has_any(name, {"s884",       "h884",
                        "d884",       "1688",
                        "16816",      "16832",
                        "161616",     "8816",
                        "imma",       "hmma",
                        "tensorop",   "wmma",
                        "wgmma",      "xdl",
                        "mfma",       "gtcx",
                        "Sm90",       "sm90_",
                        "Sm100",      "sm100_",
                        "tcgen05",    "flash_fwd_kernel",
                        "flash_bwd_d"});
}

MatrixType itanium_type(std::string_view name) {
  const bool matrix_core = on_tensor_cores(name);
  if (has_any(name, {"f8_fnuz", "f8_ocp", "fp8"})) return {Precision::fp8, matrix_core};
  if (has_any(name, {"DF16b", "ttft", "bfloat16"})) return {Precision::bf16, matrix_core};
  if (has_any(name, {"DF16_", "half"})) return {Precision::fp16, matrix_core};
  if (has_any(name, {"ffff"})) return {Precision::fp32, matrix_core};
  return {Precision::unknown, matrix_core};
}

Precision short_type(std::string_view name) {
  if (has_any(name, {"e4m3", "e5m2", "fp8", "float8"})) return Precision::fp8;
  if (has_any(name, {"nvf4", "e2m1", "mxf4"})) return Precision::fp4;
  if (has_any(name, {"tf32", "TF32", "tfloat32"})) return Precision::tf32;
  if (has_any(name, {"bf16", "bfloat16", "BFloat16", "DF16b"})) return Precision::bf16;
  if (has_any(name, {"fp16", "_f16", "f16_", "half", "hgemm", "HGEMM", "Half", "h884", "h1688",
                     "h16816", "DF16_"})) {
    return Precision::fp16;
  }
  return Precision::unknown;
}

// Without a shorter type, fp32 data in tensor cores is multiplied as TF32;
// V100's have no TF32 and take 16 bits alone.
MatrixType worded_type(std::string_view name) {
  const bool tensor = on_tensor_cores(name);
  const Precision precision = short_type(name);
  if (precision == Precision::tf32) return {precision, true};
  if (precision != Precision::unknown) return {precision, tensor};
  if (has_any(name, {"i8816", "i16832", "imma", "s8_", "int8"})) return {Precision::int8, tensor};
  if (has_any(name, {"dgemm", "zgemm", "double,", "d884", "_f64"})) {
    return {Precision::fp64, tensor};
  }
  if (contains(name, "s884")) return {Precision::fp16, true};
  if (has_any(name, {"s1688", "s16816"})) return {Precision::tf32, true};
  if (has_any(name, {"sgemm", "scudnn", "simt", "float", "f32", "fp32", "cgemm", "ffma"})) {
    return {Precision::fp32, false};
  }
  return {Precision::unknown, tensor};
}

MatrixType attention_type(std::string_view name) {
  const Precision precision = short_type(name);
  if (precision != Precision::unknown) return {precision, on_tensor_cores(name)};
  const bool fp32_data = has_any(name, {"_f32_", "Kernel<float", "arch::Sm80, float"});
  return {fp32_data ? Precision::fp32 : Precision::unknown, false};
}

}  // namespace

MatrixType matrix_type(TypeNaming naming, std::string_view name) {
  switch (naming) {
    case TypeNaming::none:
      return {Precision::none, false};
    case TypeNaming::nvjet:
      return nvjet_type(name);
    case TypeNaming::xmma:
      return xmma_type(name);
    case TypeNaming::tensile:
      return tensile_type(name);
    case TypeNaming::itanium:
      return itanium_type(name);
    case TypeNaming::worded:
      return worded_type(name);
    case TypeNaming::epilogue:
      return {short_type(name), false};
    case TypeNaming::attention:
      return attention_type(name);
  }
  return {};
}

}  // namespace underfed
