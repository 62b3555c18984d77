// SPDX-License-Identifier: Apache-2.0
// Wrong precision: matrix work runs in a format that this GPU does slowly.
// Present when matrix work in fp32 (or TF32) could be faster in a format that the GPU has, by
// kWorthTelling of the step. Misled by: a few fp32 products (loss, norms) that are meant to be so,
// and GPUs without 16-bit units. The page says more.
#include <algorithm>
#include <array>
#include <cmath>

#include "causes/measured.h"
#include "core/cause.h"
#include "model/gpu_table.h"
#include "signals/config.h"
#include "signals/gpu.h"
#include "signals/kernel.h"
#include "signals/step.h"
#include "signals/trace.h"
#include "signals/trace_parts.h"

namespace underfed::wrong_precision {
namespace {

constexpr double kUsualRatio =
    8;  // fp32 to 16 bit where the GPU is not known: 4 to 16 on data-centre cards
constexpr double kMatrixTooLittle = 0.02;  // of compute: nothing to gain in so little matrix work

struct Gpu {
  std::string name;
  double memory_gb = 0;
  int major = 0;  // 0: not known
  int minor = 0;

  // bf16 is in hardware from Ampere on; emulated and slow before.
  [[nodiscard]] bool has_bf16() const { return major == 0 || major >= 8; }
  [[nodiscard]] bool has_fp16() const { return major == 0 || major >= 7; }
};

Gpu gpu_of(const EvidenceView& evidence) {
  Gpu gpu;
  gpu.name = evidence.text(kGpuModel).value_or("");
  gpu.memory_gb = evidence.number(kGpuMemory).value_or(0) / 1e9;
  const auto capability = evidence.number(kGpuComputeCapability);
  const auto known = find_gpu(gpu.name, gpu.memory_gb);
  const bool amd = gpu.name.find("AMD") != std::string::npos || gpu.name.find("MI") == 0;
  if (known && known->compute_major > 0) {
    gpu.major = known->compute_major;
    gpu.minor = known->compute_minor;
  } else if (capability && !amd) {
    const double within = std::clamp(*capability, 0.0, 99.0);  // a person may write anything
    gpu.major = static_cast<int>(within);
    gpu.minor = static_cast<int>(std::lround((within - gpu.major) * 10));
  }
  return gpu;
}

// Time that matrix work in `from` would lose in `to`, as a share of itself: 0 where the GPU gains
// nothing.
double saved_share(const Gpu& gpu, Precision from, Precision to) {
  const auto ratio = peak_ratio(gpu.name, gpu.memory_gb, gpu.major, gpu.minor, from, to);
  if (ratio) return *ratio > 1 ? 1 - 1 / *ratio : 0;
  if (gpu.major > 0 && gpu.major < 7) return 0;
  return from == Precision::fp32 ? 1 - 1 / kUsualRatio : 0.5;
}

struct Slow {
  double fp32 = 0;  // share of matrix time
  double tf32 = 0;
  double matrix = 0;   // share of the compute time
  double compute = 0;  // share of the step
  const Evidence* evidence = nullptr;
};

std::optional<Slow> slow_work(const EvidenceView& evidence) {
  const Breakdown* precision = evidence.breakdown(kKernelPrecision);
  const Breakdown* families = evidence.breakdown(kKernelFamilies);
  if (precision == nullptr || precision->total() <= 0) return std::nullopt;
  Slow slow;
  slow.evidence = evidence.best(kKernelPrecision);
  slow.fp32 = precision->share("fp32");
  slow.tf32 = precision->share("tf32");
  const double compute = families != nullptr ? families->total() : precision->total();
  slow.matrix = std::min(1.0, precision->total() / std::max(compute, precision->total()));
  slow.compute = evidence.number(kStepComputeShare).value_or(1);
  return slow;
}

// Of the step, if all slow matrix work ran in `to`.
double gain_of(const Slow& slow, const Gpu& gpu, Precision to) {
  const double work =
      slow.fp32 * saved_share(gpu, Precision::fp32, to) +
      (to == Precision::tf32 ? 0 : slow.tf32 * saved_share(gpu, Precision::tf32, to));
  return work * slow.matrix * slow.compute;
}

// Amdahl's bound, and half of it: fills, conversions and small products keep real gains below the
// peaks' ratio.
Range range_of(double bound) { return {bound / 2, bound}; }

Remedy bf16(const Slow& slow, const Gpu& gpu, const EvidenceView& evidence) {
  Remedy remedy;
  remedy.id = "bf16";
  remedy.changes = {
      {.setting = &kPrecisionSetting,
       .from = evidence.text(kPrecisionSetting).value_or(""),
       .to = "bf16",
       .why = {"{} of matrix time is fp32, {} is TF32", {share(slow.fp32), share(slow.tf32)}}}};
  remedy.gain = range_of(gain_of(slow, gpu, Precision::bf16));
  remedy.risk = {
      "with LoRA adapters in fp32 none is known; in a full fine-tune keep the weights in fp32 and "
      "let "
      "autocast compute in bf16: pure 16-bit weights change the optimizer's numerics"};
  if (gpu.major == 0) remedy.advice = Advice::offer;  // nothing is written on an assumption
  return remedy;
}

Remedy tf32(const Slow& slow, const Gpu& gpu) {
  Remedy remedy;
  remedy.id = "tf32";
  remedy.changes = {{.setting = &kTf32Setting,
                     .from = "",
                     .to = "true",
                     .why = {"the smaller step: stays fp32"}}};
  remedy.gain = range_of(gain_of(slow, gpu, Precision::tf32));
  remedy.risk = {"products keep 10 bits of mantissa"};
  remedy.advice = Advice::offer;
  return remedy;
}

Remedy fp16(const Slow& slow, const Gpu& gpu, const EvidenceView& evidence) {
  Remedy remedy;
  remedy.id = "fp16";
  remedy.changes = {{.setting = &kPrecisionSetting,
                     .from = evidence.text(kPrecisionSetting).value_or(""),
                     .to = "fp16",
                     .why = {"this GPU has no bf16 units; fp16 needs loss scaling"}}};
  remedy.gain = range_of(gain_of(slow, gpu, Precision::fp16));
  remedy.risk = {
      "not for models that overflow in fp16 (Gemma, T5 and others trained in bf16): stop if the "
      "loss is NaN "
      "within 50 steps"};
  remedy.advice = Advice::offer;
  return remedy;
}

// A setting that asks for the format already did not reach the kernels: writing it again changes
// nothing.
Remedy unless_asked_already(Remedy remedy) {
  const SettingChange& change = remedy.changes.front();
  if (change.from != change.to) return remedy;
  remedy.action = {
      "the setting asks for {} already, and these kernels ignore it: look for work "
      "outside autocast, or a key that has no effect",
      {change.to}};
  remedy.changes.clear();
  remedy.advice = Advice::offer;
  return remedy;
}

std::vector<Remedy> remedies(const Slow& slow, const Gpu& gpu, const EvidenceView& evidence) {
  if (!gpu.has_bf16()) return {unless_asked_already(fp16(slow, gpu, evidence))};
  std::vector<Remedy> all{unless_asked_already(bf16(slow, gpu, evidence))};
  if (gain_of(slow, gpu, Precision::tf32) >= kWorthTelling) all.push_back(tf32(slow, gpu));
  return all;
}

Assessment too_slow(const EvidenceView& evidence, const Slow& slow, const Gpu& gpu, double gain) {
  const auto compute = measured(evidence, kStepComputeShare);
  Measured basis{.on_device = true, .steps = evidence.number(kTraceSteps).value_or(0)};
  basis.clear_of_threshold = gain / 2 > kWorthTelling;  // the cautious end still counts
  Assessment answer;
  answer.outcome = Outcome::present;
  answer.confidence = confidence_of(basis);
  answer.confidence_reason = confidence_reason_of(basis);
  answer.decided_by = {slow.evidence};
  const bool mostly_fp32 = slow.fp32 >= slow.tf32;
  answer.summary =
      mostly_fp32
          ? Statement{"fp32 on the ordinary cores takes {} of matrix time", {share(slow.fp32)}}
          : Statement{"TF32, not 16 bit, takes {} of matrix time", {share(slow.tf32)}};
  answer.detail = {
      {"matrix work takes {} of the compute time; the bound is the ratio of the GPU's peaks, and "
       "half of "
       "it is usual",
       {share(slow.matrix)}}};
  answer.lost =
      LostTime{.share = range_of(gain), .device_removed_s = gain * (compute ? compute->step_s : 0)};
  answer.remedies = remedies(slow, gpu, evidence);
  answer.check = {"less than {} of matrix time must be left in fp32", {share(0.05)}};
  return answer;
}

Assessment from_settings(const EvidenceView& evidence) {
  const auto asked = evidence.text(kPrecisionSetting);
  Settle settle = settled_by(kFromTrace, "a trace shows the precision of the kernels that ran");
  if (!asked) return cannot_tell(Lean::none, {"no matrix kernels were seen"}, std::move(settle));
  if (*asked == "fp32") {
    return cannot_tell(Lean::suspected, {"the setting asks for fp32"}, std::move(settle));
  }
  return cannot_tell(Lean::unlikely, {"the setting asks for {}", {*asked}}, std::move(settle));
}

Assessment assess(const EvidenceView& evidence) {
  const auto slow = slow_work(evidence);
  if (!slow) {
    if (evidence.has(kKernelFamilies)) return not_applicable({"no matrix work in the trace"});
    return from_settings(evidence);
  }
  if (slow->matrix < kMatrixTooLittle) {
    return not_applicable({"matrix work is only {} of the compute time", {share(slow->matrix)}});
  }
  const Gpu gpu = gpu_of(evidence);
  const Breakdown& precision = *evidence.breakdown(kKernelPrecision);
  const double slow_share = slow->fp32 + slow->tf32;
  if (slow_share > 0.05 && !gpu.has_fp16()) {
    return ruled_out(
        {"{} of matrix time is fp32, and this GPU has nothing faster", {share(slow_share)}},
        {slow->evidence});
  }
  const double gain = gain_of(*slow, gpu, gpu.has_bf16() ? Precision::bf16 : Precision::fp16);
  if (gain >= kWorthTelling) return too_slow(evidence, *slow, gpu, gain);
  const double unknown = precision.share("unknown");
  if (unknown > 0.5) {
    return cannot_tell(
        Lean::none,
        {"{} of matrix time is in kernels whose names say no precision", {share(unknown)}},
        settled_by(kFromConfig, "the config says what was asked for"));
  }
  const auto best =
      std::max_element(precision.parts.begin(), precision.parts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return ruled_out({"{} of matrix time is {}", {share(precision.share(best->first)), best->first}},
                   {slow->evidence});
}

constexpr std::array<const Signal*, 1> kNeeds{&kKernelPrecision};
constexpr std::array<const Signal*, 6> kWants{&kGpuModel,         &kGpuComputeCapability,
                                              &kGpuMemory,        &kKernelFamilies,
                                              &kStepComputeShare, &kPrecisionSetting};

}  // namespace

extern const Cause cause;
const Cause cause{.id = "wrong-precision",
                  .title = "wrong precision",
                  .checklist = 3,
                  .needs = kNeeds,
                  .wants = kWants,
                  .assess = assess};

}  // namespace underfed::wrong_precision
