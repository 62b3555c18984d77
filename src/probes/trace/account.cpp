// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/account.h"

#include <algorithm>
#include <utility>

#include "probes/trace/host_work.h"

namespace underfed {
namespace {

// Collects the parts of many stretches that follow one another.
class PartsByStep {
 public:
  explicit PartsByStep(std::vector<StepAccount>& steps) : steps_(steps) {}

  void add(Interval when, DeviceState state) {
    each(when, [&](StepAccount& step, std::int64_t ns) { step.parts.device.add(state, ns); });
  }
  void add(const IdlePiece& piece) {
    each(piece.when, [&](StepAccount& step, std::int64_t ns) {
      step.parts.idle[piece.part] += ns;
      if (piece.after_sync) step.parts.after_sync[piece.part] += ns;
    });
  }

 private:
  template <typename Visit>
  void each(Interval when, const Visit& visit) {
    auto step = std::upper_bound(
        steps_.begin(), steps_.end(), when.start_ns,
        [](std::int64_t t, const StepAccount& s) { return t < s.when.device.end_ns; });
    for (; step != steps_.end() && step->when.device.start_ns < when.end_ns; ++step) {
      const Interval part{std::max(when.start_ns, step->when.device.start_ns),
                          std::min(when.end_ns, step->when.device.end_ns)};
      visit(*step, part.length_ns());
    }
  }

  std::vector<StepAccount>& steps_;
};

void account_steps(const Timeline& timeline, const DeviceTrack& device, const Steps& found,
                   std::vector<StepAccount>& steps) {
  if (steps.empty()) return;
  const Interval window{steps.front().when.device.start_ns, steps.back().when.device.end_ns};
  PartsByStep by_step(steps);
  DeviceSweep sweep(device.ops, window);
  while (const auto segment = sweep.next()) by_step.add(segment->when, segment->state);
  explain_idle(timeline, device, window, found.host_ranges,
               [&](const IdlePiece& piece) { by_step.add(piece); });
  const IntervalSet blocked = blocked_time(timeline, device);
  const IntervalSet comm = union_of(device, is_communication);
  const IntervalSet copy = union_of(device, is_host_copy);
  for (StepAccount& step : steps) {
    step.parts.device.comm_ns = length_ns(comm, step.when.device);
    step.parts.device.copy_ns = length_ns(copy, step.when.device);
    step.host_ns = step.when.host.length_ns();
    step.host_blocked_ns = length_ns(blocked, step.when.host);
  }
}

TimeParts account_window(const Timeline& timeline, const DeviceTrack& device, const Steps& found,
                         Interval window) {
  TimeParts parts;
  parts.device = device_time(device, window);
  explain_idle(timeline, device, window, found.host_ranges, [&](const IdlePiece& piece) {
    parts.idle[piece.part] += piece.when.length_ns();
    if (piece.after_sync) parts.after_sync[piece.part] += piece.when.length_ns();
  });
  return parts;
}

void add_to(IdleParts& sum, const IdleParts& parts) {
  for (std::size_t i = 0; i < kIdleParts; ++i) sum.ns[i] += parts.ns[i];
}

TimeParts sum_of(const std::vector<StepAccount>& steps) {
  TimeParts sum;
  for (const StepAccount& step : steps) {
    const DeviceTime& time = step.parts.device;
    sum.device.window_ns += time.window_ns;
    sum.device.compute_ns += time.compute_ns;
    sum.device.exposed_comm_ns += time.exposed_comm_ns;
    sum.device.exposed_copy_ns += time.exposed_copy_ns;
    sum.device.idle_ns += time.idle_ns;
    sum.device.comm_ns += time.comm_ns;
    sum.device.copy_ns += time.copy_ns;
    add_to(sum.idle, step.parts.idle);
    add_to(sum.after_sync, step.parts.after_sync);
  }
  return sum;
}

Interval host_window_of(const Steps& found, Interval window) {
  Interval host{INT64_MAX, INT64_MIN};
  for (const Step& step : found.steps) {
    if (step.host.empty()) continue;
    host.start_ns = std::min(host.start_ns, step.host.start_ns);
    host.end_ns = std::max(host.end_ns, step.host.end_ns);
  }
  return host.empty() ? window : host;
}

bool in_process(const Timeline& timeline, const DeviceTrack& device, const HostRange& range) {
  return timeline.threads[range.thread].process == device.process;
}

std::vector<PauseTotal> pauses_of(const Timeline& timeline, const DeviceTrack& device,
                                  Interval host) {
  std::map<std::uint32_t, PauseTotal> totals;
  std::map<std::uint16_t, std::int64_t> covered_until;
  for (const HostRange& range : timeline.ranges) {
    if (range.kind != RangeKind::pause || !host.contains(range.start_ns)) continue;
    if (!in_process(timeline, device, range)) continue;
    std::int64_t& covered = covered_until.try_emplace(range.thread, INT64_MIN).first->second;
    if (range.start_ns < covered) continue;
    covered = range.end_ns();
    PauseTotal& total = totals[range.name];
    total.name = timeline.names[range.name];
    ++total.count;
    total.host_ns += range.duration_ns;
  }
  std::vector<PauseTotal> sorted;
  for (auto& [name, total] : totals) sorted.push_back(std::move(total));
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const PauseTotal& a, const PauseTotal& b) { return a.host_ns > b.host_ns; });
  return sorted;
}

