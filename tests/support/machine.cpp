// SPDX-License-Identifier: Apache-2.0
#include "support/machine.h"

#include <algorithm>
#include <utility>

namespace underfed::synthetic {
namespace {

constexpr std::int64_t kReturnFromSyncNs = 4'000;
constexpr std::int64_t kLongPageableCopyNs = 100'000;
constexpr std::int64_t kGraphNodeGapNs = 1'000;

// Whether a copy's call counts as waiting for the device.
bool blocks(const DeviceEvent& op, Call call, std::int64_t call_ns) {
  if (call == Call::memcpy_with_stream) return true;
  const bool pageable =
      op.kind == DeviceKind::copy_to_device_pageable || op.kind == DeviceKind::copy_to_host;
  return pageable && call_ns > kLongPageableCopyNs;
}

LaunchOf launch_of(const DeviceEvent& op) {
  if (op.kind == DeviceKind::memset) return LaunchOf::memset;
  return op.role == KernelRole::none ? LaunchOf::copy : LaunchOf::kernel;
}

}  // namespace

Machine::Machine(const TrainingPlan& plan) : plan_(plan), random_state_(plan.seed) {
  trace_.plan = plan;
  now_ns_ = 1'000'000;
}

std::uint64_t Machine::random() {
  random_state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t z = random_state_;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

std::int64_t Machine::vary(std::int64_t mean_ns) {
  if (mean_ns <= 0) return 0;
  const double unit = static_cast<double>(random() >> 11U) / 9007199254740992.0;
  const double varied = static_cast<double>(mean_ns) * (1 + plan_.variation * (2 * unit - 1));
  const std::int64_t grains = static_cast<std::int64_t>(varied) / plan_.grain_ns;
  return std::max<std::int64_t>(grains, 1) * plan_.grain_ns;
}

std::uint32_t Machine::name(std::string_view text) {
  const auto next = static_cast<std::uint32_t>(trace_.names.size());
  const auto [entry, is_new] = name_index_.try_emplace(std::string(text), next);
  if (is_new) trace_.names.emplace_back(text);
  return entry->second;
}

Machine::Range::Range(Machine& machine, HostKind kind, std::string_view name, Doing doing)
    : machine_(machine), event_(machine.trace_.host.size()), doing_(doing) {
  const std::uint32_t id = kind == HostKind::python ? 0 : machine.next_external_id_++;
  machine.open_ids_.push_back(id);
  machine.trace_.host.push_back({.start_ns = machine.now_ns_,
                                 .name = machine.name(name),
                                 .external_id = id,
                                 .thread = machine.thread_,
                                 .kind = kind});
}

Machine::Range::~Range() {
  HostEvent& event = machine_.trace_.host[event_];
  event.duration_ns = machine_.now_ns_ - event.start_ns;
  machine_.open_ids_.pop_back();
  if (doing_ == Doing::nothing) return;
  machine_.trace_.claims[event.thread].push_back({{event.start_ns, machine_.now_ns_}, doing_});
}

std::size_t Machine::begin_call(Call call) {
  trace_.host.push_back({.start_ns = now_ns_,
                         .name = static_cast<std::uint32_t>(call),
                         .external_id = open_ids_.empty() ? 0 : open_ids_.back(),
                         .correlation = next_correlation_++,
                         .thread = thread_,
                         .kind = HostKind::call});
  return trace_.host.size() - 1;
}

void Machine::end_call(std::size_t event, Doing doing) {
  HostEvent& call = trace_.host[event];
  call.duration_ns = now_ns_ - call.start_ns;
  claim({call.start_ns, now_ns_}, doing);
  if (doing == Doing::host_sync && call.duration_ns > 0) {
    trace_.blocked[thread_].push_back({call.start_ns, now_ns_});
  }
}

void Machine::wait_for_room() {
  const auto limit = static_cast<std::size_t>(plan_.queue_limit);
  if (compute_starts_ns_.size() < limit) return;
  wait_until(compute_starts_ns_[compute_starts_ns_.size() - limit]);
}

void Machine::place(DeviceEvent op, std::int64_t arrives_ns, std::int64_t gap_ns) {
  op.launch = static_cast<std::uint32_t>(trace_.launches.size() - 1);
  std::int64_t& free_at = free_at_ns_[op.stream];
  op.start_ns = std::max(arrives_ns, free_at + gap_ns);
  free_at = op.end_ns();
  if (op.stream == kComputeStream) compute_starts_ns_.push_back(op.start_ns);
  trace_.device.push_back(op);
}

void Machine::record_launch(std::size_t event, LaunchOf of) {
  const HostEvent& host = trace_.host[event];
  trace_.launches.push_back(
      {{host.start_ns, now_ns_}, host.correlation, host.external_id, thread_, of});
}

void Machine::launch(DeviceEvent op, Call call, std::int64_t call_ns) {
  const std::size_t event = begin_call(call);
  const std::int64_t start = now_ns_;
  if (op.stream == kComputeStream) wait_for_room();
  const std::int64_t arrives = now_ns_ + vary(plan_.latency_ns);
  now_ns_ += call_ns > 0 ? call_ns : vary(plan_.launch_call_ns);
  end_call(event, blocks(op, call, now_ns_ - start) ? Doing::host_sync : Doing::other);
  record_launch(event, launch_of(op));
  // A call that first loads a module puts the kernel on the device at its end.
  place(op, call_ns > 0 ? now_ns_ + vary(plan_.latency_ns) : arrives, plan_.kernel_gap_ns);
}

void Machine::launch_graph(const std::vector<DeviceEvent>& ops) {
  const std::size_t event = begin_call(Call::launch_graph);
  wait_for_room();
  work(plan_.launch_call_ns * 3);
  end_call(event, Doing::other);
  record_launch(event, LaunchOf::graph);
  const std::int64_t arrives = now_ns_ + vary(plan_.latency_ns);
  for (const DeviceEvent& op : ops) place(op, arrives, vary(kGraphNodeGapNs));
}

void Machine::launch_blocking(DeviceEvent op, Call call) {
  const std::size_t event = begin_call(call);
  const std::int64_t start = now_ns_;
  const auto launch = static_cast<std::uint32_t>(trace_.launches.size());
  record_launch(event, LaunchOf::copy);
  place(op, now_ns_ + vary(plan_.latency_ns), plan_.kernel_gap_ns);
  wait_until(trace_.device.back().end_ns());
  now_ns_ += vary(kReturnFromSyncNs);
  trace_.launches[launch].call.end_ns = now_ns_;
  end_call(event, blocks(op, call, now_ns_ - start) ? Doing::host_sync : Doing::other);
}

void Machine::synchronize(Call call) {
  const std::size_t event = begin_call(call);
  if (call == Call::device_synchronize) {
    for (const auto& [stream, free_at] : free_at_ns_) wait_until(free_at);
  } else {
    wait_until(free_at_ns_[kComputeStream]);
  }
  now_ns_ += vary(kReturnFromSyncNs);
  end_call(event, Doing::host_sync);
}

void Machine::call(Call call, std::int64_t mean_ns, Doing doing) {
  const std::size_t event = begin_call(call);
  work(mean_ns);
  end_call(event, doing);
}

void Machine::make_wait(std::uint8_t stream, std::uint8_t other) {
  call(Call::event_record, 1'500, Doing::other);
  call(Call::stream_wait_event, 1'200, Doing::other);
  std::int64_t& free_at = free_at_ns_[stream];
  free_at = std::max(free_at, free_at_ns_[other]);
}

void Machine::profiler_overhead(std::int64_t mean_ns) {
  const std::int64_t start = now_ns_;
  work(mean_ns);
  trace_.host.push_back({.start_ns = start,
                         .duration_ns = now_ns_ - start,
                         .name = name("Buffer Flush"),
                         .thread = kNoThread,
                         .kind = HostKind::overhead});
  for (auto& claims : trace_.claims) claims.push_back({{start, now_ns_}, Doing::profiler});
}

SyntheticTrace Machine::take() {
  trace_.span = {1'000'000, now_ns_};
  for (const DeviceEvent& op : trace_.device) {
    trace_.span.end_ns = std::max(trace_.span.end_ns, op.end_ns());
  }
  return std::move(trace_);
}

}  // namespace underfed::synthetic
