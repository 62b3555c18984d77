// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/loader.h"

#include <utility>
#include <vector>

namespace underfed {
namespace {

struct Fetches {
  std::vector<HostRange> all;
  bool frames = false;
};

Fetches find_fetches(const Timeline& timeline, std::uint16_t main_thread, Interval host) {
  Fetches annotated;
  Fetches frames{{}, true};
  for (const HostRange& range : timeline.ranges) {
    if (range.thread != main_thread || !host.contains(range.start_ns)) continue;
    if (range.kind == RangeKind::loader_next) annotated.all.push_back(range);
    if (range.kind == RangeKind::loader_next_frame) frames.all.push_back(range);
  }
  return annotated.all.empty() ? frames : annotated;
}

LoaderKind kind_of(const std::string& name) {
  if (name.find("SingleProcess") != std::string::npos) return LoaderKind::single_process;
  if (name.find("MultiProcess") != std::string::npos) return LoaderKind::workers;
  return LoaderKind::unknown;
}

// Ranges in order of their start; those inside another are its parts.
std::vector<HostRange> outermost(const std::vector<HostRange>& ranges) {
  std::vector<HostRange> outer;
  for (const HostRange& range : ranges) {
    if (outer.empty() || range.start_ns >= outer.back().end_ns()) outer.push_back(range);
  }
  return outer;
}

}  // namespace

std::string_view to_text(LoaderKind kind) {
  switch (kind) {
    case LoaderKind::single_process:
      return "training process";
    case LoaderKind::workers:
      return "workers";
    case LoaderKind::unknown:
      return "unknown";
    case LoaderKind::none:
      break;
  }
  return "none";
}

LoaderAccount loader_account(const Timeline& timeline, const DeviceTrack& device, Interval host) {
  LoaderAccount account;
  if (timeline.processes.empty()) return account;
  const std::uint16_t main_thread = timeline.processes[device.process].main_thread;
  const Fetches fetches = find_fetches(timeline, main_thread, host);
  const std::vector<HostRange> all = outermost(fetches.all);
  if (all.empty()) return account;
  account.from_frames = fetches.frames;
  account.kind = kind_of(timeline.names[all.front().name]);
  std::vector<std::int64_t> durations;
  std::vector<std::int64_t> intervals;
  for (std::size_t i = 0; i < all.size(); ++i) {
    durations.push_back(all[i].duration_ns);
    if (i > 0) intervals.push_back(all[i].start_ns - all[i - 1].start_ns);
  }
  account.fetch_ns = spread_of(std::move(durations));
  account.interval_ns = spread_of(std::move(intervals));
  return account;
}

}  // namespace underfed