std::int64_t optimizer_ns(const Timeline& timeline, const DeviceTrack& device, Interval host) {
  std::vector<Interval> ranges;
  for (const HostRange& range : timeline.ranges) {
    if (range.kind != RangeKind::optimizer_step || !in_process(timeline, device, range)) continue;
    ranges.push_back(range.interval());
  }
  return length_ns(clip(unite(std::move(ranges)), host));
}

// Where on the host the steady state begins: after the first step.
std::int64_t steady_from(const Steps& found) {
  if (found.warm_up && !found.warm_up->host.empty()) return found.warm_up->host.end_ns;
  const bool known = found.steps.size() > 1 && !found.steps.front().host.empty();
  return known ? found.steps.front().host.end_ns : INT64_MAX;
}

void account_host(const Timeline& timeline, const DeviceTrack& device, const Steps& found,
                  DeviceAccount& account) {
  account.latency_floor_ns = latency_floor_ns(timeline, device);
  account.host_lead_ns = host_lead_ns(timeline, device, account.window);
  account.loading = loading_calls(timeline, device, steady_from(found));
  account.host_window = host_window_of(found, account.window);
  account.blocking = blocking_totals(timeline, device, account.host_window);
  account.allocator = allocator_totals(timeline, device, account.host_window);
  account.pauses = pauses_of(timeline, device, account.host_window);
  account.optimizer_host_ns = optimizer_ns(timeline, device, account.host_window);
  account.loader = loader_account(timeline, device, account.host_window);
}

double outside_share(const DeviceTrack& device, Interval window) {
  const std::int64_t all = device_time(device, device_span(device)).busy_ns();
  if (all == 0) return 0;
  const std::int64_t inside = device_time(device, window).busy_ns();
  return static_cast<double>(all - inside) / static_cast<double>(all);
}

std::optional<TraceDevice> properties_of(const TraceHeader& header, std::int64_t id) {
  for (const TraceDevice& device : header.devices) {
    if (device.id == id) return device;
  }
  return std::nullopt;
}

std::vector<StepAccount> with_times(const std::vector<Step>& steps) {
  std::vector<StepAccount> accounts;
  for (const Step& step : steps) accounts.push_back({.when = step});
  return accounts;
}

DeviceAccount account_device(const Timeline& timeline, const DeviceTrack& device,
                             WindowChoice choice) {
  DeviceAccount account;
  account.id = device.id;
  account.properties = properties_of(timeline.header, device.id);
  account.operations = device.ops.size();
  account.duplicates = device.duplicates;
  account.launch_record_share =
      static_cast<double>(device.linked) / static_cast<double>(device.ops.size());
  const Steps found = find_steps(timeline, device);
  account.rule = found.rule;
  account.basis = found.basis;
  account.window = choice == WindowChoice::all ? whole_window(timeline, device) : found.window();
  account.steps = with_times(found.steps);
  account_steps(timeline, device, found, account.steps);
  for (const StepAccount& step : account.steps) {
    account.sync_claim_ns += step.sync_claim_ns();
    account.launch_bound_ns += step.launch_bound_ns();
  }
  if (found.warm_up) {
    std::vector<StepAccount> warm_up = with_times({*found.warm_up});
    account_steps(timeline, device, found, warm_up);
    account.warm_up = warm_up.front();
  }
  account.parts = choice == WindowChoice::steps
                      ? sum_of(account.steps)
                      : account_window(timeline, device, found, account.window);
  account.outside_share = outside_share(device, account.window);
  account.copies = copy_totals(timeline, device, account.window);
  account.collectives = collective_totals(timeline, device, account.window);
  account.kernels = kernel_mix(timeline, device, account.window);
  account.fill = fill_of(device, account.window);
  account_host(timeline, device, found, account);
  return account;
}

}  // namespace

std::int64_t StepAccount::sync_claim_ns() const {
  if (host_ns == 0) return 0;
  const std::int64_t needed = std::max(parts.device.busy_ns(), host_work_ns());
  const std::int64_t most = std::max<std::int64_t>(parts.device.window_ns - needed, 0);
  return std::min(most, parts.after_sync.sum_ns());
}

std::int64_t StepAccount::launch_bound_ns() const {
  return parts.idle.launch_bound_ns() -
         std::min(parts.after_sync.launch_bound_ns(), sync_claim_ns());
}

TraceAccount account_trace(const Timeline& timeline, WindowChoice choice) {
  TraceAccount account;
  account.window = choice;
  account.foreign = timeline.foreign;
  account.python_stacks = timeline.header.with_stack || timeline.python_frames > 0;
  account.host_events = timeline.host_events > 0;
  account.rank = timeline.header.rank;
  account.world_size = timeline.header.world_size;
  for (const DeviceTrack& device : timeline.devices) {
    if (!device.ops.empty()) account.devices.push_back(account_device(timeline, device, choice));
  }
  return account;
}

}  // namespace underfed
