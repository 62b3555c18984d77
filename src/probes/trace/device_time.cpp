// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/device_time.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace underfed {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

}  // namespace

void DeviceTime::add(DeviceState state, std::int64_t length_ns) {
  window_ns += length_ns;
  switch (state) {
    case DeviceState::compute:
      compute_ns += length_ns;
      break;
    case DeviceState::exposed_comm:
      exposed_comm_ns += length_ns;
      break;
    case DeviceState::exposed_copy:
      exposed_copy_ns += length_ns;
      break;
    case DeviceState::idle:
      idle_ns += length_ns;
      break;
  }
}

DeviceSweep::Union::Union(const std::deque<DeviceOp>& ops, Test test)
    : at_(ops.begin()), end_(ops.end()), test_(test) {
  advance();
}

void DeviceSweep::Union::advance() {
  const auto is_ours = [&] { return test_(at_->kind) && at_->duration_ns > 0; };
  while (at_ != end_ && !is_ours()) ++at_;
  if (at_ == end_) {
    current_ = {kNever, kNever};
    return;
  }
  current_ = {at_->start_ns, at_->end_ns()};
  for (++at_; at_ != end_ && at_->start_ns <= current_.end_ns; ++at_) {
    if (is_ours()) current_.end_ns = std::max(current_.end_ns, at_->end_ns());
  }
}

void DeviceSweep::Union::skip_to(std::int64_t now_ns) {
  while (current_.end_ns <= now_ns) advance();
}

DeviceSweep::DeviceSweep(const std::deque<DeviceOp>& ops, Interval window)
    : window_(window),
      compute_(ops, is_compute),
      comm_(ops, is_communication),
      copy_(ops, is_host_copy) {}

std::optional<DeviceSweep::Segment> DeviceSweep::next() {
  const std::int64_t now = window_.start_ns;
  if (now >= window_.end_ns) return std::nullopt;
  std::int64_t end = window_.end_ns;
  DeviceState state = DeviceState::compute;
  for (Union* u : {&compute_, &comm_, &copy_}) {
    u->skip_to(now);
    if (u->current().start_ns <= now) {
      end = std::min(end, u->current().end_ns);
      break;
    }
    end = std::min(end, u->current().start_ns);
    state = static_cast<DeviceState>(static_cast<int>(state) + 1);
  }
  window_.start_ns = end;
  return Segment{{now, end}, state};
}

IntervalSet union_of(const DeviceTrack& device, bool (*test)(OpKind)) {
  IntervalSet set;
  for (const DeviceOp& op : device.ops) {
    if (!test(op.kind) || op.duration_ns == 0) continue;
    if (!set.empty() && op.start_ns <= set.back().end_ns) {
      set.back().end_ns = std::max(set.back().end_ns, op.end_ns());
    } else {
      set.push_back({op.start_ns, op.end_ns()});
    }
  }
  return set;
}

DeviceTime device_time(const DeviceTrack& device, Interval window) {
  DeviceTime time;
  DeviceSweep sweep(device.ops, window);
  while (const auto segment = sweep.next()) time.add(segment->state, segment->when.length_ns());
  time.comm_ns = length_ns(union_of(device, is_communication), window);
  time.copy_ns = length_ns(union_of(device, is_host_copy), window);
  return time;
}

std::map<std::string, CopyTotal> copy_totals(const Timeline& timeline, const DeviceTrack& device,
                                             Interval window) {
  struct Kind {
    CopyTotal total;
    std::vector<Interval> when;
    bool with_host = false;
  };
  std::map<std::uint32_t, Kind> kinds;
  for (const DeviceOp& op : device.ops) {
    if (op.start_ns >= window.end_ns) break;
    if (!is_copy(op.kind) || op.end_ns() <= window.start_ns) continue;
    Kind& kind = kinds[op.name];
    ++kind.total.count;
    kind.total.bytes += std::max<std::int64_t>(device.details[op.detail()].bytes, 0);
    kind.when.push_back({op.start_ns, op.end_ns()});
    kind.with_host = is_host_copy(op.kind);
  }
  if (kinds.empty()) return {};
  IntervalSet exposed;
  DeviceSweep sweep(device.ops, window);
  while (const auto segment = sweep.next()) {
    if (segment->state == DeviceState::exposed_copy) exposed.push_back(segment->when);
  }
  std::map<std::string, CopyTotal> totals;
  for (auto& [name, kind] : kinds) {
    const IntervalSet when = clip(unite(std::move(kind.when)), window);
    kind.total.time_ns = length_ns(when);
    if (kind.with_host) kind.total.exposed_ns = length_ns(intersect(when, exposed));
    totals[timeline.names[name]] = kind.total;
  }
  return totals;
}

Interval device_span(const DeviceTrack& device) {
  if (device.ops.empty()) return {};
  Interval span{device.ops.front().start_ns, device.ops.front().end_ns()};
  for (const DeviceOp& op : device.ops) span.end_ns = std::max(span.end_ns, op.end_ns());
  return span;
}

}  // namespace underfed
