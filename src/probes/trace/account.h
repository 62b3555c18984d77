// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "probes/trace/collectives.h"
#include "probes/trace/device_time.h"
#include "probes/trace/fill.h"
#include "probes/trace/idle_gaps.h"
#include "probes/trace/kernel_mix.h"
#include "probes/trace/launches.h"
#include "probes/trace/loader.h"
#include "probes/trace/steps.h"
#include "probes/trace/timeline.h"

namespace underfed {

enum class WindowChoice : std::uint8_t {
  steps,  // whole steps, warm-up left out
  all,    // all of the host's ProfilerStep ranges, else all of the device's work: to compare
};

// Where the time of one stretch went, on the device and, while it was idle, on the host.
struct TimeParts {
  DeviceTime device;
  IdleParts idle;        // sums to device.idle_ns exactly
  IdleParts after_sync;  // of idle: late gaps after a blocking call, until the host is ahead again

  // Launch-bound by DESIGN 5.11 to the letter: all that follows a blocking call is left out. Where
  // the host is always late it never gets ahead again, and one short blocking call would hide all:
  // see StepAccount::launch_bound_ns().
  [[nodiscard]] std::int64_t undrained_launch_bound_ns() const {
    return idle.launch_bound_ns() - after_sync.launch_bound_ns();
  }
};

struct StepAccount {
  Step when;
  TimeParts parts;
  // What the host did for the step: its length there, and of it the time in which the host was
  // blocked by the device. 0 where the steps are not known on the host.
  std::int64_t host_ns = 0;
  std::int64_t host_blocked_ns = 0;

  // H of DESIGN 5.2: waiting for the loader is part of it.
  [[nodiscard]] std::int64_t host_work_ns() const { return host_ns - host_blocked_ns; }
  // The most that doing without blocking calls could gain: T - max(D, H), and no more than what
  // follows them; 0 where the host's side is not known.
  [[nodiscard]] std::int64_t sync_claim_ns() const;
  // Launch-bound: host launch, optimizer and launch latency, without what host-sync can claim.
  [[nodiscard]] std::int64_t launch_bound_ns() const;
};

struct PauseTotal {
  std::string name;
  std::uint64_t count = 0;
  std::int64_t host_ns = 0;  // outermost ranges only; what it cost is IdlePart::pause
};

// Everything that a trace says of one device. Times are nanoseconds; shares follow by dividing by
// parts.device.window_ns. Host quantities are of the process that launches the device's work.
struct DeviceAccount {
  std::int64_t id = 0;
  std::optional<TraceDevice> properties;  // as the trace's header gives them
  std::uint64_t operations = 0;           // kernels, copies and memsets in the file
  std::uint64_t duplicates = 0;           // left out: the file holds them twice
  double launch_record_share = 0;         // of operations, with their launch in the file

  Interval window;
  TimeParts parts;  // of the window
  StepRule rule = StepRule::none;
  StepBasis basis = StepBasis::span;
  std::vector<StepAccount> steps;  // they tile the window, unless it is WindowChoice::all
  std::optional<StepAccount> warm_up;
  std::int64_t sync_claim_ns = 0;    // sum over the steps
  std::int64_t launch_bound_ns = 0;  // sum over the steps
  double outside_share = 0;          // of the device's busy time, outside the window

  std::map<std::string, CopyTotal> copies;
  std::map<std::string, CollectiveTotal> collectives;
  KernelMix kernels;
  Fill fill;

  std::int64_t latency_floor_ns = 0;
  Spread host_lead_ns;  // per operation of the window
  LoadingCalls loading;

  Interval host_window;                // the host's part in the window's steps
  std::vector<CallTotal> blocking;     // in the host window, longest first
  std::vector<CallTotal> allocator;    // likewise; with a window of steps this is steady state
  std::vector<PauseTotal> pauses;      // likewise
  std::int64_t optimizer_host_ns = 0;  // Optimizer.step on the host, in the host window
  LoaderAccount loader;
};

struct TraceAccount {
  WindowChoice window = WindowChoice::steps;
  std::vector<DeviceAccount> devices;  // those with work, by id
  ForeignWork foreign;
  bool python_stacks = false;  // recorded: they inflate host time
  bool host_events = false;    // any at all: else the trace holds only the device's side
  std::optional<std::int64_t> rank;
  std::optional<std::int64_t> world_size;
};

// Pure: the same timeline gives the same account.
[[nodiscard]] TraceAccount account_trace(const Timeline& timeline, WindowChoice choice);

}  // namespace underfed
