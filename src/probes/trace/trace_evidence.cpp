// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/trace_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "model/kernel_names.h"
#include "signals/gpu.h"
#include "signals/host.h"
#include "signals/kernel.h"
#include "signals/loader.h"
#include "signals/run.h"
#include "signals/trace.h"
#include "signals/trace_parts.h"

namespace underfed {
namespace {

constexpr double kNsPerSecond = 1e9;

double to_s(double ns) { return ns / kNsPerSecond; }
double to_s(std::int64_t ns) { return static_cast<double>(ns) / kNsPerSecond; }
double to_s(std::uint64_t ns) = delete;

// The vocabulary's name of an idle part.
std::string_view name_of(IdlePart idle) {
  constexpr std::array<std::string_view, kIdleParts> kNames{part::kQueue,
                                                            part::kLoading,
                                                            part::kLaunchLatency,
                                                            part::kProfiler,
                                                            part::kPause,
                                                            part::kGarbage,
                                                            part::kCompiling,
                                                            part::kInputWait,
                                                            part::kHostSync,
                                                            part::kAllocator,
                                                            part::kOptimizerHost,
                                                            part::kHostLaunch,
                                                            part::kBetweenOperators,
                                                            part::kUnattributed,
                                                            part::kNoLaunch,
                                                            part::kTail};
  return kNames[static_cast<std::size_t>(idle)];
}

// Takes evidence of one subject and source.
class Collector {
 public:
  Collector(std::string source, std::vector<Evidence>& into)
      : source_(std::move(source)), into_(&into) {}

  void about(std::string device, std::string where) {
    device_ = std::move(device);
    where_ = std::move(where);
  }
  void add(const Signal& signal, Value value, Origin origin = Origin::kernels_ran) {
    Evidence evidence;
    evidence.signal = &signal;
    evidence.value = std::move(value);
    evidence.subject = {signal.scope, signal.scope == Scope::device ? device_ : std::string()};
    evidence.provenance = {origin, "trace", source_, where_};
    into_->push_back(std::move(evidence));
  }
  void host(const Signal& signal, Value value) {
    add(signal, std::move(value), Origin::host_measured);
  }

