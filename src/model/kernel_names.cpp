// SPDX-License-Identifier: Apache-2.0
// The table is tried from the top, the first row whose pattern occurs wins: attention and
// quantisation before matrix products, these before everything that is generic.
#include "model/kernel_names.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "model/kernel_precision.h"

namespace underfed {
namespace {

using F = KernelFamily;
using A = AttentionKernel;

enum class Types { none, nvjet, xmma, tensile, worded };

struct Row {
  std::string_view pattern;
  KernelFamily family;
  std::string_view origin = {};
  Types types = Types::none;
  AttentionKernel attention = A::none;
};

constexpr Row attention(std::string_view pattern, AttentionKernel kind, std::string_view origin) {
  return {pattern, F::attention, origin, Types::worded, kind};
}

constexpr Row kRows[] = {
    // Fused attention.
    attention("pytorch_flash::", A::sdpa_flash, "PyTorch"),
    attention("FlashAttentionForwardSm", A::flash_attention_4, "flash-attn"),
    attention("FlashAttentionBackwardSm", A::flash_attention_4, "flash-attn"),
    attention("FlashAttnFwdSm90", A::flash_attention_3, "flash-attn"),
    attention("FlashAttnBwd", A::flash_attention_3, "flash-attn"),
    attention("flash::FlashAttn", A::flash_attention_3, "flash-attn"),
    attention("cudnn_generated_fort_native_sdpa", A::cudnn, "cuDNN"),
    attention("cudnn_fused_attention", A::cudnn, "cuDNN"),
    attention("fmha_cutlass", A::memory_efficient, "PyTorch"),
    attention("AttentionKernel<", A::memory_efficient, "PyTorch"),
    attention("AttentionBackwardKernel<", A::memory_efficient, "PyTorch"),
    attention("flash_fwd", A::flash_attention_2, "flash-attn"),
    attention("flash_bwd", A::flash_attention_2, "flash-attn"),
    attention("FmhaFwd", A::rocm, "Composable Kernel"),
    attention("FmhaBwd", A::rocm, "Composable Kernel"),
    attention("fmha_fwd", A::rocm, "AITER"),
    attention("fmha_bwd", A::rocm, "AITER"),
    attention("aiter::fmha", A::rocm, "AITER"),
    attention("aiter::mha", A::rocm, "AITER"),
    attention("flex_attention", A::flex, "Inductor"),
    attention("_attn_fwd", A::triton, "Triton"),
    attention("_attn_bwd", A::triton, "Triton"),
    attention("attn_fwd", A::triton, "Triton"),
    attention("bwd_kernel_dk_dv", A::triton, "Triton"),
    attention("bwd_kernel_dq", A::triton, "Triton"),
    attention("paged_attention", A::rocm, "vLLM"),
    // Quantised weights and optimizers.
    {"kDequantizeBlockwise", F::dequantize, "bitsandbytes"},
    {"kgemm_4bit_inference_naive", F::gemv, "bitsandbytes", Types::worded},
    {"dequantize", F::dequantize},
    {"Dequantize", F::dequantize},
    {"kQuantizeBlockwise", F::quantize, "bitsandbytes"},
    {"kInt8VectorQuant", F::quantize, "bitsandbytes"},
    {"kOptimizer", F::optimizer, "bitsandbytes"},
    {"quant_kernel", F::quantize},
    {"FusedAdam", F::optimizer, "PyTorch"},
    {"FusedOptimizer", F::optimizer, "PyTorch"},
    {"multi_tensor_apply_kernel", F::optimizer, "PyTorch"},
    // Matrix products and convolutions.
    {"nvjet_", F::gemm, "cuBLAS", Types::nvjet},
    {"splitKreduce_kernel", F::gemm, "cuBLAS", Types::worded},
    {"xmma_fprop", F::convolution, "cuDNN", Types::xmma},
    {"xmma_dgrad", F::convolution, "cuDNN", Types::xmma},
    {"xmma_wgrad", F::convolution, "cuDNN", Types::xmma},
    {"xmma_gemm", F::gemm, "cuBLAS", Types::xmma},
    {"Cijk_A", F::gemm, "Tensile", Types::tensile},
    {"cutlass_cudnn", F::convolution, "cuDNN", Types::worded},
    {"ImplicitGemmConvolution", F::convolution, "CUTLASS", Types::worded},
    {"scudnn", F::convolution, "cuDNN", Types::worded},
    {"cudnn_winograd", F::convolution, "cuDNN", Types::worded},
    {"winograd", F::convolution, "cuDNN", Types::worded},
    {"convolve_sgemm", F::convolution, "cuDNN", Types::worded},
    {"dgrad", F::convolution, "cuDNN", Types::worded},
    {"wgrad", F::convolution, "cuDNN", Types::worded},
    {"fprop", F::convolution, "cuDNN", Types::worded},
    {"s884cudnn", F::convolution, "cuDNN", Types::worded},
    {"s1688cudnn", F::convolution, "cuDNN", Types::worded},
    {"igemm_fwd_gtc", F::convolution, "MIOpen", Types::worded},
    {"igemm_bwd_gtc", F::convolution, "MIOpen", Types::worded},
    {"igemm_wrw_gtc", F::convolution, "MIOpen", Types::worded},
    {"grouped_conv", F::convolution, "Composable Kernel", Types::worded},
    {"conv_depthwise", F::convolution, "PyTorch", Types::worded},
    {"batched_gemm_xdlops", F::convolution, "Composable Kernel", Types::worded},
    {"gemvx::kernel", F::gemv, "cuBLAS", Types::worded},
    {"gemv", F::gemv, "cuBLAS", Types::worded},
    {"gemmSN", F::gemv, "cuBLAS", Types::worded},
    {"gemmk1_kernel", F::gemv, "cuBLAS", Types::worded},
    {"cublasGemv", F::gemv, "cuBLAS", Types::worded},
    {"dot_kernel", F::gemv, "cuBLAS", Types::worded},
    {"bf16gemm", F::gemm, "cuBLAS", Types::worded},
    {"s16816gemm", F::gemm, "cuBLAS", Types::worded},
    {"sgemm", F::gemm, "cuBLAS", Types::worded},
    {"dgemm", F::gemm, "cuBLAS", Types::worded},
    {"cgemm", F::gemm, "cuFFT", Types::worded},
    {"hgemm", F::gemm, "cuBLAS", Types::worded},
    {"triton_mm", F::gemm, "Inductor", Types::worded},
    {"triton_tem_fused_mm", F::gemm, "Inductor", Types::worded},
    {"triton_tem_fused_addmm", F::gemm, "Inductor", Types::worded},
    {"triton_tem_fused_bmm", F::gemm, "Inductor", Types::worded},
    {"kernel_gemm_xdl", F::gemm, "Composable Kernel", Types::worded},
    {"GemmUniversal", F::gemm, "CUTLASS", Types::worded},
    {"cutlass", F::gemm, "CUTLASS", Types::worded},
    {"gemm", F::gemm, {}, Types::worded},
    {"Gemm", F::gemm, {}, Types::worded},
    {"_matmul", F::gemm, "Triton", Types::worded},
    {"matmul_kernel", F::gemm, "Triton", Types::worded},
    // Of models.
    {"liger_cross_entropy", F::loss, "Liger"},
    {"cross_entropy", F::loss},
    {"nll_loss", F::loss, "PyTorch"},
    {"cunn_SoftMax", F::softmax, "PyTorch"},
    {"softmax", F::softmax},
    {"SoftMax", F::softmax},
    {"rms_norm", F::normalization},
    {"rmsnorm", F::normalization},
    {"RMSNorm", F::normalization},
    {"layer_norm", F::normalization},
    {"LayerNorm", F::normalization},
    {"layernorm", F::normalization},
    {"batch_norm", F::normalization},
    {"BatchNorm", F::normalization},
    {"bn_fw", F::normalization, "cuDNN"},
    {"bn_bw", F::normalization, "cuDNN"},
    {"GroupNorm", F::normalization},
    {"cuComputePartGradGamma", F::normalization},
    {"GammaBeta", F::normalization},
    {"embedding", F::embedding},
    {"Embedding", F::embedding},
    {"rope", F::elementwise},
    {"swiglu", F::elementwise},
    {"geglu", F::elementwise},
    {"silu", F::elementwise},
    {"gelu", F::elementwise},
    {"_fg_kernel", F::elementwise, "Unsloth"},
    {"_DWf_DW_dfg_kernel", F::elementwise, "Unsloth"},
    // Generic.
    {"triton_poi_", F::elementwise, "Inductor"},
    {"triton_red_", F::reduction, "Inductor"},
    {"triton_per_", F::reduction, "Inductor"},
    {"triton_for_", F::elementwise, "Inductor"},
    {"triton_", F::triton, "Inductor"},
    {"CatArrayBatchedCopy", F::copy, "PyTorch"},
    {"direct_copy_kernel", F::copy, "PyTorch"},
    {"copy_device_to_device", F::copy},
    {"bfloat16_copy_kernel", F::copy, "PyTorch"},
    {"bfloat16tofloat32_copy", F::copy, "PyTorch"},
    {"float16_copy_kernel", F::copy, "PyTorch"},
    {"nchwToNhwc", F::copy, "cuDNN"},
    {"nhwcToNchw", F::copy, "cuDNN"},
    {"transpose", F::copy},
    {"Transpose", F::copy},
    {"convert", F::copy},
    {"gather", F::copy},
    {"scatter", F::copy},
    {"index", F::copy},
    {"im2col", F::copy},
    {"col2im", F::copy},
    {"computeOffsets", F::copy, "cuDNN"},
    {"fillBuffer", F::copy, "ROCm"},
    {"FillFunctor", F::copy, "PyTorch"},
    {"copyBuffer", F::copy, "ROCm"},
    {"upsample", F::elementwise},
    {"pool", F::reduction},
    {"reduce_kernel", F::reduction, "PyTorch"},
    {"Reduce", F::reduction},
    {"reduce", F::reduction},
    {"cub::", F::reduction, "CUB"},
    {"rocprim", F::reduction, "rocPRIM"},
    {"DeviceScan", F::reduction},
    {"sort", F::reduction},
    {"Sort", F::reduction},
    {"topk", F::reduction},
    {"TopK", F::reduction},
    {"vectorized_elementwise_kernel", F::elementwise, "PyTorch"},
    {"unrolled_elementwise_kernel", F::elementwise, "PyTorch"},
    {"elementwise_kernel", F::elementwise, "PyTorch"},
    {"elementwise", F::elementwise},
    {"Elementwise", F::elementwise},
    {"dropout", F::elementwise},
    {"distribution", F::elementwise},
    {"CUDAFunctor", F::elementwise, "PyTorch"},
    {"op_generic_tensor_kernel", F::elementwise, "cuDNN"},
    {"add_tensor_kernel", F::elementwise, "cuDNN"},
    {"OpTensor", F::elementwise, "MIOpen"},
    {"masked", F::elementwise},
    {"arange", F::elementwise, "PyTorch"},
    {"tri", F::elementwise, "PyTorch"},
};

MatrixType matrix_type(Types types, std::string_view name) {
  switch (types) {
    case Types::none:
      return {Precision::none, false};
    case Types::nvjet:
      return nvjet_type(name);
    case Types::xmma:
      return xmma_type(name);
    case Types::tensile:
      return tensile_type(name);
    case Types::worded:
      return worded_type(name);
  }
  return {};
}

constexpr std::array<std::string_view, 17> kCollectiveMarks{"nccl",
                                                            "NCCL",
                                                            "rccl",
                                                            "msccl",
                                                            "mscclpp",
                                                            "one_shot_all_reduce",
                                                            "two_shot_all_reduce",
                                                            "multimem_",
                                                            "symm_mem",
                                                            "cross_device_reduce",
                                                            "allreduce_one_shot",
                                                            "allreduce_two_shot",
                                                            "oneapi::ccl",
                                                            "oneccl",
                                                            "nvshmem",
                                                            "deep_ep::",
                                                            "quickreduce"};

}  // namespace

bool is_collective(std::string_view name) {
  return std::any_of(kCollectiveMarks.begin(), kCollectiveMarks.end(),
                     [&](std::string_view mark) { return contains(name, mark); });
}

KernelClass classify_kernel(std::string_view name) {
  KernelClass kernel;
  if (is_collective(name)) {
    kernel.family = F::collective;
    return kernel;
  }
  kernel.compiled = name.substr(0, 7) == "triton_";
  const auto* const row = std::find_if(std::begin(kRows), std::end(kRows),
                                       [&](const Row& r) { return contains(name, r.pattern); });
  if (row == std::end(kRows)) return kernel;
  const MatrixType type = matrix_type(row->types, name);
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
  const std::size_t open = text.find('<');
  if (open == std::string::npos) return text.substr(0, text.find('('));
  // A wrapper whose template argument is the real name: cutlass::Kernel2<cutlass_80_...>.
  const std::size_t inner_end = text.find_first_of(",<>(", open + 1);
  const std::string inner = text.substr(open + 1, inner_end - open - 1);
  const std::string outer = text.substr(0, open);
  return contains(inner, "cutlass") || contains(inner, "Functor") ? inner : outer;
}

std::string_view to_text(KernelFamily family) {
  constexpr std::array<std::string_view, 17> kNames{
      "matrix product", "matrix times vector", "convolution",   "attention",
      "softmax",        "collective",          "elementwise",   "reduction",
      "copy",           "optimizer",           "normalization", "loss",
      "embedding",      "dequantisation",      "quantisation",  "triton",
      "other"};
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
