// SPDX-License-Identifier: Apache-2.0
#include "model/gpu_table.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "model/gpu_rows.h"

namespace underfed {
namespace {

std::string_view name_of(std::string_view driver, double memory_gb = 0) {
  const auto gpu = find_gpu(driver, memory_gb);
  return gpu ? gpu->name : std::string_view("none");
}

TEST(GpuTable, FindsTheDriversNames) {
  EXPECT_EQ(name_of("NVIDIA A100-SXM4-80GB"), "A100 80GB SXM");
  EXPECT_EQ(name_of("NVIDIA A100 80GB PCIe"), "A100 80GB PCIe");
  EXPECT_EQ(name_of("NVIDIA A100-SXM4-40GB"), "A100 40GB SXM");
  EXPECT_EQ(name_of("NVIDIA H100 80GB HBM3"), "H100 SXM");
  EXPECT_EQ(name_of("NVIDIA H100 PCIe"), "H100 PCIe");
  EXPECT_EQ(name_of("Tesla T4"), "T4");
  EXPECT_EQ(name_of("Tesla V100-SXM2-32GB"), "V100 SXM2");
  EXPECT_EQ(name_of("NVIDIA GeForce RTX 4090"), "RTX 4090");
  EXPECT_EQ(name_of("AMD Instinct MI300X"), "MI300X");
  EXPECT_EQ(name_of("a100", 79.2), "A100 80GB");
}

TEST(GpuTable, FindsWhatPeopleWrite) {
  EXPECT_EQ(name_of("a100 80gb sxm"), "A100 80GB SXM");
  EXPECT_EQ(name_of("rtx4090"), "RTX 4090");
  EXPECT_EQ(name_of("4070 ti super"), "RTX 4070 Ti SUPER");
  EXPECT_EQ(name_of("H200"), "H200 SXM");
  EXPECT_EQ(name_of("l40s"), "L40S");
}

TEST(GpuTable, DoesNotTakeOneCardForAnother) {
  EXPECT_EQ(name_of("NVIDIA L40S"), "L40S");
  EXPECT_EQ(name_of("NVIDIA L40"), "L40");
  EXPECT_EQ(name_of("NVIDIA L4"), "L4");
  EXPECT_EQ(name_of("NVIDIA A10G"), "A10G");
  EXPECT_EQ(name_of("NVIDIA A10"), "A10");
  EXPECT_EQ(name_of("Tesla V100S-PCIE-32GB"), "V100S PCIe");
  EXPECT_EQ(name_of("NVIDIA GeForce RTX 3090 Ti"), "RTX 3090 Ti");
  EXPECT_EQ(name_of("NVIDIA GeForce RTX 4070 SUPER"), "RTX 4070 SUPER");
  EXPECT_EQ(name_of("NVIDIA GeForce RTX 4070 Ti SUPER"), "RTX 4070 Ti SUPER");
  EXPECT_EQ(name_of("NVIDIA GeForce RTX 4090 Laptop GPU"), "none");
  EXPECT_EQ(name_of("NVIDIA GeForce RTX 4090 D"), "none");
  EXPECT_EQ(name_of("NVIDIA GeForce RTX 3080", 12), "none");
  EXPECT_EQ(name_of("NVIDIA RTX 6000 Ada Generation"), "RTX 6000 Ada");
  EXPECT_EQ(name_of("Quadro RTX 6000"), "Quadro RTX 6000");
  EXPECT_EQ(name_of("NVIDIA RTX A6000"), "RTX A6000");
  EXPECT_EQ(name_of("NVIDIA RTX PRO 6000 Blackwell Workstation Edition"), "none");
  EXPECT_EQ(name_of("NVIDIA H100 NVL"), "H100 NVL");
  EXPECT_EQ(name_of("NVIDIA H200 NVL"), "H200 NVL");
  EXPECT_EQ(name_of("NVIDIA GH200 480GB"), "GH200");
  EXPECT_EQ(name_of("NVIDIA GB200"), "GB200");
  EXPECT_EQ(name_of("AMD Instinct MI300A"), "MI300A");
  EXPECT_EQ(name_of("AMD Instinct MI250X/MI250"), "MI250");
  EXPECT_EQ(name_of("AMD Radeon Graphics"), "none");
  EXPECT_EQ(name_of(""), "none");
  EXPECT_EQ(name_of("NVIDIA"), "none");
}

TEST(GpuTable, WhereTheNameLeavesItOpenOnlyWhatIsSharedIsSaid) {
  const auto a100 = find_gpu("A100");
  ASSERT_TRUE(a100);
  EXPECT_EQ(a100->name, "A100");
  EXPECT_EQ(a100->half_tflops, 312);
  EXPECT_FALSE(a100->bandwidth_gb_s);
  EXPECT_FALSE(a100->memory_gb);
  EXPECT_EQ(find_gpu("NVIDIA A100-PG509-200", {.memory_gb = 39.4})->bandwidth_gb_s, 1555);
  const auto h100 = find_gpu("H100");
  ASSERT_TRUE(h100);
  EXPECT_FALSE(h100->half_tflops);
  EXPECT_EQ(h100->memory_gb, 80);
  EXPECT_EQ(find_gpu("NVIDIA H100", {.sm_count = 132})->name, "H100 SXM");
  EXPECT_EQ(find_gpu("Tesla V100-SXM2-16GB")->memory_gb, 16);
  EXPECT_EQ(find_gpu("Tesla V100-DGXS-32GB")->memory_gb, 32);
  EXPECT_FALSE(find_gpu("Tesla V100-SXM2")->memory_gb);
}

TEST(GpuTable, HintsThatContradictTheNameFindNothing) {
  EXPECT_FALSE(find_gpu("NVIDIA A100-SXM4-80GB", {.compute_major = 9}));
  EXPECT_FALSE(find_gpu("NVIDIA A100-SXM4-80GB", {.sm_count = 42}));
  EXPECT_FALSE(find_gpu("NVIDIA A100-SXM4-80GB", {.memory_gb = 20}));
}

TEST(GpuTable, ASliceIsScaledByItsSmsOrNotSaid) {
  constexpr std::string_view kSlice = "NVIDIA A100-SXM4-80GB MIG 3g.40gb";
  EXPECT_FALSE(find_gpu(kSlice));
  const auto slice = find_gpu(kSlice, {.memory_gb = 39.5, .sm_count = 42});
  ASSERT_TRUE(slice);
  EXPECT_NEAR(*slice->half_tflops, 312.0 * 42 / 108, 0.01);
  EXPECT_NEAR(slice->part, 42.0 / 108, 1e-9);
  EXPECT_EQ(slice->memory_gb, 39.5);
  EXPECT_FALSE(slice->bandwidth_gb_s);
  EXPECT_NEAR(*peak_ratio(kSlice, 40, 8, 0, Precision::fp32, Precision::bf16), 16, 0.01);
  const auto partition = find_gpu("AMD Instinct MI300X", {.memory_gb = 24, .sm_count = 38});
  ASSERT_TRUE(partition);
  EXPECT_NEAR(partition->part, 0.125, 1e-9);
  EXPECT_EQ(find_gpu("AMD Instinct MI300X", {.memory_gb = 206, .sm_count = 304})->part, 1);
}

// A figure with sparsity, or a wrong digit, would need a clock that no GPU has.
TEST(GpuTable, EveryPeakIsWhatItsUnitsCanDoAtAPossibleClock) {
  for (const GpuRow& row : gpu_rows()) {
    if (row.compute_major == 0 || row.sm_count == 0) continue;
    if (row.name == "H20") continue;  // its tensor cores are held back below their units' rate
    const bool geforce = row.words[0] >= '2' && row.words[0] <= '5';
    const auto clock_ghz = [&](double tflops, Precision precision) {
      const auto rate =
          flop_per_sm_and_clock(row.compute_major, row.compute_minor, geforce, precision);
      return tflops * 1e3 / (rate.value_or(1) * row.sm_count);
    };
    for (const auto& [tflops, precision] :
         {std::pair(row.fp32, Precision::fp32), std::pair(row.tf32, Precision::tf32),
          std::pair(row.half, Precision::fp16), std::pair(row.fp8, Precision::fp8)}) {
      if (tflops == 0) continue;
      EXPECT_GT(clock_ghz(tflops, precision), 0.8) << row.name << ' ' << to_text(precision);
      EXPECT_LT(clock_ghz(tflops, precision), 2.7) << row.name << ' ' << to_text(precision);
    }
  }
}

TEST(GpuTable, EveryRowIsFoundByItsName) {
  for (const GpuRow& row : gpu_rows()) {
    std::string name(row.name);
    if (name.find("one die") != std::string::npos) name = std::string(row.words);
    const auto gpu = find_gpu(name, row.memory_gb);
    ASSERT_TRUE(gpu) << name;
    EXPECT_EQ(gpu->name, row.name);
    EXPECT_FALSE(gpu->source.empty()) << name;
  }
}

TEST(GpuTable, RatiosOfPrecisions) {
  EXPECT_NEAR(*peak_ratio("NVIDIA A100-SXM4-80GB", 80, 8, 0, Precision::fp32, Precision::bf16), 16,
              0.01);
  EXPECT_NEAR(*peak_ratio("NVIDIA A100-SXM4-80GB", 80, 8, 0, Precision::tf32, Precision::bf16), 2,
              0.01);
  EXPECT_FALSE(peak_ratio("Tesla V100-SXM2-16GB", 16, 7, 0, Precision::fp32, Precision::bf16));
  EXPECT_NEAR(*peak_ratio("Tesla V100-SXM2-16GB", 16, 7, 0, Precision::fp32, Precision::fp16), 8,
              0.1);
}

TEST(GpuTable, ACardOutsideTheTableIsDerivedFromItsCapability) {
  EXPECT_NEAR(*peak_ratio("NVIDIA GeForce RTX 3060", 12, 8, 6, Precision::fp32, Precision::bf16), 2,
              0.01);
  EXPECT_FALSE(peak_ratio("NVIDIA GeForce GTX 1080", 8, 6, 1, Precision::fp32, Precision::bf16));
}

}  // namespace
}  // namespace underfed