 private:
  std::string source_;
  std::string device_;
  std::string where_;
  std::vector<Evidence>* into_;
};

Breakdown device_parts(const DeviceTime& time) {
  return {{{std::string(part::kCompute), to_s(time.compute_ns)},
           {std::string(part::kComm), to_s(time.exposed_comm_ns)},
           {std::string(part::kCopies), to_s(time.exposed_copy_ns)},
           {std::string(part::kIdle), to_s(time.idle_ns)}}};
}

// In the vocabulary's order, which is the order in which reports name them.
Breakdown idle_parts(const IdleParts& parts) {
  Breakdown breakdown;
  for (const std::string_view name : part::kIdleParts) {
    for (std::size_t i = 0; i < kIdleParts; ++i) {
      if (name_of(static_cast<IdlePart>(i)) == name) {
        breakdown.parts.emplace_back(name, to_s(parts.ns[i]));
      }
    }
  }
  return breakdown;
}

Table step_table(const std::vector<StepAccount>& steps) {
  Table table;
  table.columns = {std::string(part::kStepColumn), std::string(part::kLengthColumn)};
  for (const std::string_view name : part::kDeviceParts) table.columns.emplace_back(name);
  for (const std::string_view name : part::kIdleParts) table.columns.emplace_back(name);
  for (const std::string_view name :
       {part::kAfterSyncColumn, part::kSyncClaimColumn, part::kLaunchBoundColumn}) {
    table.columns.emplace_back(name);
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const StepAccount& step = steps[i];
    std::vector<Table::Cell> row{std::to_string(i + 1), to_s(step.parts.device.window_ns)};
    for (const auto& [name, seconds] : device_parts(step.parts.device).parts)
      row.emplace_back(seconds);
    for (const auto& [name, seconds] : idle_parts(step.parts.idle).parts) row.emplace_back(seconds);
    row.emplace_back(to_s(step.parts.after_sync.sum_ns()));
    row.emplace_back(to_s(step.sync_claim_ns()));
    row.emplace_back(to_s(step.launch_bound_ns()));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// "Memcpy HtoD (Pageable -> Device)" -> "host to device, pageable".
std::string copy_kind(std::string_view name) {
  const std::string lower = to_lower(name);
  const std::string_view memory = contains(lower, "pageable") ? ", pageable"
                                  : contains(lower, "pinned") ? ", pinned"
                                                              : "";
  if (contains(lower, "htod") || contains(lower, "host -> device")) {
    return "host to device" + std::string(memory);
  }
  if (contains(lower, "dtoh") || contains(lower, "device -> host")) {
    return "device to host" + std::string(memory);
  }
  if (contains(lower, "ptop") || contains(lower, "peer")) return "between devices";
  if (contains(lower, "dtod") || contains(lower, "device -> device")) return "within the device";
  return std::string(name);
}

Table copy_table(const std::map<std::string, CopyTotal>& copies) {
  Table table{{"kind", "count", "bytes", "seconds", "exposed_s"}, {}};
  for (const auto& [name, total] : copies) {
    table.rows.push_back({copy_kind(name), static_cast<double>(total.count),
                          static_cast<double>(total.bytes), to_s(total.time_ns),
                          to_s(total.exposed_ns)});
  }
  return table;
}

Table collective_table(const std::map<std::string, CollectiveTotal>& collectives) {
  Table table{{"kind", "count", "bytes", "seconds", "exposed_s", "ranks"}, {}};
  for (const auto& [kind, total] : collectives) {
    table.rows.push_back({kind, static_cast<double>(total.count), static_cast<double>(total.bytes),
                          to_s(total.time_ns), to_s(total.exposed_ns),
                          static_cast<double>(total.group_size)});
  }
  return table;
}

Table call_table(const std::vector<CallTotal>& calls, double steps) {
  Table table{{"call", "operator", "per_step", "seconds_per_step"}, {}};
  for (const CallTotal& call : calls) {
    table.rows.push_back({call.name, call.above, static_cast<double>(call.count) / steps,
                          to_s(call.time_ns) / steps});
  }
  return table;
}

Table top_table(const std::vector<KernelTotal>& top) {
  Table table{{"kernel", "family", "count", "seconds"}, {}};
  for (const KernelTotal& kernel : top) {
    table.rows.push_back({kernel.name, std::string(to_text(kernel.family)),
                          static_cast<double>(kernel.count), to_s(kernel.time_ns)});
  }
  return table;
}

template <typename Key>
Breakdown by_class(const std::map<Key, double>& times) {
  Breakdown breakdown;
  for (const auto& [key, ns] : times) breakdown.parts.emplace_back(to_text(key), to_s(ns));
  return breakdown;
}

// Its tails and its middle stand for the whole distribution.
Distribution spread(const Spread& of) {
  if (of.count == 0) return {};
  return {{to_s(of.p10), to_s(of.median), to_s(of.p90)}, of.count};
}

void add_properties(const DeviceAccount& device, Collector& to) {
  if (!device.properties) return;
  const TraceDevice& gpu = *device.properties;
  if (!gpu.name.empty()) to.add(kGpuModel, gpu.name);
  if (gpu.memory_bytes > 0) to.add(kGpuMemory, static_cast<double>(gpu.memory_bytes));
  if (gpu.sm_count > 0) to.add(kGpuSmCount, static_cast<double>(gpu.sm_count));
  if (gpu.compute_major > 0) {
    const double minor = static_cast<double>(std::max<std::int64_t>(gpu.compute_minor, 0));
    to.add(kGpuComputeCapability, static_cast<double>(gpu.compute_major) + minor / 10);
  }
}

void add_time(const DeviceAccount& device, Collector& to) {
  const double window_s = to_s(device.window.length_ns());
  to.add(kTraceWindow, window_s);
  to.add(kTraceWindowRule, std::string(to_text(device.basis)));
  to.add(kTraceStepRule, std::string(to_text(device.rule)));
  to.add(kTraceDeviceTime, device_parts(device.parts.device));
  to.add(kTraceIdle, idle_parts(device.parts.idle));
  to.add(kTraceAfterSync, idle_parts(device.parts.after_sync));
  to.add(kTraceOutside, std::clamp(device.outside_share, 0.0, 1.0));
  to.add(kTraceLaunchRecords, std::clamp(device.launch_record_share, 0.0, 1.0));
  to.add(kTraceStepParts, step_table(device.steps));
  const bool real_steps = device.basis == StepBasis::device || device.basis == StepBasis::host;
  to.add(kTraceSteps, real_steps || device.basis == StepBasis::single
                          ? static_cast<double>(device.steps.size())
                          : 0.0);
  if (real_steps) {
    Distribution periods;
    for (const StepAccount& step : device.steps)
      periods.samples.push_back(to_s(step.parts.device.window_ns));
    periods.population = periods.samples.size();
    to.add(kTraceStepTime, std::move(periods));
  }
  if (window_s > 0) {
    to.add(kGpuKernelBusy, std::clamp(to_s(device.parts.device.busy_ns()) / window_s, 0.0, 1.0));
  }
  if (!device.copies.empty()) to.add(kTraceCopies, copy_table(device.copies));
  if (!device.collectives.empty()) to.add(kTraceCollectives, collective_table(device.collectives));
}

void add_kernels(const DeviceAccount& device, Collector& to) {
  const KernelMix& mix = device.kernels;
  to.add(kKernelCount, static_cast<double>(mix.count));
  if (mix.count == 0) return;
  to.add(kKernelMedianTime, to_s(mix.median_ns));
  to.add(kKernelFamilies, by_class(mix.families));
  if (!mix.matrix.empty()) to.add(kKernelPrecision, by_class(mix.matrix));
  Breakdown attention = by_class(mix.attention);
  if (mix.eager_attention_ns > 0)
    attention.parts.emplace_back("eager", to_s(mix.eager_attention_ns));
  if (!attention.parts.empty()) to.add(kKernelAttention, std::move(attention));
  to.add(kKernelTop, top_table(mix.top));
  to.add(kKernelUnknown, std::clamp(mix.unknown_share(), 0.0, 1.0));
  to.add(kKernelCompiled, std::clamp(mix.share(mix.compiled_ns), 0.0, 1.0));
  if (device.fill.known_ns > 0) {
    to.add(kKernelUnderfilled, std::clamp(device.fill.empty_share(), 0.0, 1.0));
  }
}

void add_host(const DeviceAccount& device, Collector& to) {
  const double steps = std::max<double>(1, static_cast<double>(device.steps.size()));
  if (device.host_lead_ns.count > 0) to.host(kHostLead, spread(device.host_lead_ns));
  to.host(kHostLatencyFloor, to_s(device.latency_floor_ns));
  std::int64_t work_ns = 0;
  bool known = !device.steps.empty();
  for (const StepAccount& step : device.steps) {
    work_ns += step.host_work_ns();
    known = known && step.host_ns > 0;
  }
  if (known) to.host(kHostWork, to_s(work_ns) / steps);
  if (!device.blocking.empty()) to.host(kHostBlocking, call_table(device.blocking, steps));
  to.host(kHostLoading, Breakdown{{{"first step", to_s(device.loading.first_ns)},
                                   {"steady", to_s(device.loading.steady_ns)}}});
  double allocations = 0;
  for (const CallTotal& call : device.allocator) allocations += static_cast<double>(call.count);
  to.host(kHostAllocator, allocations / steps);
  if (!device.pauses.empty()) {
    Table pauses{{"name", "count", "seconds"}, {}};
    for (const PauseTotal& pause : device.pauses) {
      pauses.rows.push_back({pause.name, static_cast<double>(pause.count), to_s(pause.host_ns)});
    }
    to.host(kHostPauses, std::move(pauses));
  }
}

void add_loader(const DeviceAccount& device, Collector& to) {
  const LoaderAccount& loader = device.loader;
  if (loader.kind == LoaderKind::none || loader.fetch_ns.count == 0) return;
  const double mean = to_s(loader.fetch_ns.sum) / static_cast<double>(loader.fetch_ns.count);
  to.host(kLoaderFetch, Distribution{{mean}, loader.fetch_ns.count});
  const double steps = std::max<double>(1, static_cast<double>(device.steps.size()));
  to.host(kLoaderPerStep, std::max(1.0, static_cast<double>(loader.fetch_ns.count) / steps));
  if (loader.kind == LoaderKind::single_process)
    to.host(kLoaderProcess, std::string("training process"));
  if (loader.kind == LoaderKind::workers) to.host(kLoaderProcess, std::string("workers"));
}

std::string place(const DeviceAccount& device) {
  if (device.steps.empty() || device.basis == StepBasis::span)
    return fmt::format("device {}", device.id);
  const std::size_t first = device.warm_up ? 2 : 1;
  return fmt::format("device {}, steps {}-{}", device.id, first, first + device.steps.size() - 1);
}

}  // namespace

std::vector<Evidence> trace_evidence(const TraceAccount& account, const Timeline& timeline,
                                     const std::string& source) {
  std::vector<Evidence> evidence;
  Collector to(source, evidence);
  double operations = 0;
  for (const DeviceAccount& device : account.devices) {
    operations += static_cast<double>(device.operations);
    to.about(std::to_string(device.id), place(device));
    add_properties(device, to);
    add_time(device, to);
    add_kernels(device, to);
    add_host(device, to);
    add_loader(device, to);
  }
  to.about({}, {});
  to.add(kTraceDeviceOperations, operations);
  to.host(kTraceLaunchCalls, static_cast<double>(timeline.launches.size()));
  to.host(kTraceStacks, account.python_stacks);
  if (account.world_size) to.host(kRunWorldSize, static_cast<double>(*account.world_size));
  if (account.rank) to.host(kRunRank, static_cast<double>(*account.rank));
  if (account.devices.empty()) {
    for (const TraceDevice& gpu : timeline.header.devices) {
      if (!gpu.name.empty()) {
        to.add(kGpuModel, gpu.name, Origin::host_measured);
        break;
      }
    }
  }
  if (!account.foreign.kinds.empty()) {
    Table unread{{"kind", "events"}, {}};
    for (const auto& [kind, count] : account.foreign.kinds) {
      unread.rows.push_back({kind, static_cast<double>(count)});
    }
    to.add(kTraceUnread, std::move(unread));
  }
  return evidence;
}

}  // namespace underfed
