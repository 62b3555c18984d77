// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/link_ops.h"

#include <algorithm>
#include <tuple>

namespace underfed {
namespace {

using Candidates = std::pair<std::size_t, std::size_t>;  // half-open, into the launches

Candidates candidates_of(const std::deque<Launch>& launches, std::uint32_t correlation) {
  const auto first = std::lower_bound(
      launches.begin(), launches.end(), correlation,
      [](const Launch& launch, std::uint32_t id) { return launch.correlation < id; });
  auto last = first;
  while (last != launches.end() && last->correlation == correlation) ++last;
  // 0 stands for "unknown" in many files; it can be trusted only where it is used once.
  if (correlation == 0 && last - first > 1) return {0, 0};
  return {static_cast<std::size_t>(first - launches.begin()),
          static_cast<std::size_t>(last - launches.begin())};
}

std::uint16_t process_of(const Timeline& timeline, const Launch& launch) {
  return timeline.threads[launch.thread].process;
}

// Per process, how many operations of the device have a launch there that came before them.
std::vector<std::uint64_t> count_fits(const Timeline& timeline, const DeviceTrack& device) {
  std::vector<std::uint64_t> fits(timeline.processes.size(), 0);
  for (const DeviceOp& op : device.ops) {
    if (op.launch == kNoIndex) continue;
    const auto [first, last] = candidates_of(timeline.launches, op.launch);
    for (std::size_t i = first; i < last; ++i) {
      const Launch& launch = timeline.launches[i];
      if (launch.start_ns <= op.end_ns()) ++fits[process_of(timeline, launch)];
    }
  }
  return fits;
}

std::uint16_t busiest_process(const Timeline& timeline) {
  const auto& all = timeline.processes;
  const auto most = std::max_element(
      all.begin(), all.end(), [](const auto& a, const auto& b) { return a.ranges < b.ranges; });
  return static_cast<std::uint16_t>(most - all.begin());
}

// Devices in order choose the process that fits best; of nearly equal ones the least used.
void choose_processes(Timeline& timeline) {
  std::vector<std::uint64_t> used(timeline.processes.size(), 0);
  for (DeviceTrack& device : timeline.devices) {
    const std::vector<std::uint64_t> fits = count_fits(timeline, device);
    const std::uint64_t most = *std::max_element(fits.begin(), fits.end());
    if (most == 0) {
      device.process = busiest_process(timeline);
      continue;
    }
    std::size_t best = fits.size();
    for (std::size_t p = 0; p < fits.size(); ++p) {
      if (20 * fits[p] < 19 * most) continue;
      if (best == fits.size() || used[p] < used[best]) best = p;
    }
    device.process = static_cast<std::uint16_t>(best);
    ++used[best];
  }
}

// Of the device's process if any is, else of the only process there is; of several the last one
// that began before the operation ended.
std::uint32_t choose_launch(const Timeline& timeline, const DeviceTrack& device,
                            const DeviceOp& op) {
  const auto [first, last] = candidates_of(timeline.launches, op.launch);
  std::uint32_t own = kNoIndex;
  std::uint32_t other = kNoIndex;
  std::size_t others = 0;
  for (std::size_t i = first; i < last; ++i) {
    const Launch& launch = timeline.launches[i];
    const bool is_own = process_of(timeline, launch) == device.process;
    std::uint32_t& best = is_own ? own : other;
    if (!is_own) ++others;
    if (best == kNoIndex || launch.start_ns <= op.end_ns()) best = static_cast<std::uint32_t>(i);
  }
  if (own != kNoIndex) return own;
  return others == 1 ? other : kNoIndex;
}

}  // namespace

void link_ops(Timeline& timeline) {
  std::sort(timeline.launches.begin(), timeline.launches.end(),
            [](const Launch& a, const Launch& b) {
              return std::tie(a.correlation, a.start_ns) < std::tie(b.correlation, b.start_ns);
            });
  if (timeline.processes.size() > 1) choose_processes(timeline);
  for (DeviceTrack& device : timeline.devices) {
    for (DeviceOp& op : device.ops) {
      if (op.launch == kNoIndex) continue;
      op.launch = choose_launch(timeline, device, op);
      if (op.launch != kNoIndex) ++device.linked;
    }
  }
}

}  // namespace underfed
