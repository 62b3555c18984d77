// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/kernel_period.h"

#include <algorithm>
#include <map>

namespace underfed {
namespace {

constexpr std::size_t kSample = 24'000;  // names looked at; the longest period found is a third
constexpr std::size_t kShortest = 200;
constexpr double kLeastEqual = 0.97;
constexpr double kNearlyBest = 0.002;

double share_of_equal(std::span<const std::uint32_t> names, std::size_t lag) {
  const std::size_t n = names.size() - lag;
  std::size_t equal = 0;
  for (std::size_t i = 0; i < n; ++i) equal += names[i] == names[i + lag] ? 1 : 0;
  return static_cast<double>(equal) / static_cast<double>(n);
}

std::optional<std::uint16_t> busiest_stream(const DeviceTrack& device) {
  std::map<std::uint16_t, std::int64_t> time;
  for (const DeviceOp& op : device.ops) {
    if (op.kind == OpKind::kernel) time[op.stream] += op.duration_ns;
  }
  if (time.empty()) return std::nullopt;
  return std::max_element(time.begin(), time.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

// The offset at which the waits before the periods' first kernels are longest in sum.
std::size_t phase_of(const DeviceTrack& device, const std::vector<std::size_t>& kernels,
                     std::size_t period) {
  std::vector<std::int64_t> wait(period, 0);
  std::int64_t end = device.ops[kernels.front()].end_ns();
  const std::size_t whole = kernels.size() / period * period;
  for (std::size_t i = 1; i < whole; ++i) {
    const DeviceOp& op = device.ops[kernels[i]];
    wait[i % period] += std::max<std::int64_t>(op.start_ns - end, 0);
    end = std::max(end, op.end_ns());
  }
  return static_cast<std::size_t>(std::max_element(wait.begin(), wait.end()) - wait.begin());
}

}  // namespace

std::optional<std::size_t> name_period(std::span<const std::uint32_t> names) {
  const std::size_t skipped = names.size() > kSample ? (names.size() - kSample) / 2 : 0;
  const auto sample = names.subspan(skipped, std::min(names.size(), kSample));
  std::vector<double> equal(sample.size() / 3 + 1, 0);
  double best = 0;
  for (std::size_t lag = 1; lag < equal.size(); ++lag) {
    equal[lag] = share_of_equal(sample, lag);
    best = std::max(best, equal[lag]);
  }
  if (best < kLeastEqual) return std::nullopt;
  std::size_t lag = 1;
  while (equal[lag] < best - kNearlyBest) ++lag;
  if (lag < kShortest) return std::nullopt;
  return lag;
}

std::vector<std::size_t> period_starts(const DeviceTrack& device) {
  const auto stream = busiest_stream(device);
  if (!stream) return {};
  std::vector<std::size_t> kernels;
  std::vector<std::uint32_t> names;
  for (std::size_t i = 0; i < device.ops.size(); ++i) {
    const DeviceOp& op = device.ops[i];
    if (op.kind != OpKind::kernel || op.stream != *stream) continue;
    kernels.push_back(i);
    names.push_back(op.name);
  }
  const auto period = name_period(names);
  if (!period) return {};
  std::vector<std::size_t> starts;
  for (std::size_t i = phase_of(device, kernels, *period); i < kernels.size(); i += *period) {
    starts.push_back(kernels[i]);
  }
  return starts;
}

}  // namespace underfed
