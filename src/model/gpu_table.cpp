// SPDX-License-Identifier: Apache-2.0
#include "model/gpu_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"

namespace underfed {
namespace {

struct Row {
  std::vector<std::string_view> words;  // all of them must occur in the name, as whole words
  GpuModel gpu;
};

// The more specific rows come first: the first match wins.
const std::vector<Row>& rows() {
  static const std::vector<Row> kRows{
      {{"v100", "pcie"},
       {"V100 PCIe", 7, 0, 14, {}, 112, false, 900, 16, "NVIDIA V100 data sheet"}},
      {{"v100"}, {"V100 SXM2", 7, 0, 15.7, {}, 125, false, 900, 16, "NVIDIA V100 data sheet"}},
      {{"t4"}, {"T4", 7, 5, 8.1, {}, 65, false, 320, 16, "NVIDIA T4 data sheet"}},
      {{"a10g"}, {"A10G", 8, 6, 35, 35, 70, true, 600, 24, "AWS G5 instance sheet"}},
      {{"a10"}, {"A10", 8, 6, 31.2, 62.5, 125, true, 600, 24, "NVIDIA A10 data sheet"}},
      {{"a100", "80gb", "pcie"},
       {"A100 80GB PCIe", 8, 0, 19.5, 156, 312, true, 1935, 80, "NVIDIA A100 data sheet"}},
      {{"a100", "80gb"},
       {"A100 80GB SXM", 8, 0, 19.5, 156, 312, true, 2039, 80, "NVIDIA A100 data sheet"}},
      {{"a100"}, {"A100 40GB", 8, 0, 19.5, 156, 312, true, 1555, 40, "NVIDIA A100 data sheet"}},
      {{"l4"},
       {"L4", 8, 9, 30.3, 60, 121, true, 300, 24, "NVIDIA L4 data sheet, without sparsity"}},
      {{"l40s"}, {"L40S", 8, 9, 91.6, 183, 362, true, 864, 48, "NVIDIA L40S data sheet"}},
      {{"a6000"},
       {"RTX A6000", 8, 6, 38.7, 77.4, 154.8, true, 768, 48, "NVIDIA GA102 white paper"}},
      {{"3090"}, {"RTX 3090", 8, 6, 35.6, 35.6, 71, true, 936, 24, "NVIDIA GA102 white paper"}},
      {{"4090"}, {"RTX 4090", 8, 9, 82.6, 82.6, 165.2, true, 1008, 24, "NVIDIA Ada white paper"}},
      {{"5090"},
       {"RTX 5090", 12, 0, 104.8, 104.8, 209.5, true, 1792, 32,
        "NVIDIA Blackwell RTX white paper"}},
      {{"h100", "pcie"},
       {"H100 PCIe", 9, 0, 51.2, 378, 756, true, 2039, 80, "NVIDIA H100 data sheet"}},
      {{"h100"}, {"H100 SXM", 9, 0, 66.9, 494.7, 989.4, true, 3352, 80, "NVIDIA H100 data sheet"}},
      {{"h200"}, {"H200 SXM", 9, 0, 66.9, 494.7, 989.4, true, 4800, 141, "NVIDIA H200 data sheet"}},
      {{"b200"},
       {"B200 SXM", 10, 0, 75, 1125, 2250, true, 7700, 180, "NVIDIA HGX B200 data sheet"}},
      {{"mi250x"},
       {"MI250X, one die", 0, 0, 23.95, {}, 191.5, true, 1638, 64, "AMD CDNA2 data sheet, halved"}},
      {{"mi250"},
       {"MI250, one die", 0, 0, 22.65, {}, 181, true, 1638, 64, "AMD CDNA2 data sheet, halved"}},
      {{"mi300x"},
       {"MI300X", 0, 0, 163.4, 653.7, 1307.4, true, 5300, 192, "AMD MI300X data sheet"}},
  };
  return kRows;
}

// Lower-case words of a name: "NVIDIA A100-SXM4-80GB" -> nvidia a100 sxm4 80gb.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : to_lower(name)) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.';
    if (letter) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  return words;
}

bool has_word(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Names that only look like a row's: other cards, and parts of a card.
bool is_another_card(const std::vector<std::string>& words) {
  for (const std::string_view word : {"mig", "laptop", "max", "ti", "super", "nvl", "d", "ada"}) {
    if (has_word(words, word)) return true;
  }
  return std::any_of(words.begin(), words.end(), [](const std::string& w) {
    return w.size() > 2 && w.find("g.") != std::string::npos;  // a MIG profile such as 3g.40gb
  });
}

std::optional<double> peak(const GpuModel& gpu, Precision precision) {
  switch (precision) {
    case Precision::fp32:
      return gpu.fp32_tflops;
    case Precision::tf32:
      return gpu.tf32_tflops;
    case Precision::fp16:
      return gpu.half_tflops;
    case Precision::bf16:
      return gpu.bf16_in_hardware ? gpu.half_tflops : std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<GpuModel> find_gpu(std::string_view name, double memory_gb) {
  std::vector<std::string> words = words_of(name);
  if (is_another_card(words)) return std::nullopt;
  if (has_word(words, "a100") && memory_gb > 60) words.emplace_back("80gb");
  const auto row = std::find_if(rows().begin(), rows().end(), [&](const Row& r) {
    return std::all_of(r.words.begin(), r.words.end(),
                       [&](std::string_view w) { return has_word(words, w); });
  });
  if (row == rows().end()) return std::nullopt;
  GpuModel gpu = row->gpu;
  if (has_word(words, "v100") && memory_gb > 20) gpu.memory_gb = 32;
  return gpu;
}

std::optional<double> flop_per_sm_and_clock(int major, int minor, bool geforce,
                                            Precision precision) {
  struct Rate {
    int major, minor;
    double fp32, tf32, half;  // 0: no such units
    bool bf16;
  };
  // CUDA programming guide (fp32 units per SM, times two) and the architectures' white papers
  // (tensor cores).
  constexpr std::array kRates{Rate{7, 0, 128, 0, 1024, false},   Rate{7, 5, 128, 0, 1024, false},
                              Rate{8, 0, 128, 1024, 2048, true}, Rate{8, 6, 256, 512, 1024, true},
                              Rate{8, 9, 256, 512, 1024, true},  Rate{9, 0, 256, 2048, 4096, true},
                              Rate{12, 0, 256, 512, 1024, true}};
  const auto* const rate = std::find_if(kRates.begin(), kRates.end(), [&](const Rate& r) {
    return r.major == major && r.minor == minor;
  });
  if (rate == kRates.end()) return std::nullopt;
  const double tensor_scale = geforce ? 0.5 : 1;
  double value = 0;
  if (precision == Precision::fp32) value = rate->fp32;
  if (precision == Precision::tf32) value = rate->tf32 * tensor_scale;
  if (precision == Precision::fp16 || (precision == Precision::bf16 && rate->bf16)) {
    value = rate->half * tensor_scale;
  }
  return value > 0 ? std::optional(value) : std::nullopt;
}

std::optional<double> peak_ratio(std::string_view name, double memory_gb, int major, int minor,
                                 Precision from, Precision to) {
  std::optional<double> slow;
  std::optional<double> fast;
  if (const auto gpu = find_gpu(name, memory_gb)) {
    slow = peak(*gpu, from);
    fast = peak(*gpu, to);
  } else {
    const bool geforce = contains(to_lower(name), "geforce");
    slow = flop_per_sm_and_clock(major, minor, geforce, from);
    fast = flop_per_sm_and_clock(major, minor, geforce, to);
  }
  if (!slow || !fast || *slow <= 0) return std::nullopt;
  return *fast / *slow;
}

}  // namespace underfed
