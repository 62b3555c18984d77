// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "probes/trace/trace_evidence.h"

namespace underfed {
namespace {

constexpr double kMuchOutside = 0.05;

void tell_outside(const DeviceAccount& device, std::vector<Notice>& notices) {
  if (device.outside_share <= kMuchOutside) return;
  notices.push_back({"work-outside-window",
                     {"{} of the work of device {} lies outside the window and is not accounted",
                      {share(std::min(1.0, device.outside_share)), std::to_string(device.id)}}});
}

void tell_warm_up(const DeviceAccount& device, std::vector<Notice>& notices) {
  if (!device.warm_up) return;
  notices.push_back(
      {"warm-up",
       {"the first step took {} and is set apart as warm-up",
        {seconds(static_cast<double>(device.warm_up->parts.device.window_ns) / 1e9)}}});
}

void tell_steps(const DeviceAccount& device, std::vector<Notice>& notices) {
  if (device.basis == StepBasis::host) {
    notices.push_back(
        {"host-steps",
         {"only {} of the device's operations have a launch in the trace: steps are the host's "
          "ranges",
          {share(device.launch_record_share)}}});
  } else if (device.rule == StepRule::none) {
    notices.push_back(
        {"no-steps", {"nothing marks the steps: all of the device's work is one window"}});
  } else if (device.rule == StepRule::loader_next) {
    notices.push_back({"micro-steps",
                       {"steps are counted by batches: under gradient accumulation these are "
                        "micro steps"}});
  }
  if (device.duplicates > 0) {
    notices.push_back({"duplicates",
                       {"{} device operations stand in the file twice and are counted once",
                        {count(static_cast<double>(device.duplicates))}}});
  }
}

}  // namespace

std::vector<Notice> account_notices(const TraceAccount& account) {
  std::vector<Notice> notices;
  for (const DeviceAccount& device : account.devices) {
    if (account.window == WindowChoice::all) tell_outside(device, notices);
    tell_warm_up(device, notices);
    tell_steps(device, notices);
  }
  if (account.world_size.value_or(1) > 1 && !account.devices.empty()) {
    notices.push_back({"one-rank",
                       {"one rank of {}: waiting for other ranks and transfer cannot be told apart",
                        {count(static_cast<double>(*account.world_size))}}});
  }
  return notices;
}

}  // namespace underfed
