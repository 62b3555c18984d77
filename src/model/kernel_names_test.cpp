// SPDX-License-Identifier: Apache-2.0
#include "model/kernel_names.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "base/text.h"

namespace underfed {
namespace {

struct Expected {
  std::string_view name;
  KernelFamily family;
  Precision precision;
  bool tensor_core = false;
};

class MatrixNames : public ::testing::TestWithParam<Expected> {};

TEST_P(MatrixNames, SayPrecisionAndFamily) {
  const KernelClass kernel = classify_kernel(GetParam().name);
  EXPECT_EQ(to_text(kernel.family), to_text(GetParam().family)) << GetParam().name;
  EXPECT_EQ(to_text(kernel.precision), to_text(GetParam().precision)) << GetParam().name;
  EXPECT_EQ(kernel.tensor_core, GetParam().tensor_core) << GetParam().name;
}

constexpr auto kGemm = KernelFamily::gemm;
constexpr auto kConv = KernelFamily::convolution;
constexpr auto kGemv = KernelFamily::gemv;

INSTANTIATE_TEST_SUITE_P(
    Libraries, MatrixNames,
    ::testing::Values(
        Expected{"nvjet_tst_128x256_64x4_1x2_h_bz_coopA_TNT", kGemm, Precision::bf16, true},
        Expected{"nvjet_hsh_128x256_64x4_1x2_h_bz_coopA_TNN", kGemm, Precision::fp16, true},
        Expected{"nvjet_sm100_tss_256x128_64x4_h_bz_NTN", kGemm, Precision::bf16, true},
        Expected{"nvjet_qqtst_128x256_128x4_h_bz_coopB_TNT", kGemm, Precision::fp8, true},
        Expected{"nvjet_qrtst_128x256_128x4_h_bz_coopB_TNT", kGemm, Precision::fp8, true},
        Expected{"nvjet_ootst_128x256_128x4_vec16UE4M3_TNT", kGemm, Precision::fp4, true},
        Expected{"nvjet_sss_tf32_128x128_32x4_h_bz_NNN", kGemm, Precision::tf32, true},
        Expected{"nvjet_zzz_128x128_32x4_h_bz_NNN", kGemm, Precision::unknown, true},
        Expected{"sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x32", kGemm,
                 Precision::bf16, true},
        Expected{"sm90_xmma_gemm_e4m3bf16_e4m3f32_f32_tn_n_tilesize128x128", kGemm, Precision::fp8,
                 true},
        Expected{"sm90_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128", kGemm, Precision::tf32,
                 true},
        Expected{"sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize32_ffma_aligna4", kGemm,
                 Precision::fp32},
        Expected{"sm80_xmma_fprop_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc", kConv,
                 Precision::tf32, true},
        Expected{"ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x3_nn", kGemm,
                 Precision::bf16, true},
        Expected{"ampere_fp16_s16816gemm_fp16_128x64_ldg8_f2f_nn", kGemm, Precision::fp16, true},
        Expected{"volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_nn", kGemm, Precision::fp16, true},
        Expected{"ampere_sgemm_128x64_tn", kGemm, Precision::fp32},
        Expected{"volta_sgemm_32x128_nn", kGemm, Precision::fp32},
        Expected{"void "
                 "cutlass::Kernel2<cutlass_80_simt_sgemm_128x64_8x5_nt_align1>(",
                 kGemm, Precision::fp32},
        Expected{"void "
                 "cutlass::Kernel<cutlass_80_tensorop_s1688gemm_128x64_16x6_tn_"
                 "align4>(",
                 kGemm, Precision::tf32, true},
        Expected{"void "
                 "cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_"
                 "bf16_64x64>(",
                 kGemm, Precision::bf16, true},
        Expected{"void "
                 "cutlass::Kernel2<cutlass_80_wmma_tensorop_f16_s161616gemm_"
                 "f16_16x16>(",
                 kGemm, Precision::fp16, true},
        Expected{"cutlass3x_sm90_tensorop_s64x128x16gemm_bf16_bf16_f32_bf16_bf16", kGemm,
                 Precision::bf16, true},
        Expected{"Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x160x64_"
                 "MI16x16x1",
                 kGemm, Precision::bf16, true},
        Expected{"Cijk_Ailk_Bljk_HHS_BH_MT64x64x32_MI32x32x8", kGemm, Precision::fp16, true},
        Expected{"Cijk_Alik_Bljk_SB_MT64x64x16_SN", kGemm, Precision::fp32},
        Expected{"volta_scudnn_128x64_relu_interior_nn_v1", kConv, Precision::fp32},
        Expected{"void implicit_convolve_sgemm<float, float, 128, 5, 5, 3, 3, "
                 "3, 1>(int)",
                 kConv, Precision::fp32},
        Expected{"igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt256x128x32", kConv, Precision::bf16, true},
        Expected{"void gemv2T_kernel_val<int, int, __half, __half, __half, "
                 "float, 128>(",
                 kGemv, Precision::fp16},
        Expected{"turing_int8_i8816gemm_int8_128x128_ldg16", kGemm, Precision::int8, true},
        Expected{"_ZN2ck16tensor_operation6device12_GLOBAL__N_139kernel_"
                 "grouped_conv_fwd_xdlIDF16bDF16b",
                 kConv, Precision::bf16, true},
        Expected{"nvjet_hss_128x256_64x4_1x2_h_bz_TNN", kGemm, Precision::fp16, true},
        Expected{"nvjet_sss_128x256_64x4_1x2_h_bz_TNN", kGemm, Precision::unknown, true},
        Expected{"nvjet_", kGemm, Precision::unknown, true},
        Expected{"sm80_xmma_fprop_image_first_layer_f16f16_f32_f16_nhwckrsc_nhwc", kConv,
                 Precision::fp16, true},
        Expected{"sm80_xmma_gemm_i8i8_i8i32_f32_tn_n_tilesize128", kGemm, Precision::int8, true},
        Expected{"sm80_xmma_gemm_", kGemm, Precision::unknown},
        Expected{"volta_s884gemm_64x64_ldg8_nn", kGemm, Precision::fp16, true},
        Expected{"ampere_fp16_sgemm_fp16_128x64_tn", kGemm, Precision::fp16},
        Expected{"ampere_d884gemm_64x64_nn", kGemm, Precision::fp64, true},
        Expected{"volta_fp16_s884cudnn_fp16_256x64_ldg8_relu", kConv, Precision::fp16, true},
        Expected{"Cijk_Ailk_Bljk_S_MX_B_Bias_HA_S_SAV_MT64x64x32_MI16x16x1", kGemm, Precision::tf32,
                 true},
        Expected{"Cijk_Alik_Bljk_F8B8BS_BH_MT128x128x64_MI16x16x1", kGemm, Precision::fp8, true},
        Expected{"Cijk_Alik_Bljk_B8F8HS_BH_MT128x128x64_MI16x16x1", kGemm, Precision::fp8, true},
        Expected{"Cijk_Ailk_Bljk_DB_MT64x64x32_MI16x16x4", kGemm, Precision::fp64, true},
        Expected{"Cijk_Alik_Bljk_I8II_BH_MT128x128x64_MI16x16x1", kGemm, Precision::int8, true},
        Expected{"Cijk_", KernelFamily::other, Precision::none},
        Expected{"Cijk_A", kGemm, Precision::unknown},
        Expected{"deep_gemm::sm90_fp8_gemm_1d2d_impl<1, 2>", kGemm, Precision::fp8, true},
        Expected{"void splitKreduce_kernel<32, 16, int, float, float, float, "
                 "float>(x)",
                 kGemm, Precision::unknown},
        Expected{"triton_mm", kGemm, Precision::unknown}));

TEST(KernelNames, FusedAttentionComesBeforeMatrixProducts) {
  const auto attention = [](std::string_view name) { return classify_kernel(name).attention; };
  EXPECT_EQ(attention("void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128, "
                      "cutlass::bfloat16_t> >("),
            AttentionKernel::flash_attention_2);
  EXPECT_EQ(attention("void pytorch_flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<"),
            AttentionKernel::sdpa_flash);
  EXPECT_EQ(attention("fmha_cutlassF_f32_aligned_64x64_rf_sm80(PyTorchMemEffAttention)"),
            AttentionKernel::memory_efficient);
  EXPECT_EQ(attention("void "
                      "cutlass::device_kernel<flash::enable_sm90<flash::FlashAttnFwdSm90<"),
            AttentionKernel::flash_attention_3);
  EXPECT_EQ(attention("cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16"),
            AttentionKernel::cudnn);
  EXPECT_EQ(attention("triton_tem_fused_flex_attention_0"), AttentionKernel::flex);
  EXPECT_EQ(classify_kernel("fmha_cutlassF_f32_aligned_64x64_rf_sm80").precision, Precision::fp32);
}

TEST(KernelNames, OrdinaryKernelsAreNoMatrixWork) {
  EXPECT_EQ(classify_kernel("void at::native::vectorized_elementwise_kernel<4, "
                            "at::native::CUDAFunctor_add<float>>")
                .precision,
            Precision::none);
  EXPECT_EQ(classify_kernel("void (anonymous namespace)::softmax_warp_forward<float, "
                            "float, float, 10>")
                .family,
            KernelFamily::softmax);
  EXPECT_EQ(classify_kernel("kDequantizeBlockwise<__nv_bfloat16, 512, 64, 8, 2>").family,
            KernelFamily::dequantize);
  EXPECT_EQ(classify_kernel("something_nobody_knows").family, KernelFamily::other);
  EXPECT_TRUE(classify_kernel("triton_poi_fused_add_mul_3").compiled);
}

TEST(KernelNames, CollectivesOfAllLibraries) {
  for (const std::string_view name :
       {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<"
        "4096ul>)",
        "ncclKernel_AllGather_RING_LL_Sum_int8_t", "rccl_main_kernel", "one_shot_all_reduce_kernel",
        "two_shot_all_reduce_kernel_inplace", "multimem_all_reduce_kernel",
        "vllm::cross_device_reduce_1stage"}) {
    EXPECT_TRUE(is_collective(name)) << name;
    EXPECT_EQ(classify_kernel(name).family, KernelFamily::collective) << name;
  }
  EXPECT_FALSE(is_collective("void at::native::reduce_kernel<512, 1>"));
  EXPECT_FALSE(is_collective("void my_kernel<float>(ncclComm*)"));
  EXPECT_FALSE(is_collective(""));
}

TEST(KernelNames, ShortNamesKeepWhatTellsKernelsApart) {
  EXPECT_EQ(short_kernel_name("void cutlass::Kernel2<cutlass_80_simt_sgemm_128x64>(Params)"),
            "cutlass_80_simt_sgemm_128x64");
  EXPECT_EQ(short_kernel_name("void (anonymous "
                              "namespace)::softmax_warp_forward<float, 10>(float*)"),
            "softmax_warp_forward");
  EXPECT_EQ(short_kernel_name("ampere_sgemm_128x64_tn"), "ampere_sgemm_128x64_tn");
  EXPECT_EQ(short_kernel_name("Cijk_Alik_Bljk_BBS_BH_MT128x192x64_MI16x16x1_SN_LDSB1_AFC1_AG0"),
            "Cijk_Alik_Bljk_BBS_BH_MT128x192x64_MI16x16x1");
  EXPECT_EQ(short_kernel_name(""), "");
}

// The class that a person gave a real name, in our words; empty: either answer
// is right.
std::string agreed_precision(const std::string& label) {
  if (label == "fp32-simt" || label == "cgemm(fft conv)") return "fp32";
  if (label == "tf32-tensorop") return "tf32";
  if (label == "fp16" || label == "fp16-simt") return "fp16";
  if (label == "bf16") return "bf16";
  if (label == "nvjet-fp8") return "fp8";
  if (label == "nvjet-bf16/fp16") return "bf16";
  return {};
}

TEST(KernelNames, RealNamesGetThePrecisionThatAPersonReadFromThem) {
  const char* corpus = std::getenv("UNDERFED_CORPUS");
  if (corpus == nullptr) GTEST_SKIP() << "UNDERFED_CORPUS is not set";
  std::ifstream in(std::string(corpus) + "/kernel-names.tsv");
  ASSERT_TRUE(in);
  std::string line;
  std::getline(in, line);
  int rows = 0;
  while (std::getline(in, line)) {
    const auto fields = split(line, '\t');
    ASSERT_EQ(fields.size(), 4U) << line;
    const KernelClass kernel = classify_kernel(fields[3]);
    EXPECT_TRUE(is_matrix_work(kernel.family)) << line;
    if (fields[0] == "gemv") {
      EXPECT_EQ(to_text(kernel.family), to_text(KernelFamily::gemv)) << line;
    }
    // The list calls two mangled names fp16: one is cut before its types, and
    // the other's DF16b is bfloat16 in the Itanium ABI's mangling.
    const bool mangled = fields[3].substr(0, 6) == "_ZN2ck";
    const std::string agreed = mangled ? "" : agreed_precision(std::string(fields[0]));
    if (!agreed.empty()) {
      EXPECT_EQ(to_text(kernel.precision), agreed) << line;
    }
    ++rows;
  }
  EXPECT_GT(rows, 300);
}

}  // namespace
}  // namespace underfed
