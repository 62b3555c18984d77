// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnosis.h"
#include "report/testing/cases.h"
#include "signals/step.h"
#include "signals/trace.h"
#include "signals/trace_parts.h"

// Short words for writing a diagnosis by hand.
namespace underfed::testing {

inline Subject gpu() { return {Scope::device, "0"}; }

inline Provenance from_trace(std::string where = "steps 3-14, device 0") {
  return {Origin::kernels_ran, "trace", "trace.json.gz", std::move(where)};
}

inline Provenance derived() {
  return {Origin::derived, "step-shares", "trace.json.gz", "steps 3-14"};
}

inline const Evidence* measure(Diagnosis& d, const Signal& signal, double value,
                               std::optional<Range> interval = {}) {
  return &d.evidence.add(Evidence{&signal, gpu(), value, interval, derived(), {}});
}

inline void ran(Diagnosis& d, const Signal& signal, Value value) {
  d.evidence.add(Evidence{&signal, gpu(), std::move(value), {}, from_trace(), {}});
}

inline Statement says(std::string pattern, std::vector<Statement::Part> values = {}) {
  return {std::move(pattern), std::move(values)};
}

inline Judgement judged(std::string_view id, Assessment assessment) {
  return {&cause_named(id), std::move(assessment)};
}

inline Judgement clear(std::string_view id, Statement why) {
  return judged(id, ruled_out(std::move(why), {}));
}

inline Judgement open(std::string_view id, Lean lean, Statement why, Settle settle) {
  return judged(id, cannot_tell(lean, std::move(why), std::move(settle)));
}

inline Settle by_config() {
  return {"a trace does not show it; the config and data set do", "config.yml", Cost::nothing};
}
inline Settle by_trace() {
  return {"a trace of about 10 steps shows it (torch.profiler, CPU and CUDA activities)",
          "trace.json.gz", Cost::short_run};
}

// Ranks what is present in the order given, as the engine would.
inline void rank(Diagnosis& d, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    for (const auto* list : {&d.checklist, &d.others}) {
      for (const Judgement& one : *list) {
        if (one.cause->id == id) d.ranked.push_back(&one);
      }
    }
  }
}

inline void add_clear_others(Diagnosis& d, const std::vector<std::string>& ids) {
  for (const std::string& id : ids)
    d.others.push_back(clear(id, says("nothing of it in the trace")));
}

inline void add_time(Diagnosis& d, double step_s, double steps, std::vector<double> device,
                     const std::vector<std::pair<std::string_view, double>>& idle) {
  Breakdown time;
  for (std::size_t at = 0; at < device.size(); ++at) {
    time.parts.emplace_back(part::kDeviceParts[at], device[at] * step_s * steps);
  }
  Breakdown why;
  for (const auto& [name, share] : idle) why.parts.emplace_back(name, share * step_s * steps);
  ran(d, kTraceWindow, step_s * steps);
  ran(d, kTraceWindowRule, std::string("between device steps"));
  ran(d, kTraceSteps, steps);
  ran(d, kTraceStepRule, std::string("ProfilerStep"));
  ran(d, kTraceDeviceTime, std::move(time));
  ran(d, kTraceIdle, std::move(why));
  measure(d, kStepMeanTime, step_s);
}

}  // namespace underfed::testing
