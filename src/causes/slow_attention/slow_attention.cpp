// SPDX-License-Identifier: Apache-2.0
// Slow attention: attention runs as separate matrix products and a softmax, not in one fused
// kernel. Present when eager attention takes kWorthTelling of the step or more, by what a fused
// kernel would save of it. Misled by: a softmax of the loss or of a router, and sequences so short
// that a fused kernel gains nothing.
#include <algorithm>
#include <array>

#include "causes/measured.h"
#include "core/cause.h"
#include "signals/config.h"
#include "signals/gpu.h"
#include "signals/kernel.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::slow_attention {
namespace {

// What a fused kernel saves of eager attention's time: little at 1k tokens, most of it at 8k
// (collected reports: the step became 1.02x, 1.31x and 1.61x faster at 1k, 4k and 8k).
constexpr Range kSaved{0.3, 0.8};

std::string largest_part(const Breakdown& parts) {
  const auto largest =
      std::max_element(parts.parts.begin(), parts.parts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return largest->first;
}

Remedy fused(const EvidenceView& evidence, Range gain) {
  const double capability = evidence.number(kGpuComputeCapability).value_or(8);
  Remedy remedy;
  remedy.id = "fused-attention";
  remedy.changes = {
      {.setting = &kAttentionSetting,
       .from = evidence.text(kAttentionSetting).value_or("eager"),
       .to = "sdpa",
       .why = capability >= 8
                  ? Statement{"nothing to install; flash_attention_2 pays only where rows are "
                              "packed"}
                  : Statement{"flash-attn needs capability 8.0; SDPA's own kernels serve "
                              "this GPU"}}};
  remedy.gain = gain;
  remedy.risk = {"a custom mask or attention bias can switch the fused kernel off again"};
  return remedy;
}

Assessment eager(const EvidenceView& evidence, double eager_share) {
  const double compute = evidence.number(kStepComputeShare).value_or(1);
  const Range lost{eager_share * compute * kSaved.low, eager_share * compute * kSaved.high};
  Measured basis{.on_device = true, .steps = evidence.number(kTraceSteps).value_or(0)};
  basis.clear_of_threshold = lost.low > kWorthTelling;
  Assessment answer;
  answer.outcome = Outcome::present;
  answer.confidence = confidence_of(basis);
  answer.confidence_reason = confidence_reason_of(basis);
  answer.decided_by = {evidence.best(kKernelAttention)};
  answer.summary = {"attention is not fused and takes {} of the compute time",
                    {share(eager_share)}};
  answer.lost = LostTime{
      .share = lost, .device_removed_s = lost.high * evidence.number(kStepMeanTime).value_or(0)};
  answer.remedies = {fused(evidence, lost)};
  answer.check = {"kernels named flash, fmha or sdpa must appear in the next trace"};
  return answer;
}

Assessment assess(const EvidenceView& evidence) {
  const Breakdown* attention = evidence.breakdown(kKernelAttention);
  const Breakdown* families = evidence.breakdown(kKernelFamilies);
  if (families == nullptr || families->total() <= 0) {
    Settle settle = settled_by(kFromTrace, "a trace shows which attention kernels ran");
    const auto asked = evidence.text(kAttentionSetting);
    if (asked == "eager") {
      return cannot_tell(Lean::suspected, {"the setting asks for eager attention"},
                         std::move(settle));
    }
    const Statement what =
        asked ? Statement{"the setting asks for {}", {*asked}} : Statement{"no kernels were seen"};
    return cannot_tell(asked ? Lean::unlikely : Lean::none, what, std::move(settle));
  }
  if (attention == nullptr || attention->total() <= 0)
    return not_applicable({"no attention in the trace"});
  const double eager_share = std::min(1.0, attention->part("eager") / families->total());
  const double compute = evidence.number(kStepComputeShare).value_or(1);
  if (eager_share * compute * kSaved.high >= kWorthTelling) return eager(evidence, eager_share);
  const double all = std::min(1.0, attention->total() / families->total());
  if (attention->part("eager") >= attention->total() / 2) {
    return ruled_out({"not fused, but only {} of the compute time", {share(all)}},
                     {evidence.best(kKernelAttention)});
  }
  return ruled_out({"{}, {} of the compute time", {largest_part(*attention), share(all)}},
                   {evidence.best(kKernelAttention)});
}

constexpr std::array<const Signal*, 1> kNeeds{&kKernelFamilies};
constexpr std::array<const Signal*, 4> kWants{&kKernelAttention, &kStepComputeShare,
                                              &kAttentionSetting, &kGpuComputeCapability};

}  // namespace

extern const Cause cause;
const Cause cause{.id = "slow-attention",
                  .title = "slow attention",
                  .checklist = 5,
                  .needs = kNeeds,
                  .wants = kWants,
                  .assess = assess};

}  // namespace underfed::slow_attention
