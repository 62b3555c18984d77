// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/assessment.h"
#include "core/cause.h"
#include "core/evidence_set.h"
#include "core/notice.h"
#include "core/plan.h"
#include "core/probe.h"

namespace underfed {

struct Judgement {
  const Cause* cause = nullptr;
  Assessment assessment;
};

// Two sources that give the same signal and disagree; reported, not averaged.
struct Contradiction {
  const Evidence* believed = nullptr;  // borrowed from the diagnosis' own evidence
  const Evidence* other = nullptr;
};

// The end of the list (DESIGN 2), where nothing was found.
enum class Verdict {
  cause_found,     // the headline is the first finding
  well_fed,        // the device is busy and nothing was found
  job_too_small,   // the device is not busy, and nothing was found
  no_device_work,  // nothing ran on a device that underfed can read
  cannot_tell,     // not enough to say
};

// Everything, ranked: what reports render. Owns its evidence; moves only.
struct Diagnosis {
  EvidenceSet evidence;
  std::vector<InputSummary> inputs;
  std::string device;  // in focus; empty where no device was seen
  Verdict verdict = Verdict::cannot_tell;
  std::vector<Judgement> checklist;  // the five, in their order
  std::vector<Judgement> others;     // the rest: present first, in rank order, then by id
  std::vector<const Judgement*>
      ranked;  // all present ones, headline first; explained ones left out
  std::vector<Contradiction> contradictions;
  std::vector<Notice> notices;  // the inputs' own come first
  Plan plan;
  std::optional<Range> time_lost;  // (T - T'') / T with all present causes removed together

  Diagnosis() = default;
  Diagnosis(Diagnosis&&) = default;
  Diagnosis& operator=(Diagnosis&&) = default;
};

[[nodiscard]] std::string_view to_text(Verdict verdict);

}  // namespace underfed
