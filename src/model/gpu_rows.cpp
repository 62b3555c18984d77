// SPDX-License-Identifier: Apache-2.0
#include "model/gpu_rows.h"

#include <array>

namespace underfed {
namespace {

constexpr std::string_view kPascal = "NVIDIA P100 data sheet";
constexpr std::string_view kVolta = "NVIDIA V100 data sheet";
constexpr std::string_view kV100Sxm = "sxm sxm2 sxm3 dgxs";  // all at 125
constexpr std::string_view kTuring = "NVIDIA Turing white paper";
constexpr std::string_view kA100 = "NVIDIA A100 data sheet, dense";
constexpr std::string_view kGa102 = "NVIDIA GA102 white paper, dense";
constexpr std::string_view kAda = "NVIDIA Ada white paper, dense";
constexpr std::string_view kH100 = "NVIDIA H100 data sheet, dense";
constexpr std::string_view kB200 = "NVIDIA HGX B200 data sheet, dense";
constexpr std::string_view kCdna2 = "AMD CDNA 2 data sheet; one die of two, halved";
constexpr std::string_view kCdna3 = "AMD MI300 data sheets, dense";
constexpr std::string_view kSpecification =
    "NVIDIA's fp32 figure of the card; tensor rates from the ratio of its architecture";

// GeForce: fp32 as specified; with fp32 accumulation the tensor cores do a fixed multiple of it.
constexpr GpuRow geforce(std::string_view words, std::string_view name, int major, int minor,
                         int sm_count, double fp32, double bandwidth, double memory, double power) {
  const bool turing = major == 7;
  const bool has_fp8 = major > 8 || minor == 9;
  return {words,
          "",
          name,
          major,
          minor,
          sm_count,
          fp32,
          turing ? 0 : fp32,
          (turing ? 4 : 2) * fp32,
          has_fp8 ? 4 * fp32 : 0,
          bandwidth,
          memory,
          power,
          kSpecification};
}

// clang-format off
constexpr std::array kRows{
    // words, forms, name, capability, SMs, fp32, tf32, half, fp8, GB/s, GB, W, source
    GpuRow{"p100", "pcie", "P100 PCIe", 6, 0, 56, 9.3, 0, 0, 0, 732, 16, 250, kPascal},
    GpuRow{"p100", "sxm sxm2", "P100 SXM2", 6, 0, 56, 10.6, 0, 0, 0, 732, 16, 300, kPascal},
    GpuRow{"v100", "pcie", "V100 PCIe", 7, 0, 80, 14, 0, 112, 0, 900, 16, 250, kVolta},
    GpuRow{"v100", "pcie", "V100 PCIe", 7, 0, 80, 14, 0, 112, 0, 900, 32, 250, kVolta},
    GpuRow{"v100", kV100Sxm, "V100 SXM2", 7, 0, 80, 15.7, 0, 125, 0, 900, 16, 300, kVolta},
    GpuRow{"v100", kV100Sxm, "V100 SXM2", 7, 0, 80, 15.7, 0, 125, 0, 900, 32, 0, kVolta},
    GpuRow{"v100s", "pcie", "V100S PCIe", 7, 0, 80, 16.4, 0, 130, 0, 1134, 32, 250, kVolta},
    GpuRow{"t4", "", "T4", 7, 5, 40, 8.1, 0, 65, 0, 320, 16, 70, "NVIDIA T4 data sheet"},
    GpuRow{"quadro rtx 6000", "", "Quadro RTX 6000", 7, 5, 72, 16.3, 0, 130.5, 0, 672, 24, 295,
           kTuring},
    GpuRow{"quadro rtx 8000", "", "Quadro RTX 8000", 7, 5, 72, 16.3, 0, 130.5, 0, 672, 48, 295,
           kTuring},
    GpuRow{"titan rtx", "", "TITAN RTX", 7, 5, 72, 16.3, 0, 130.5, 0, 672, 24, 280, kTuring},
    GpuRow{"a2", "", "A2", 8, 6, 10, 4.5, 9, 18, 0, 200, 16, 60, "NVIDIA A2 data sheet, dense"},
    GpuRow{"a10g", "", "A10G", 8, 6, 80, 35, 35, 70, 0, 600, 24, 0, "AWS G5 instance sheet"},
    GpuRow{"a10", "", "A10", 8, 6, 72, 31.2, 62.5, 125, 0, 600, 24, 150,
           "NVIDIA A10 data sheet, dense"},
    GpuRow{"a30", "", "A30", 8, 0, 56, 10.3, 82, 165, 0, 933, 24, 165,
           "NVIDIA A30 data sheet, dense"},
    GpuRow{"a40", "", "A40", 8, 6, 84, 37.4, 74.8, 149.7, 0, 696, 48, 300,
           "NVIDIA A40 data sheet, dense"},
    GpuRow{"a100", "pcie", "A100 40GB PCIe", 8, 0, 108, 19.5, 156, 312, 0, 1555, 40, 250, kA100},
    GpuRow{"a100", "sxm sxm4", "A100 40GB SXM", 8, 0, 108, 19.5, 156, 312, 0, 1555, 40, 400, kA100},
    GpuRow{"a100", "pcie", "A100 80GB PCIe", 8, 0, 108, 19.5, 156, 312, 0, 1935, 80, 300, kA100},
    GpuRow{"a100", "sxm sxm4", "A100 80GB SXM", 8, 0, 108, 19.5, 156, 312, 0, 2039, 80, 400, kA100},
    GpuRow{"a800", "pcie", "A800 80GB PCIe", 8, 0, 108, 19.5, 156, 312, 0, 1935, 80, 300, kA100},
    GpuRow{"a800", "sxm sxm4", "A800 80GB SXM", 8, 0, 108, 19.5, 156, 312, 0, 2039, 80, 400, kA100},
    GpuRow{"a4000", "", "RTX A4000", 8, 6, 48, 19.2, 38.3, 76.7, 0, 448, 16, 140,
           "NVIDIA RTX A4000 data sheet, dense"},
    GpuRow{"a5000", "", "RTX A5000", 8, 6, 64, 27.8, 55.6, 111.1, 0, 768, 24, 230,
           "NVIDIA RTX A5000 data sheet, dense"},
    GpuRow{"a6000", "", "RTX A6000", 8, 6, 84, 38.7, 77.4, 154.8, 0, 768, 48, 300, kGa102},
    GpuRow{"l4", "", "L4", 8, 9, 58, 30.3, 60, 121, 242, 300, 24, 72,
           "NVIDIA L4 data sheet, dense"},
    GpuRow{"l40", "", "L40", 8, 9, 142, 90.5, 90.5, 181, 362, 864, 48, 300,
           "NVIDIA L40 data sheet, dense"},
    GpuRow{"l40s", "", "L40S", 8, 9, 142, 91.6, 183, 362, 733, 864, 48, 350,
           "NVIDIA L40S data sheet, dense"},
    GpuRow{"rtx 6000 ada", "", "RTX 6000 Ada", 8, 9, 142, 91.1, 182.1, 364.2, 728.5, 960, 48, 300,
           "NVIDIA RTX 6000 Ada data sheet, dense"},
    GpuRow{"h100", "pcie hbm2e", "H100 PCIe", 9, 0, 114, 51.2, 378, 756, 1513, 2039, 80, 350,
           kH100},
    GpuRow{"h100", "sxm sxm5 hbm3", "H100 SXM", 9, 0, 132, 66.9, 494.7, 989.4, 1978.9, 3352, 80,
           700, kH100},
    GpuRow{"h100 nvl", "nvl", "H100 NVL", 9, 0, 132, 60, 417.5, 835.5, 1670.5, 3938, 94, 400,
           kH100},
    GpuRow{"h800", "sxm sxm5 hbm3", "H800 SXM", 9, 0, 132, 66.9, 494.7, 989.4, 1978.9, 3352, 80,
           700, kH100},
    GpuRow{"h20", "", "H20", 9, 0, 78, 44, 74, 148, 296, 4000, 96, 400,
           "NVIDIA H20 specification, dense"},
    GpuRow{"h200", "sxm sxm5 hbm3e", "H200 SXM", 9, 0, 132, 66.9, 494.7, 989.4, 1978.9, 4800, 141,
           700, "NVIDIA H200 data sheet, dense"},
    GpuRow{"h200 nvl", "nvl", "H200 NVL", 9, 0, 132, 60, 417.5, 835.5, 1670.5, 4800, 141, 600,
           "NVIDIA H200 data sheet, dense"},
    GpuRow{"gh200", "", "GH200", 9, 0, 132, 67, 494.7, 989.4, 1978.9, 0, 0, 0,
           "NVIDIA GH200 data sheet, dense"},
    GpuRow{"b200", "", "B200 SXM", 10, 0, 148, 75, 1125, 2250, 4500, 7700, 180, 1000, kB200},
    GpuRow{"gb200", "", "GB200", 10, 0, 0, 80, 1250, 2500, 5000, 8000, 186, 1200,
           "NVIDIA GB200 NVL72 data sheet, dense, per GPU"},
    geforce("2060", "RTX 2060", 7, 5, 30, 6.5, 336, 6, 160),
    geforce("2070", "RTX 2070", 7, 5, 36, 7.5, 448, 8, 175),
    geforce("2070 super", "RTX 2070 SUPER", 7, 5, 40, 9.1, 448, 8, 215),
    geforce("2080", "RTX 2080", 7, 5, 46, 10.1, 448, 8, 215),
    geforce("2080 super", "RTX 2080 SUPER", 7, 5, 48, 11.2, 496, 8, 250),
    geforce("2080 ti", "RTX 2080 Ti", 7, 5, 68, 13.45, 616, 11, 250),
    geforce("3060", "RTX 3060", 8, 6, 28, 12.7, 360, 12, 170),
    geforce("3060 ti", "RTX 3060 Ti", 8, 6, 38, 16.2, 448, 8, 200),
    geforce("3070", "RTX 3070", 8, 6, 46, 20.3, 448, 8, 220),
    geforce("3070 ti", "RTX 3070 Ti", 8, 6, 48, 21.7, 608, 8, 290),
    geforce("3080", "RTX 3080", 8, 6, 68, 29.8, 760, 10, 320),
    geforce("3080 ti", "RTX 3080 Ti", 8, 6, 80, 34.1, 912, 12, 350),
    GpuRow{"3090", "", "RTX 3090", 8, 6, 82, 35.6, 35.6, 71, 0, 936, 24, 350, kGa102},
    geforce("3090 ti", "RTX 3090 Ti", 8, 6, 84, 40, 1008, 24, 450),
    geforce("4060", "RTX 4060", 8, 9, 24, 15.1, 272, 8, 115),
    geforce("4060 ti", "RTX 4060 Ti", 8, 9, 34, 22.1, 288, 8, 160),
    geforce("4060 ti", "RTX 4060 Ti", 8, 9, 34, 22.1, 288, 16, 165),
    geforce("4070", "RTX 4070", 8, 9, 46, 29.1, 504, 12, 200),
    geforce("4070 super", "RTX 4070 SUPER", 8, 9, 56, 35.5, 504, 12, 220),
    geforce("4070 ti", "RTX 4070 Ti", 8, 9, 60, 40.1, 504, 12, 285),
    geforce("4070 ti super", "RTX 4070 Ti SUPER", 8, 9, 66, 44.1, 672, 16, 285),
    geforce("4080", "RTX 4080", 8, 9, 76, 48.7, 717, 16, 320),
    geforce("4080 super", "RTX 4080 SUPER", 8, 9, 80, 52.2, 736, 16, 320),
    GpuRow{"4090", "", "RTX 4090", 8, 9, 128, 82.6, 82.6, 165.2, 330.3, 1008, 24, 450, kAda},
    geforce("5070", "RTX 5070", 12, 0, 48, 30.9, 672, 12, 250),
    geforce("5070 ti", "RTX 5070 Ti", 12, 0, 70, 43.9, 896, 16, 300),
    geforce("5080", "RTX 5080", 12, 0, 84, 56.3, 960, 16, 360),
    GpuRow{"5090", "", "RTX 5090", 12, 0, 170, 104.8, 104.8, 209.5, 419, 1792, 32, 575,
           "NVIDIA Blackwell RTX white paper, dense"},
    GpuRow{"mi100", "", "MI100", 0, 0, 120, 23.1, 0, 184.6, 0, 1228, 32, 300,
           "AMD MI100 data sheet"},
    GpuRow{"mi210", "", "MI210", 0, 0, 104, 22.6, 0, 181, 0, 1638, 64, 300, "AMD MI210 data sheet"},
    GpuRow{"mi250", "", "MI250, one die", 0, 0, 104, 22.65, 0, 181, 0, 1638, 64, 280, kCdna2},
    GpuRow{"mi250x", "", "MI250X, one die", 0, 0, 110, 23.95, 0, 191.5, 0, 1638, 64, 280, kCdna2},
    GpuRow{"mi300a", "", "MI300A", 0, 0, 228, 122.6, 490.3, 980.6, 1961.2, 5300, 128, 0, kCdna3},
    GpuRow{"mi300x", "", "MI300X", 0, 0, 304, 163.4, 653.7, 1307.4, 2614.9, 5300, 192, 750, kCdna3},
    GpuRow{"mi325x", "", "MI325X", 0, 0, 304, 163.4, 653.7, 1307.4, 2614.9, 6000, 256, 1000,
           kCdna3},
};
// clang-format on

}  // namespace

std::span<const GpuRow> gpu_rows() { return kRows; }

}  // namespace underfed
