// SPDX-License-Identifier: Apache-2.0
#include "report/step_division.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "core/evidence_set.h"
#include "report/display_text.h"
#include "report/quantity_text.h"
#include "signals/step.h"
#include "signals/trace.h"
#include "signals/trace_parts.h"

namespace underfed {
namespace {

constexpr std::array kGroups{StepGroup::compute, StepGroup::data, StepGroup::communication,
                             StepGroup::copies,  StepGroup::host, StepGroup::pauses,
                             StepGroup::loading, StepGroup::idle, StepGroup::other};

StepGroup group_of_device_part(std::string_view name) {
  if (name == part::kCompute) return StepGroup::compute;
  if (name == part::kComm) return StepGroup::communication;
  if (name == part::kCopies) return StepGroup::copies;
  return StepGroup::other;
}

StepGroup group_of_idle_part(std::string_view name) {
  constexpr std::array kHost{part::kHostLaunch,    part::kBetweenOperators, part::kOptimizerHost,
                             part::kLaunchLatency, part::kHostSync,         part::kAllocator,
                             part::kGarbage};
  if (name == part::kInputWait) return StepGroup::data;
  if (name == part::kPause) return StepGroup::pauses;
  if (name == part::kLoading || name == part::kCompiling) return StepGroup::loading;
  const bool host = std::find(kHost.begin(), kHost.end(), name) != kHost.end();
  return host ? StepGroup::host : StepGroup::other;
}

constexpr std::size_t kLongestPlace = 48;

// Three digits also between 100 ms and 1 s: steps are compared with each other.
std::string step_text(double step_s) {
  const bool in_between = step_s >= 0.0995 && step_s < 0.9995;
  return in_between ? fmt::format("{:.0f} ms", step_s * 1e3) : to_text(seconds(step_s));
}

double usable(double value) { return std::isfinite(value) && value > 0 ? value : 0; }

class Sums {
 public:
  void add(StepGroup group, double value) { sums_[static_cast<std::size_t>(group)] += value; }
  [[nodiscard]] double of(StepGroup group) const { return sums_[static_cast<std::size_t>(group)]; }

 private:
  std::array<double, kGroups.size()> sums_{};
};

// Idle parts are scaled to the idle time, so that two sources that differ a little still make one
// whole.
void add_idle(Sums& sums, double idle_s, const Breakdown* parts) {
  double known_s = 0;
  if (parts != nullptr) {
    for (const auto& [name, value] : parts->parts) known_s += usable(value);
  }
  if (known_s <= 0) {
    sums.add(StepGroup::idle, idle_s);
    return;
  }
  for (const auto& [name, value] : parts->parts) {
    sums.add(group_of_idle_part(name), usable(value) / known_s * idle_s);
  }
}

}  // namespace

std::string_view to_text(StepGroup group) {
  switch (group) {
    case StepGroup::compute:
      return "compute";
    case StepGroup::data:
      return "waiting for data";
    case StepGroup::communication:
      return "communication";
    case StepGroup::copies:
      return "copies";
    case StepGroup::host:
      return "host";
    case StepGroup::pauses:
      return "pauses";
    case StepGroup::loading:
      return "loading code";
    case StepGroup::idle:
      return "idle";
    case StepGroup::other:
      return "other";
  }
  return "";
}

std::vector<GroupShare> step_division(const Diagnosis& diagnosis) {
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  const Breakdown* device_time = view.breakdown(kTraceDeviceTime);
  if (device_time == nullptr) return {};
  Sums sums;
  double total_s = 0;
  for (const auto& [name, value] : device_time->parts) {
    total_s += usable(value);
    if (name == part::kIdle) {
      add_idle(sums, usable(value), view.breakdown(kTraceIdle));
    } else {
      sums.add(group_of_device_part(name), usable(value));
    }
  }
  std::vector<GroupShare> division;
  std::vector<double> shares;
  for (const StepGroup group : kGroups) {
    if (total_s <= 0 || sums.of(group) <= 0) continue;
    division.push_back({group, sums.of(group) / total_s, 0});
    shares.push_back(division.back().share);
  }
  const std::vector<int> percents = whole_percents(shares);
  for (std::size_t at = 0; at < division.size(); ++at) division[at].percent = percents[at];
  return division;
}

DivisionTitle division_title(const Diagnosis& diagnosis) {
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  const Evidence* device_time = view.best(kTraceDeviceTime);
  std::string where = device_time != nullptr ? device_time->provenance.where : std::string{};
  where = shorten(printable(where.substr(0, where.find(',')), Charset::unicode), kLongestPlace);
  const double steps = view.number(kTraceSteps).value_or(0);
  const auto step_s = view.number(kStepMeanTime);
  if (steps < 1 || !step_s) {
    const auto window_s = view.number(kTraceWindow);
    std::string scope = window_s ? to_text(seconds(*window_s)) : std::string{};
    if (!where.empty()) scope += (scope.empty() ? "" : ", ") + where;
    return {"where the time goes", scope};
  }
  if (!contains(where, "step")) {
    where = to_text(count(steps)) + (steps < 1.5 ? " step" : " steps");
  }
  return {"where a step goes", step_text(*step_s) + ", " + where};
}

}  // namespace underfed
