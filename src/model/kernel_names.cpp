// SPDX-License-Identifier: Apache-2.0
#include "model/kernel_names.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "model/kernel_precision.h"
#include "model/kernel_table.h"

namespace underfed {
namespace {

using F = KernelFamily;

// Marks of the libraries that move data between GPUs. Lower case: see
// is_collective.
constexpr std::array<std::string_view, 21> kCollectiveMarks{
    "nccl",  // and rccl, by its kernels' names
    "rccl",
    "msccl",                // and mscclpp
    "one_shot_all_reduce",  // PyTorch's symmetric memory, as all with multimem_
    "two_shot_all_reduce",
    "one_shot_reduce_scatter",
    "multimem_",
    "symm_mem",
    "cross_device_reduce",  // vLLM
    "allreduce_one_shot",
    "allreduce_two_shot",
    "onesidedallreduce",  // TensorRT-LLM
    "oneshotallreduce",
    "twoshotallreduce",
    "quickreduce",
    "quick_all_reduce",
    "ccl::",  // oneCCL
    "oneccl",
    "nvshmem",
    "deep_ep::",
    "userbuffers"};  // Transformer Engine

}  // namespace

bool is_collective(std::string_view name) {
  const std::string lower = to_lower(without_arguments(name));
  return std::any_of(kCollectiveMarks.begin(), kCollectiveMarks.end(),
                     [&](std::string_view mark) { return contains(lower, mark); });
}

KernelClass classify_kernel(std::string_view name) {
  KernelClass kernel;
  if (is_collective(name)) {
    kernel.family = F::collective;
    return kernel;
  }
  kernel.compiled = name.substr(0, 7) == "triton_";
  const KernelRow* const row = kernel_row(name);
  if (row == nullptr) return kernel;
  const MatrixType type = matrix_type(row->types, without_arguments(name));
  kernel.family = row->family;
  kernel.origin = row->origin;
  kernel.attention = row->attention;
  kernel.precision = type.precision;
  kernel.tensor_core = type.tensor_core;
  return kernel;
}

std::string short_kernel_name(std::string_view name) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  std::string text(name);
  for (std::size_t at = text.find(kAnonymous); at != std::string::npos;
       at = text.find(kAnonymous)) {
    text.erase(at, kAnonymous.size());
  }
  for (const std::string_view prefix :
       {"void ", "std::enable_if<!(false), void>::type ", "std::enable_if<true, void>::type "}) {
    if (text.compare(0, prefix.size(), prefix) == 0) text.erase(0, prefix.size());
  }
  if (contains(text, "Cijk_")) return text.substr(0, text.find("_SN_"));  // Tensile: up to its tile
  const std::size_t open = text.find('<');
  if (open == std::string::npos) return text.substr(0, text.find('('));
  // A wrapper whose template argument is the real name:
  // cutlass::Kernel2<cutlass_80_...>.
  const std::size_t inner_end = text.find_first_of(",<>(", open + 1);
  const std::string inner = text.substr(open + 1, inner_end - open - 1);
  const std::string outer = text.substr(0, open);
  return contains(inner, "cutlass") || contains(inner, "Functor") ? inner : outer;
}

std::string_view to_text(KernelFamily family) {
  constexpr std::array<std::string_view, 18> kNames{"matrix product", "matrix times vector",
                                                    "convolution",    "attention",
                                                    "softmax",        "collective",
                                                    "elementwise",    "reduction",
                                                    "copy",           "optimizer",
                                                    "normalization",  "loss",
                                                    "embedding",      "dequantisation",
                                                    "quantisation",   "memset",
                                                    "triton",         "other"};
  static_assert(kNames.size() == static_cast<std::size_t>(F::other) + 1);
  return kNames[static_cast<std::size_t>(family)];
}

std::string_view to_text(Precision precision) {
  constexpr std::array<std::string_view, 10> kNames{"none", "fp64", "fp32", "tf32", "fp16",
                                                    "bf16", "fp8",  "fp4",  "int8", "unknown"};
  return kNames[static_cast<std::size_t>(precision)];
}

std::string_view to_text(AttentionKernel attention) {
  constexpr std::array<std::string_view, 10> kNames{"none",         "flash-attn 2",
                                                    "flash-attn 3", "flash-attn 4",
                                                    "SDPA flash",   "SDPA memory-efficient",
                                                    "cuDNN",        "flex attention",
                                                    "Triton",       "ROCm"};
  return kNames[static_cast<std::size_t>(attention)];
}

}  // namespace underfed
