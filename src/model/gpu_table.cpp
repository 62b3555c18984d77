// SPDX-License-Identifier: Apache-2.0
#include "model/gpu_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "model/gpu_rows.h"

namespace underfed {
namespace {

using Words = std::vector<std::string_view>;

// Words for the form of a card: where a name has one, the card must have it too.
constexpr std::array<std::string_view, 11> kForms{"pcie", "sxm",  "sxm2",  "sxm3", "sxm4", "sxm5",
                                                  "nvl",  "dgxs", "hbm2e", "hbm3", "hbm3e"};
// Words that make another card of one: the card must have exactly those that the name has.
constexpr std::array<std::string_view, 12> kKinds{"ti",     "super", "laptop", "mobile",
                                                  "max",    "d",     "ada",    "pro",
                                                  "quadro", "titan", "fhhl",   "blackwell"};

bool has_word(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A profile such as 3g.40gb, or the word itself.
bool is_slice_word(std::string_view word) { return word == "mig" || contains(word, "g."); }

// Lower-case words: "NVIDIA A100-SXM4-80GB" -> nvidia a100 sxm4 80gb; rtx4090 is two.
std::string spaced(std::string_view name) {
  std::string text = to_lower(name);
  for (char& c : text) {
    if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '.') c = ' ';
  }
  for (const std::string_view prefix : {"rtx", "gtx"}) {
    const std::size_t at = text.find(prefix);
    if (at != std::string::npos) text.insert(at + prefix.size(), " ");
  }
  return text;
}

Words words_of(std::string_view text) {
  Words words = split(text, ' ');
  std::erase_if(words, [](std::string_view word) { return word.empty(); });
  return words;
}

// The number of a word such as 80gb; 0 for any other.
double gigabytes(std::string_view word) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool is_size = error == std::errc() && end + 2 == word.data() + word.size();
  return is_size && word.substr(word.size() - 2) == "gb" ? value : 0;
}

double memory_in(const Words& words) {
  double memory = 0;
  for (const std::string_view word : words) memory = std::max(memory, gigabytes(word));
  return memory;
}

bool same_words(const GpuRow& row, const Words& name) {
  const Words words = words_of(row.words);
  const Words forms = words_of(row.forms);
  const bool all = std::all_of(words.begin(), words.end(),
                               [&](std::string_view word) { return has_word(name, word); });
  const bool same_kind = std::all_of(kKinds.begin(), kKinds.end(), [&](std::string_view kind) {
    return has_word(name, kind) == has_word(words, kind);
  });
  const bool same_form =
      forms.empty() || std::all_of(kForms.begin(), kForms.end(), [&](std::string_view form) {
        return !has_word(name, form) || has_word(forms, form);
      });
  return all && same_kind && same_form;
}

// Drivers keep some memory for themselves, and 2^30 bytes are 7 % more than 1e9.
bool near(double sold_gb, double seen_gb) { return std::abs(seen_gb - sold_gb) <= 0.12 * sold_gb; }

bool agrees(const GpuRow& row, const Words& name, const GpuHints& hints, bool slice) {
  const bool amd = row.compute_major == 0;
  const double named_gb = memory_in(name);
  if (row.memory_gb > 0 && named_gb > 0 && named_gb != row.memory_gb) return false;
  if (row.memory_gb > 0 && hints.memory_gb > 0 && !slice && !near(row.memory_gb, hints.memory_gb)) {
    return amd && hints.sm_count > 0 && hints.sm_count < row.sm_count;
  }
  if (!amd && hints.compute_major > 0 &&
      (hints.compute_major != row.compute_major || hints.compute_minor != row.compute_minor)) {
    return false;
  }
  if (hints.sm_count == 0 || row.sm_count == 0) return true;
  return hints.sm_count == row.sm_count || ((amd || slice) && hints.sm_count < row.sm_count);
}

std::optional<double> figure(double value) {
  return value > 0 ? std::optional(value) : std::nullopt;
}

GpuModel model_of(const GpuRow& row, const GpuHints& hints) {
  GpuModel gpu;
  gpu.name = row.name;
  gpu.compute_major = row.compute_major;
  gpu.compute_minor = row.compute_minor;
  if (row.sm_count > 0) gpu.sm_count = row.sm_count;
  gpu.fp32_tflops = figure(row.fp32);
  gpu.tf32_tflops = figure(row.tf32);
  gpu.half_tflops = figure(row.half);
  gpu.fp8_tflops = figure(row.fp8);
  gpu.bf16_in_hardware = row.compute_major >= 8 || row.compute_major == 0;
  gpu.bandwidth_gb_s = figure(row.bandwidth_gb_s);
  gpu.memory_gb = figure(row.memory_gb > 0 ? row.memory_gb : std::round(hints.memory_gb));
  gpu.power_w = figure(row.power_w);
  gpu.source = row.source;
  return gpu;
}

// A part of a card: its peaks go with its SMs; what else it gets is not known from their number.
void take_part(GpuModel& gpu, const GpuHints& hints) {
  gpu.part = static_cast<double>(hints.sm_count) / gpu.sm_count.value_or(hints.sm_count);
  if (gpu.part >= 1) return;
  gpu.sm_count = hints.sm_count;
  for (auto* const peak : {&gpu.fp32_tflops, &gpu.tf32_tflops, &gpu.half_tflops, &gpu.fp8_tflops}) {
    if (*peak) **peak *= gpu.part;
  }
  gpu.bandwidth_gb_s.reset();
  gpu.memory_gb = figure(hints.memory_gb);
  gpu.power_w.reset();
}

template <typename T>
void keep_equal(std::optional<T>& one, const std::optional<T>& other) {
  if (one != other) one.reset();
}

// Both are possible: keep what they agree in, and the words that their names share.
void keep_common(GpuModel& gpu, const GpuModel& other) {
  std::size_t same = 0;
  while (same < std::min(gpu.name.size(), other.name.size()) &&
         gpu.name[same] == other.name[same]) {
    ++same;
  }
  const bool whole_word =
      same == gpu.name.size() && (same == other.name.size() || other.name[same] == ' ');
  if (!whole_word) same = std::min(same, gpu.name.substr(0, same).rfind(' '));
  gpu.name = gpu.name.substr(0, same);
  keep_equal(gpu.sm_count, other.sm_count);
  keep_equal(gpu.fp32_tflops, other.fp32_tflops);
  keep_equal(gpu.tf32_tflops, other.tf32_tflops);
  keep_equal(gpu.half_tflops, other.half_tflops);
  keep_equal(gpu.fp8_tflops, other.fp8_tflops);
  keep_equal(gpu.bandwidth_gb_s, other.bandwidth_gb_s);
  keep_equal(gpu.memory_gb, other.memory_gb);
  keep_equal(gpu.power_w, other.power_w);
}

bool is_amd(const Words& name) {
  return has_word(name, "amd") || has_word(name, "instinct") || has_word(name, "radeon");
}

// Also where a person leaves the word out: "rtx 3050".
bool is_geforce(const Words& name) {
  if (has_word(name, "geforce")) return true;
  const bool other = has_word(name, "quadro") || has_word(name, "ada") || has_word(name, "pro") ||
                     has_word(name, "titan");
  return has_word(name, "rtx") && !other &&
         std::any_of(name.begin(), name.end(), [](std::string_view word) {
           return word.size() == 4 && word[0] >= '2' && word[0] <= '9';
         });
}

// The rate of a capability, where the name allows to read it as CUDA's.
std::optional<double> rate_by_name(std::string_view name, const GpuHints& hints,
                                   Precision precision) {
  const std::string text = spaced(name);
  const Words words = words_of(text);
  if (is_amd(words) || (words.empty() && hints.compute_major >= 9)) return std::nullopt;
  if (has_word(words, "gtx") && precision != Precision::fp32) return std::nullopt;
  return flop_per_sm_and_clock(hints.compute_major, hints.compute_minor, is_geforce(words),
                               precision);
}

}  // namespace

