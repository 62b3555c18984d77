// SPDX-License-Identifier: Apache-2.0
#include "support/kineto_names.h"

namespace underfed::synthetic {
namespace {

std::string_view nvidia_gemm(Precision precision) {
  switch (precision) {
    case Precision::bf16:
      return "ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_tn";
    case Precision::tf32:
      return "sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128x16_stage4_warpsize2x2x1_"
             "tensor16x8x8_kernel";
    case Precision::fp32:
      return "ampere_sgemm_128x128_tn";
  }
  return "";
}

std::string_view amd_gemm(Precision precision) {
  return precision == Precision::bf16
             ? "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x128x64_MI16x16x1_SN_K1"
             : "Cijk_Alik_Bljk_SB_Bias_HA_S_SAV_UserArgs_MT128x128x16_MI16x16x1_SN_K1";
}

std::string_view nvidia_attention(KernelRole role) {
  return role == KernelRole::attention_forward
             ? "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, "
               "false, false, cutlass::bfloat16_t, Flash_kernel_traits<128, 128, 64, 4, "
               "cutlass::bfloat16_t> >, false, true, false, false, true, true, "
               "false>(pytorch_flash::Flash_fwd_params)"
             : "void pytorch_flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<"
               "Flash_bwd_kernel_traits<128, 64, 128, 8, 2, 4, 2, false, false, "
               "cutlass::bfloat16_t, Flash_kernel_traits<128, 64, 128, 8, cutlass::bfloat16_t> >, "
               "false, true, false, false, true, true>(pytorch_flash::Flash_bwd_params)";
}

std::string_view general_kernel(KernelRole role) {
  switch (role) {
    case KernelRole::softmax:
      return "void (anonymous namespace)::softmax_warp_forward<float, float, float, 10, false, "
             "false>(float*, float const*, int, int, int, bool const*, int, bool)";
    case KernelRole::norm:
      return "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, "
             "float>(int, float, c10::BFloat16 const*, c10::BFloat16 const*, c10::BFloat16 const*, "
             "float*, float*, c10::BFloat16*)";
    case KernelRole::rope:
      return "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<"
             "at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, "
             "at::native::binary_internal::MulFunctor<float> > >(at::TensorIteratorBase&, "
             "at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, "
             "at::native::binary_internal::MulFunctor<float> > const&)::{lambda(int)#1}>(int, "
             "at::native::gpu_kernel_impl_nocast<>)";
    case KernelRole::loss:
      return "void at::native::(anonymous namespace)::nll_loss_forward_reduce_cuda_kernel_2d<"
             "float, float, long>(float*, float*, float const*, long const*, float const*, bool, "
             "long, long, long, long)";
    case KernelRole::optimizer:
      return "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::"
             "(anonymous namespace)::FusedOptimizerTensorListMetadata<4>, at::native::(anonymous "
             "namespace)::FusedAdamMathFunctor<float, 4, (at::native::ADAM_MODE)1, false>, float "
             "const*, double, double, double, double, double, bool, float*, float*>";
    default:
      return "void at::native::vectorized_elementwise_kernel<4, "
             "at::native::CUDAFunctor_add<c10::BFloat16>, at::detail::Array<char*, 3> >(int, "
             "at::native::CUDAFunctor_add<c10::BFloat16>, at::detail::Array<char*, 3>)";
  }
}

}  // namespace

std::string_view kernel_name(KernelRole role, Precision precision, Vendor vendor) {
  const bool amd = vendor == Vendor::amd;
  switch (role) {
    case KernelRole::gemm:
    case KernelRole::batched_gemm:
      return amd ? amd_gemm(precision) : nvidia_gemm(precision);
    case KernelRole::attention_forward:
      return amd ? "attn_fwd" : nvidia_attention(role);
    case KernelRole::attention_backward:
      return amd ? "attn_bwd" : nvidia_attention(role);
    case KernelRole::all_reduce:
      return amd ? "ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)"
                 : "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
    default:
      return general_kernel(role);
  }
}

std::string_view copy_name(DeviceKind kind, Vendor vendor) {
  const bool amd = vendor == Vendor::amd;
  switch (kind) {
    case DeviceKind::copy_to_device_pinned:
      return amd ? "Memcpy HtoD (Host -> Device)" : "Memcpy HtoD (Pinned -> Device)";
    case DeviceKind::copy_to_device_pageable:
      return amd ? "Memcpy HtoD (Host -> Device)" : "Memcpy HtoD (Pageable -> Device)";
    case DeviceKind::copy_to_host:
      return amd ? "Memcpy DtoH (Device -> Host)" : "Memcpy DtoH (Device -> Pageable)";
    case DeviceKind::copy_on_device:
      return "Memcpy DtoD (Device -> Device)";
    default:
      return "Memset (Device)";
  }
}

std::string_view call_name(Call call, Vendor vendor) {
  const bool amd = vendor == Vendor::amd;
  switch (call) {
    case Call::launch_kernel:
      return amd ? "hipLaunchKernel" : "cudaLaunchKernel";
    case Call::launch_graph:
      return amd ? "hipGraphLaunch" : "cudaGraphLaunch";
    case Call::memcpy_async:
      return amd ? "hipMemcpyAsync" : "cudaMemcpyAsync";
    case Call::memcpy_with_stream:
      return amd ? "hipMemcpyWithStream" : "cudaMemcpy";
    case Call::memset_async:
      return amd ? "hipMemsetAsync" : "cudaMemsetAsync";
    case Call::stream_synchronize:
      return amd ? "hipStreamSynchronize" : "cudaStreamSynchronize";
    case Call::device_synchronize:
      return amd ? "hipDeviceSynchronize" : "cudaDeviceSynchronize";
    case Call::event_record:
      return amd ? "hipEventRecordWithFlags" : "cudaEventRecordWithFlags";
    case Call::stream_wait_event:
      return amd ? "hipStreamWaitEvent" : "cudaStreamWaitEvent";
    case Call::malloc:
      return amd ? "hipMalloc" : "cudaMalloc";
  }
  return "";
}

}  // namespace underfed::synthetic
