// SPDX-License-Identifier: Apache-2.0
// The price of a method: quantised weights must be unpacked before every product.
// Present when dequantisation takes kWorthTelling of the step or more. It is a price, not a fault:
// it buys memory. Misled by: optimizers with 8-bit states, which quantise too and are cheap.
#include <array>

#include "causes/measured.h"
#include "core/cause.h"
#include "signals/gpu.h"
#include "signals/kernel.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::method_price {
namespace {

constexpr std::string_view kDequantisation = "dequantisation";  // model/kernel_names.h spells it so

bool trains_on_inference_path(const EvidenceView& evidence) {
  const Table* top = evidence.table(kKernelTop);
  if (top == nullptr) return false;
  for (std::size_t row = 0; row < top->rows.size(); ++row) {
    if (top->text(row, "kernel").find("kgemm_4bit_inference") != std::string::npos) return true;
  }
  return false;
}

Remedy plain_weights(Range gain) {
  Remedy remedy;
  remedy.id = "plain-weights";
  remedy.gain = gain;
  remedy.action = {
      "keep the base weights in bf16 where memory allows it: 2 bytes a weight instead of about "
      "half a byte"};
  remedy.risk = {"needs about four times the memory of the base weights"};
  remedy.on_resume = OnResume::changes_schedule;
  remedy.advice = Advice::offer;
  return remedy;
}

Assessment price(const EvidenceView& evidence, double of_compute, double of_step) {
  Measured basis{.on_device = true, .steps = evidence.number(kTraceSteps).value_or(0)};
  basis.clear_of_threshold = of_step > 1.5 * kWorthTelling;
  Assessment answer;
  answer.outcome = Outcome::present;
  answer.confidence = confidence_of(basis);
  answer.confidence_reason = confidence_reason_of(basis);
  answer.decided_by = {evidence.best(kKernelFamilies)};
  answer.summary = {
      "unpacking quantised weights takes {} of the compute time: a price, not a fault",
      {share(of_compute)}};
  if (trains_on_inference_path(evidence)) {
    answer.detail = {
        {"products run through the kernel for a batch of one (kgemm_4bit_inference): a larger "
         "micro batch "
         "takes the faster path"}};
  }
  answer.lost = LostTime{.share = {of_step / 2, of_step},
                         .device_removed_s = of_step * evidence.number(kStepMeanTime).value_or(0)};
  answer.remedies = {plain_weights({of_step / 2, of_step})};
  answer.check = {"the kernels named kDequantizeBlockwise must be gone"};
  return answer;
}

Assessment assess(const EvidenceView& evidence) {
  const Breakdown* families = evidence.breakdown(kKernelFamilies);
  if (families == nullptr || families->total() <= 0) {
    return cannot_tell(Lean::none, {"no kernels were seen"},
                       settled_by(kFromTrace, "a trace shows what unpacking weights costs"));
  }
  const double of_compute = families->share(kDequantisation);
  if (of_compute <= 0) return not_applicable({"no quantised weights in the trace"});
  const double of_step = of_compute * evidence.number(kStepComputeShare).value_or(1);
  if (of_step >= kWorthTelling) return price(evidence, of_compute, of_step);
  return ruled_out(
      {"unpacking quantised weights takes {} of the compute time", {share(of_compute)}},
      {evidence.best(kKernelFamilies)});
}

constexpr std::array<const Signal*, 1> kNeeds{&kKernelFamilies};
constexpr std::array<const Signal*, 2> kWants{&kStepComputeShare, &kKernelTop};

}  // namespace

extern const Cause cause;
const Cause cause{.id = "method-price",
                  .title = "price of the method",
                  .checklist = 0,
                  .needs = kNeeds,
                  .wants = kWants,
                  .assess = assess};

}  // namespace underfed::method_price