std::optional<GpuModel> find_gpu(std::string_view name, const GpuHints& hints) {
  const std::string text = spaced(name);
  const Words words = words_of(text);
  const bool slice = std::any_of(words.begin(), words.end(), is_slice_word);
  if (slice && hints.sm_count == 0) return std::nullopt;
  std::optional<GpuModel> gpu;
  for (const GpuRow& row : gpu_rows()) {
    if (!same_words(row, words) || !agrees(row, words, hints, slice)) continue;
    const GpuModel found = model_of(row, hints);
    if (gpu) {
      keep_common(*gpu, found);
    } else {
      gpu = found;
    }
  }
  if (gpu && hints.sm_count > 0) take_part(*gpu, hints);
  return gpu;
}

std::optional<GpuModel> find_gpu(std::string_view name, double memory_gb) {
  return find_gpu(name, GpuHints{.memory_gb = memory_gb});
}

std::optional<double> peak_tflops(const GpuModel& gpu, Precision precision) {
  switch (precision) {
    case Precision::fp32:
      return gpu.fp32_tflops;
    case Precision::tf32:
      return gpu.tf32_tflops;
    case Precision::fp16:
      return gpu.half_tflops;
    case Precision::bf16:
      return gpu.bf16_in_hardware ? gpu.half_tflops : std::nullopt;
    case Precision::fp8:
      return gpu.fp8_tflops;
    default:
      return std::nullopt;
  }
}

