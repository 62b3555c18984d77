// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/collectives.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "probes/trace/device_time.h"

namespace underfed {
namespace {

// Parts of kernel names, lower case and without underscores, in the order to look for them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kKinds{{
    {"allreduce", "all_reduce"},
    {"allgather", "all_gather"},
    {"reducescatter", "reduce_scatter"},
    {"alltoall", "all_to_all"},
    {"broadcast", "broadcast"},
    {"sendrecv", "send_recv"},
    {"barrier", "barrier"},
    {"scatter", "scatter"},
    {"gather", "gather"},
    {"reduce", "reduce"},
}};

std::string kind_in(std::string_view name) {
  std::string plain = to_lower(name);
  std::erase(plain, '_');
  for (const auto& [part, kind] : kKinds) {
    if (plain.find(part) != std::string::npos) return std::string(kind);
  }
  return "other";
}

std::string kind_of(const Timeline& timeline, const DeviceOp& op, const OpDetail& detail) {
  if (op.kind == OpKind::copy_between_devices) return "peer copy";
  if (detail.collective != kNoIndex) {
    const std::string named = kind_in(timeline.names[detail.collective]);
    if (named != "other") return named;
  }
  return kind_in(timeline.names[op.name]);
}

}  // namespace

std::map<std::string, CollectiveTotal> collective_totals(const Timeline& timeline,
                                                         const DeviceTrack& device,
                                                         Interval window) {
  std::map<std::string, CollectiveTotal> totals;
  std::map<std::string, std::vector<Interval>> when;
  for (const DeviceOp& op : device.ops) {
    if (op.start_ns >= window.end_ns) break;
    if (!is_communication(op.kind) || op.end_ns() <= window.start_ns) continue;
    const OpDetail& detail = device.details[op.detail()];
    const std::string kind = kind_of(timeline, op, detail);
    CollectiveTotal& total = totals[kind];
    ++total.count;
    total.bytes += std::max<std::int64_t>(detail.bytes, 0);
    total.group_size = std::max(total.group_size, detail.group_size);
    when[kind].push_back({op.start_ns, op.end_ns()});
  }
  if (totals.empty()) return totals;
  IntervalSet exposed;
  DeviceSweep sweep(device.ops, window);
  while (const auto segment = sweep.next()) {
    if (segment->state == DeviceState::exposed_comm) exposed.push_back(segment->when);
  }
  for (auto& [kind, total] : totals) {
    const IntervalSet set = clip(unite(std::move(when[kind])), window);
    total.time_ns = length_ns(set);
    total.exposed_ns = length_ns(intersect(set, exposed));
  }
  return totals;
}

}  // namespace underfed
