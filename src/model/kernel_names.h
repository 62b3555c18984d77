// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

// What a kernel is, from its name alone: libraries write algorithm and types
// into it. Names as Kineto writes them, demangled or not.
namespace underfed {

enum class KernelFamily {
  gemm,  // matrix product; with `convolution` and `gemv` it is "matrix work"
  gemv,  // matrix times vector: too little work for the tensor cores
  convolution,
  attention,  // a fused attention kernel
  softmax,
  collective,
  elementwise,
  reduction,
  copy,  // on the device: concatenation, casts, layout
  optimizer,
  normalization,
  loss,
  embedding,
  dequantize,  // of quantised weights, before they can be multiplied
  quantize,
  memset,
  triton,  // compiled or hand-written, of no known kind
  other,   // a name that the table does not know
};

// What matrix work is computed in; `none` for everything else.
enum class Precision { none, fp64, fp32, tf32, fp16, bf16, fp8, fp4, int8, unknown };

enum class AttentionKernel {
  none,
  flash_attention_2,
  flash_attention_3,
  flash_attention_4,
  sdpa_flash,  // PyTorch's own build of flash attention 2
  memory_efficient,
  cudnn,
  flex,
  triton,
  rocm,
};

struct KernelClass {
  KernelFamily family = KernelFamily::other;
  Precision precision = Precision::none;
  AttentionKernel attention = AttentionKernel::none;
  bool tensor_core = false;      // or AMD's matrix core
  bool compiled = false;         // made by torch.compile
  std::string_view origin = {};  // the library, where the name says so: "cuBLAS"

  friend bool operator==(const KernelClass&, const KernelClass&) = default;
};

// Total and pure. Meant to be called once per distinct name.
[[nodiscard]] KernelClass classify_kernel(std::string_view name);

// Work of several GPUs: NCCL and its relatives, and the all-reduces that
// frameworks write themselves.
[[nodiscard]] bool is_collective(std::string_view name);

[[nodiscard]] inline bool is_matrix_work(KernelFamily family) {
  return family == KernelFamily::gemm || family == KernelFamily::gemv ||
         family == KernelFamily::convolution;
}

// For display: without return type, anonymous namespaces and template tails.
[[nodiscard]] std::string short_kernel_name(std::string_view name);

[[nodiscard]] std::string_view to_text(KernelFamily family);
[[nodiscard]] std::string_view to_text(Precision precision);
[[nodiscard]] std::string_view to_text(AttentionKernel attention);

}  // namespace underfed
