// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/kernel_mix.h"

#include <gtest/gtest.h>

#include "probes/trace/collectives.h"
#include "probes/trace/fill.h"
#include "probes/trace/trace_maker.h"

namespace underfed {
namespace {

constexpr Interval kAlways{-1'000'000'000, 1'000'000'000};
constexpr std::string_view kGemm = "ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_32x5_nn";
constexpr std::string_view kSgemm = "ampere_sgemm_128x64_tn";
constexpr std::string_view kElementwise =
    "void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>>(int)";
constexpr std::string_view kSoftmax =
    "void (anonymous namespace)::softmax_warp_forward<float, float, float, 8, false, false>(float)";

KernelMix mix_of(TraceMaker& maker) {
  const Timeline timeline = maker.finish();
  return kernel_mix(timeline, timeline.devices.at(0), kAlways);
}

TEST(KernelMix, MatrixTimeIsSplitByPrecision) {
  TraceMaker maker;
  maker.kernel(-1, 0, 30, 7, kGemm)
      .kernel(-1, 30, 40, 7, kSgemm)
      .kernel(-1, 40, 60, 7, kElementwise);
  const KernelMix mix = mix_of(maker);
  EXPECT_DOUBLE_EQ(mix.matrix.at(Precision::bf16), 30'000);
  EXPECT_DOUBLE_EQ(mix.matrix.at(Precision::fp32), 10'000);
  EXPECT_DOUBLE_EQ(mix.matrix_ns(), 40'000);
  EXPECT_DOUBLE_EQ(mix.family_ns(KernelFamily::elementwise), 20'000);
  EXPECT_DOUBLE_EQ(mix.compute_ns, 60'000);
  EXPECT_EQ(mix.count, 3U);
  EXPECT_EQ(mix.median_ns, 20'000);
}

TEST(KernelMix, AnInstantOfTwoClassesIsHalvedAndOfOneIsNot) {
  TraceMaker maker;
  maker.kernel(-1, 0, 100, 7, kGemm).kernel(-1, 50, 150, 8, kElementwise);
  maker.kernel(-1, 200, 300, 7, kGemm).kernel(-1, 200, 300, 8, kGemm);
  const KernelMix mix = mix_of(maker);
  EXPECT_DOUBLE_EQ(mix.family_ns(KernelFamily::gemm), 75'000 + 100'000);
  EXPECT_DOUBLE_EQ(mix.family_ns(KernelFamily::elementwise), 75'000);
  EXPECT_DOUBLE_EQ(mix.compute_ns, 250'000);
}

TEST(KernelMix, NamesThatTheTableLacksAreUnknown) {
  TraceMaker maker;
  maker.kernel(-1, 0, 30, 7, "who_knows").kernel(-1, 30, 60, 7, kGemm);
  const KernelMix mix = mix_of(maker);
  EXPECT_DOUBLE_EQ(mix.unknown_share(), 0.5);
  EXPECT_EQ(mix.top.at(0).name, "who_knows");
}

TEST(KernelMix, TimeOutsideTheWindowIsCutOff) {
  TraceMaker maker;
  maker.kernel(-1, 0, 100, 7, kGemm);
  const Timeline timeline = maker.finish();
  EXPECT_DOUBLE_EQ(kernel_mix(timeline, timeline.devices[0], {40'000, 60'000}).compute_ns, 20'000);
}

// A kernel whose launch lies in `op`.
void run(TraceMaker& maker, std::string_view op, std::string_view name, std::int64_t at) {
  maker.op(op, at - 20, at - 5);
  maker.kernel(maker.launch(at - 15), at, at + 10, 7, name);
}

TEST(EagerAttention, IsASoftmaxBetweenBatchedProducts) {
  TraceMaker maker;
  run(maker, "aten::bmm", kGemm, 100);
  run(maker, "aten::mul", kElementwise, 200);
  run(maker, "aten::_softmax", kSoftmax, 300);
  run(maker, "aten::bmm", kGemm, 400);
  run(maker, "aten::addmm", kGemm, 500);
  const KernelMix mix = mix_of(maker);
  EXPECT_DOUBLE_EQ(mix.eager_attention_ns, 40'000);
  EXPECT_TRUE(mix.eager_from_operators);
}

TEST(EagerAttention, TakesBothProductsOnEachSideInBackward) {
  TraceMaker maker;
  std::int64_t at = 100;
  for (const auto& [op, name] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"aten::addmm", kGemm},
           {"aten::bmm", kGemm},
           {"aten::bmm", kGemm},
           {"aten::_softmax_backward_data", kSoftmax},
           {"aten::bmm", kGemm},
           {"aten::bmm", kGemm},
           {"aten::addmm", kGemm}}) {
    run(maker, op, name, at += 100);
  }
  EXPECT_DOUBLE_EQ(mix_of(maker).eager_attention_ns, 50'000);
}

TEST(EagerAttention, ARouterOrALossIsNone) {
  TraceMaker maker;
  run(maker, "aten::addmm", kGemm, 100);
  run(maker, "aten::_softmax", kSoftmax, 200);
  run(maker, "aten::topk", "gatherTopK", 300);
  run(maker, "aten::bmm", kGemm, 400);
  EXPECT_DOUBLE_EQ(mix_of(maker).eager_attention_ns, 0);
}

TEST(EagerAttention, NeedsOneStream) {
  TraceMaker maker;
  maker.op("aten::bmm", 0, 1000);
  maker.kernel(maker.launch(10), 100, 110, 7, kGemm);
  maker.kernel(maker.launch(20), 200, 210, 8, kSoftmax);
  maker.kernel(maker.launch(30), 300, 310, 7, kGemm);
  EXPECT_DOUBLE_EQ(mix_of(maker).eager_attention_ns, 0);
}

TEST(EagerAttention, WithoutTheHostTheNamesDecide) {
  TraceMaker maker;
  maker.kernel(-1, 0, 10, 7, kGemm).kernel(-1, 10, 20, 7, kSoftmax).kernel(-1, 20, 30, 7, kGemm);
  const KernelMix mix = mix_of(maker);
  EXPECT_DOUBLE_EQ(mix.eager_attention_ns, 30'000);
  EXPECT_FALSE(mix.eager_from_operators);
}

TEST(Fill, AKernelOfFewBlocksLeavesTheRestEmpty) {
  TraceMaker maker;
  maker.device("kernel", "a", -1, 0, 100, 7, 0.25).device("kernel", "b", -1, 100, 200, 7, 3.0);
  maker.device("kernel", "c", -1, 200, 300, 7, -1);  // not written
  const Timeline timeline = maker.finish();
  const Fill fill = fill_of(timeline.devices[0], {0, 300'000});
  EXPECT_EQ(fill.kernel_ns, 300'000);
  EXPECT_EQ(fill.known_ns, 200'000);
  EXPECT_DOUBLE_EQ(fill.empty_share(), 0.375);
}

TEST(Collectives, AreCountedByKind) {
  TraceMaker maker;
  maker.kernel(-1, 0, 100, 20, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevComm*)");
  maker.kernel(-1, 50, 80, 7, kGemm);
  maker.kernel(-1, 200, 230, 20, "ncclKernel_ReduceScatter_RING_LL_Sum_int8_t");
  maker.device("gpu_memcpy", "Memcpy PtoP (Device -> Device)", -1, 300, 310, 21);
  const Timeline timeline = maker.finish();
  const auto totals = collective_totals(timeline, timeline.devices[0], kAlways);
  EXPECT_EQ(totals.at("all_reduce").time_ns, 100'000);
  EXPECT_EQ(totals.at("all_reduce").exposed_ns, 70'000);
  EXPECT_EQ(totals.at("reduce_scatter").count, 1U);
  EXPECT_EQ(totals.at("peer copy").bytes, 1024);
}

}  // namespace
}  // namespace underfed
