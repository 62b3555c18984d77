// SPDX-License-Identifier: Apache-2.0
#include "model/gpu_table.h"

#include <gtest/gtest.h>

namespace underfed {
namespace {

std::string_view name_of(std::string_view driver, double memory_gb = 0) {
  const auto gpu = find_gpu(driver, memory_gb);
  return gpu ? gpu->name : std::string_view("none");
}

TEST(GpuTable, FindsTheDriversNames) {
  EXPECT_EQ(name_of("NVIDIA A100-SXM4-80GB"), "A100 80GB SXM");
  EXPECT_EQ(name_of("NVIDIA A100 80GB PCIe"), "A100 80GB PCIe");
  EXPECT_EQ(name_of("NVIDIA A100-SXM4-40GB"), "A100 40GB");
  EXPECT_EQ(name_of("NVIDIA H100 80GB HBM3"), "H100 SXM");
  EXPECT_EQ(name_of("NVIDIA H100 PCIe"), "H100 PCIe");
  EXPECT_EQ(name_of("Tesla T4"), "T4");
  EXPECT_EQ(name_of("Tesla V100-SXM2-32GB"), "V100 SXM2");
  EXPECT_EQ(name_of("NVIDIA GeForce RTX 4090"), "RTX 4090");
  EXPECT_EQ(name_of("AMD Instinct MI300X"), "MI300X");
  EXPECT_EQ(name_of("a100", 79.2), "A100 80GB SXM");
}

TEST(GpuTable, DoesNotTakeOneCardForAnother) {
  EXPECT_EQ(name_of("NVIDIA L40S"), "L40S");
  EXPECT_EQ(name_of("NVIDIA L40"), "none");
  EXPECT_EQ(name_of("NVIDIA L4"), "L4");
  EXPECT_EQ(name_of("NVIDIA A10G"), "A10G");
  EXPECT_EQ(name_of("NVIDIA GeForce RTX 3090 Ti"), "none");
  EXPECT_EQ(name_of("NVIDIA GeForce RTX 4090 Laptop GPU"), "none");
  EXPECT_EQ(name_of("NVIDIA H100 NVL"), "none");
  EXPECT_EQ(name_of("NVIDIA A100-SXM4-80GB MIG 3g.40gb"), "none");
  EXPECT_EQ(name_of("NVIDIA GB200"), "none");
  EXPECT_EQ(name_of("AMD Instinct MI300A"), "none");
  EXPECT_EQ(name_of(""), "none");
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
