// SPDX-License-Identifier: Apache-2.0
// Padding: the GPU computes on tokens that stand for nothing.
// Present when padding takes kWorthTelling of the tokens or more. A trace cannot show it: a padded
// token costs the same kernel time as a real one. Misled by: 1 / (1 - share) as a promise.
#include <array>

#include "causes/measured.h"
#include "core/cause.h"
#include "signals/config.h"
#include "signals/data.h"
#include "signals/trace.h"

namespace underfed::padding_waste {
namespace {

constexpr double kWorthPacking =
    0.10;  // of the tokens: below it the change of the data's order costs more than it gains
constexpr double kRealised =
    0.5;  // of the bound: launches and small products cost too (90 % padding gave 2x)

Remedy packing(const EvidenceView& evidence, Range lost) {
  Remedy remedy;
  remedy.id = "packing";
  remedy.changes = {
      {.setting = &kPackingSetting,
       .from = evidence.text(kPackingSetting).value_or(""),
       .to = "true",
       .why = {"padding-free collation, where the framework has it, keeps the rows of a step"}}};
  remedy.gain = lost;
  remedy.bound = {"the bound holds only for work that is linear in tokens"};
  remedy.risk = {
      "needs attention that keeps packed rows apart (flash_attention_2 or flex); rows are grouped "
      "differently: compare the loss on a short run"};
  remedy.on_resume = OnResume::changes_schedule;
  remedy.advice = Advice::offer;
  return remedy;
}

Assessment padded(const EvidenceView& evidence, double padding, const Evidence* basis) {
  Assessment answer;
  answer.outcome = Outcome::present;
  answer.confidence = Confidence::possible;
  answer.confidence_reason = {"inferred from tokens, not measured on the device"};
  answer.decided_by = {basis};
  answer.summary = {"padding is {} of the tokens", {share(padding)}};
  const Range lost{padding * kRealised, padding};
  answer.lost = LostTime{.share = lost};
  if (evidence.text(kPackingSetting) != "true") answer.remedies = {packing(evidence, lost)};
  answer.check = {"useful tokens per second must rise; steps per epoch fall under packing"};
  return answer;
}

Assessment assess(const EvidenceView& evidence) {
  const auto padding = evidence.number(kPaddingShare);
  const Evidence* basis = evidence.best(kPaddingShare);
  if (padding && *padding >= kWorthPacking) return padded(evidence, *padding, basis);
  if (padding) return ruled_out({"{} of the tokens are padding", {share(*padding)}}, {basis});
  Settle settle = settled_by(kFromConfigAndData, "the config and its data set show it");
  if (evidence.text(kPackingSetting) == "true") {
    return cannot_tell(Lean::unlikely, {"packing is on"}, std::move(settle));
  }
  const Statement why = evidence.has(kTraceDeviceOperations) ? Statement{"a trace does not show it"}
                                                             : Statement{"nothing here shows it"};
  return cannot_tell(Lean::none, why, std::move(settle));
}

constexpr std::array<const Signal*, 1> kNeeds{&kPaddingShare};
constexpr std::array<const Signal*, 1> kWants{&kPackingSetting};

}  // namespace

extern const Cause cause;
const Cause cause{.id = "padding-waste",
                  .title = "padding",
                  .checklist = 4,
                  .needs = kNeeds,
                  .wants = kWants,
                  .assess = assess};

}  // namespace underfed::padding_waste