std::optional<double> flop_per_sm_and_clock(int major, int minor, bool geforce,
                                            Precision precision) {
  struct Rate {
    int major, minor;
    double fp32, tf32, half, fp8;  // 0: no such units
  };
  // CUDA programming guide (fp32 units per SM, times two) and the architectures' white papers
  // (tensor cores).
  constexpr std::array kRates{Rate{6, 0, 128, 0, 0, 0},
                              Rate{6, 1, 256, 0, 0, 0},
                              Rate{7, 0, 128, 0, 1024, 0},
                              Rate{7, 5, 128, 0, 1024, 0},
                              Rate{8, 0, 128, 1024, 2048, 0},
                              Rate{8, 6, 256, 512, 1024, 0},
                              Rate{8, 9, 256, 512, 1024, 2048},
                              Rate{9, 0, 256, 2048, 4096, 8192},
                              Rate{10, 0, 256, 4096, 8192, 16384},
                              Rate{12, 0, 256, 512, 1024, 2048}};
  const auto* const rate = std::find_if(kRates.begin(), kRates.end(), [&](const Rate& r) {
    return r.major == major && r.minor == minor;
  });
  if (rate == kRates.end()) return std::nullopt;
  const double tensor = geforce ? 0.5 : 1;
  switch (precision) {
    case Precision::fp32:
      return rate->fp32;
    case Precision::tf32:
      return figure(tensor * rate->tf32);
    case Precision::fp16:
      return figure(tensor * rate->half);
    case Precision::bf16:
      return major >= 8 ? figure(tensor * rate->half) : std::nullopt;
    case Precision::fp8:
      return figure(tensor * rate->fp8);
    default:
      return std::nullopt;
  }
}

std::optional<double> derive_peak_tflops(std::string_view name, const GpuHints& hints,
                                         double clock_mhz, Precision precision) {
  const auto rate = rate_by_name(name, hints, precision);
  if (!rate || hints.sm_count <= 0 || clock_mhz <= 0) return std::nullopt;
  return *rate * hints.sm_count * clock_mhz * 1e-6;
}

std::optional<double> peak_ratio(std::string_view name, double memory_gb, int major, int minor,
                                 Precision from, Precision to) {
  const std::string text = spaced(name);
  std::string whole;  // the name of the card, if this is a slice of it
  bool slice = false;
  for (const std::string_view word : words_of(text)) {
    const bool of_slice = is_slice_word(word);
    slice |= of_slice;
    if (!of_slice) whole.append(word).append(" ");
  }
  GpuHints hints{.memory_gb = slice ? 0 : memory_gb};
  std::optional<double> slow;
  std::optional<double> fast;
  if (const auto gpu = find_gpu(whole, hints)) {
    slow = peak_tflops(*gpu, from);
    fast = peak_tflops(*gpu, to);
    major = gpu->compute_major;
    minor = gpu->compute_minor;
  }
  if (!slow || !fast) {
    hints.compute_major = major;
    hints.compute_minor = minor;
    slow = rate_by_name(whole, hints, from);
    fast = rate_by_name(whole, hints, to);
  }
  if (!slow || !fast || *slow <= 0) return std::nullopt;
  return *fast / *slow;
}

}  // namespace underfed
