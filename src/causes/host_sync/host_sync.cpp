// SPDX-License-Identifier: Apache-2.0
// Blocking calls: the host waits for the device, the device runs dry, and what follows is the
// price. Present when doing without them could gain kWorthTelling of the step: T - max(device,
// host), and no more than the idle time that follows them. Misled by: long waits while the device
// works, which cost nothing.
#include <algorithm>
#include <array>

#include "causes/measured.h"
#include "core/cause.h"
#include "signals/host.h"
#include "signals/step.h"
#include "signals/trace.h"
#include "signals/trace_parts.h"

namespace underfed::host_sync {
namespace {

constexpr double kMostlyLoading = 0.30;  // of the step: this is warm-up
constexpr double kWorthClaiming =
    2 * kWorthTelling;  // the claim is an upper bound: half of it must count

// The calls that a step makes most of, by name and operator.
void name_calls(const Table& calls, Assessment& answer) {
  for (std::size_t row = 0; row < std::min<std::size_t>(calls.rows.size(), 3); ++row) {
    const std::string above = calls.text(row, "operator");
    answer.detail.push_back(
        {"{} under {}: {} a step, {} in it",
         {calls.text(row, "call"), above.empty() ? std::string("no operator") : above,
          count(calls.number(row, "per_step")), seconds(calls.number(row, "seconds_per_step"))}});
  }
}

bool names_operator(const Table& calls, std::string_view name) {
  for (std::size_t row = 0; row < calls.rows.size(); ++row) {
    if (calls.text(row, "operator").find(name) != std::string::npos) return true;
  }
  return false;
}

Remedy remove_calls(const Table* calls, Range gain) {
  Remedy remedy;
  remedy.id = "fewer-blocking-calls";
  remedy.gain = gain;
  remedy.bound = {"bound by the device's and the host's own work"};
  const bool reads = calls != nullptr &&
                     (names_operator(*calls, "item") || names_operator(*calls, "local_scalar"));
  remedy.action = reads ? Statement{"read the loss and other scalars every 10 steps or more: .item(), .cpu() and print "
                                    "each wait for the device"}
                        : Statement{"look for .item(), .cpu(), nonzero, boolean masks and synchronize in the loop; copy "
                                    "batches from pinned memory with non_blocking=True"};
  remedy.advice = Advice::offer;
  return remedy;
}

Assessment costly(const EvidenceView& evidence, const MeasuredShare& claim) {
  const Table* calls = evidence.table(kHostBlocking);
  Assessment answer = found(claim, kWorthClaiming, OfHostTime::yes);
  answer.summary = {"{} of the time at most follows calls that wait for the GPU",
                    {share(claim.share)}};
  if (calls != nullptr) name_calls(*calls, answer);
  answer.lost = LostTime{.share = {0, claim.interval.high},
                         .is_wait = true,
                         .wait_removed_s = claim.share * claim.step_s};
  answer.remedies = {remove_calls(calls, {0, claim.interval.high})};
  answer.check = {"the number of blocking calls a step must fall, and the step with it"};
  return answer;
}

// Of the time after blocking calls, what is no wait for data: that part is input-starvation's, and
// would stay.
double beside_input_wait(const EvidenceView& evidence) {
  const Breakdown* after = evidence.breakdown(kTraceAfterSync);
  const double window = evidence.number(kTraceWindow).value_or(0);
  if (after == nullptr || window <= 0) return 1;
  return (after->total() - after->part(part::kInputWait)) / window;
}

std::optional<MeasuredShare> claim_of(const EvidenceView& evidence) {
  auto claim = measured(evidence, kStepSyncClaim);
  if (!claim) return claim;
  const double most = beside_input_wait(evidence);
  claim->share = std::min(claim->share, most);
  claim->interval = {std::min(claim->interval.low, most), std::min(claim->interval.high, most)};
  return claim;
}

Assessment assess(const EvidenceView& evidence) {
  const auto claim = claim_of(evidence);
  if (!claim) {
    return cannot_tell(Lean::none, {"nothing here shows blocking calls"},
                       settled_by(kFromTrace, "a trace of about 10 steps shows them"));
  }
  const double loading = evidence.number(kStepLoadingShare).value_or(0);
  if (loading >= kMostlyLoading) {
    return cannot_tell(
        Lean::none, {"loading code fills {} of this trace: it shows the warm-up", {share(loading)}},
        {"record later steps: schedule(wait=5, warmup=2, active=10)", "", Cost::short_run});
  }
  if (claim->share >= kWorthClaiming) return costly(evidence, *claim);
  const Table* calls = evidence.table(kHostBlocking);
  if (calls == nullptr || calls->rows.empty())
    return ruled_out({"no blocking calls"}, {claim->evidence});
  return ruled_out({"doing without blocking calls would gain {} at most", {share(claim->share)}},
                   {claim->evidence});
}

constexpr std::array<const Signal*, 1> kNeeds{&kStepSyncClaim};
constexpr std::array<const Signal*, 3> kWants{&kHostBlocking, &kStepLoadingShare, &kTraceAfterSync};

}  // namespace

extern const Cause cause;
const Cause cause{.id = "host-sync",
                  .title = "blocking calls",
                  .checklist = 0,
                  .needs = kNeeds,
                  .wants = kWants,
                  .assess = assess};

}  // namespace underfed::host_sync
