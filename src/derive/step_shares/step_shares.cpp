// SPDX-License-Identifier: Apache-2.0
// From the parts of each device step to shares of the window with their 95 % intervals:
// moving-block bootstrap over steps, fixed seed, so that the same trace always gives the same
// interval.
#include <array>
#include <string>

#include "core/derivation.h"
#include "model/bootstrap.h"
#include "signals/step.h"
#include "signals/trace.h"
#include "signals/trace_parts.h"

namespace underfed::step_shares {
namespace {

// A share and the columns of trace.step_parts that it sums.
struct ShareOf {
  const Signal* signal;
  std::vector<std::string_view> columns;
};

const std::vector<ShareOf>& shares() {
  static const std::vector<ShareOf> kShares{
      {&kStepBusyShare, {part::kCompute, part::kComm, part::kCopies}},
      {&kStepComputeShare, {part::kCompute}},
      {&kStepCommShare, {part::kComm}},
      {&kStepCopyShare, {part::kCopies}},
      {&kStepIdleShare, {part::kIdle}},
      {&kStepInputShare, {part::kInputWait}},
      {&kStepLaunchShare, {part::kLaunchBoundColumn}},
      {&kStepPauseShare, {part::kPause}},
      {&kStepLoadingShare, {part::kLoading, part::kCompiling}},
      {&kStepAfterSyncShare, {part::kAfterSyncColumn}},
      {&kStepSyncClaim, {part::kSyncClaimColumn}},
  };
  return kShares;
}

std::vector<double> sum_columns(const Table& steps, const std::vector<std::string_view>& columns) {
  std::vector<double> sum(steps.rows.size(), 0.0);
  for (const std::string_view column : columns) {
    const std::vector<double> part = steps.numbers(column);
    for (std::size_t row = 0; row < part.size(); ++row) sum[row] += part[row];
  }
  return sum;
}

Evidence derived(const Signal& signal, double value, std::optional<Range> interval) {
  Evidence evidence;
  evidence.signal = &signal;
  evidence.value = value;
  evidence.interval = interval;
  return evidence;
}

std::vector<Evidence> compute(const EvidenceView& view) {
  const Table* steps = view.table(kTraceStepParts);
  if (steps == nullptr || steps->rows.empty()) return {};
  const std::vector<double> lengths = steps->numbers(part::kLengthColumn);
  double whole = 0;
  for (const double length : lengths) whole += length;
  if (whole <= 0) return {};
  std::vector<Evidence> out;
  out.push_back(derived(kStepMeanTime, whole / static_cast<double>(lengths.size()), std::nullopt));
  for (const ShareOf& share : shares()) {
    const std::vector<double> part = sum_columns(*steps, share.columns);
    double sum = 0;
    for (const double value : part) sum += value;
    std::optional<Range> interval;
    if (const auto estimate = bootstrap_ratio(part, lengths)) {
      interval = Range{estimate->low, estimate->high};
    }
    out.push_back(derived(*share.signal, sum / whole, interval));
  }
  return out;
}

constexpr std::array<const Signal*, 12> kProvides{
    &kStepMeanTime,   &kStepBusyShare,    &kStepComputeShare,   &kStepCommShare,
    &kStepCopyShare,  &kStepIdleShare,    &kStepInputShare,     &kStepLaunchShare,
    &kStepPauseShare, &kStepLoadingShare, &kStepAfterSyncShare, &kStepSyncClaim};
constexpr std::array<const Signal*, 1> kNeeds{&kTraceStepParts};

}  // namespace

extern const Derivation derivation;
const Derivation derivation{
    .id = "step-shares", .provides = kProvides, .needs = kNeeds, .compute = compute};

}  // namespace underfed::step_shares
