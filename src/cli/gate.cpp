// SPDX-License-Identifier: Apache-2.0
#include "cli/gate.h"

#include <algorithm>

#include "base/text.h"
#include "base/units.h"

namespace underfed {
namespace {

const Judgement* find(const Diagnosis& diagnosis, const std::string& cause) {
  for (const auto* list : {&diagnosis.checklist, &diagnosis.others}) {
    for (const Judgement& one : *list) {
      if (one.cause->id == cause) return &one;
    }
  }
  return nullptr;
}

ExitCode decide_cause(const Judgement* judgement) {
  if (judgement == nullptr) return ExitCode::gate_undecided;
  switch (judgement->assessment.outcome) {
    case Outcome::present:
      return ExitCode::gate_failed;
    case Outcome::cannot_tell:
      return ExitCode::gate_undecided;
    case Outcome::ruled_out:
    case Outcome::not_applicable:
      return ExitCode::done;
  }
  return ExitCode::gate_undecided;
}

ExitCode decide_share(double share, const Diagnosis& diagnosis) {
  if (diagnosis.time_lost) {
    if (diagnosis.time_lost->low >= share) return ExitCode::gate_failed;
    return diagnosis.time_lost->high < share ? ExitCode::done : ExitCode::gate_undecided;
  }
  const bool measured = diagnosis.ranked.empty() && (diagnosis.verdict == Verdict::well_fed ||
                                                     diagnosis.verdict == Verdict::job_too_small);
  return measured ? ExitCode::done : ExitCode::gate_undecided;
}

}  // namespace

Result<Gate> parse_gate(const std::string& text, std::span<const Cause* const> causes) {
  std::vector<std::string_view> ids;
  for (const Cause* cause : causes) ids.push_back(cause->id);
  if (std::find(ids.begin(), ids.end(), text) != ids.end()) return Gate{.cause = text};
  const bool number = !text.empty() && (text[0] == '.' || (text[0] >= '0' && text[0] <= '9'));
  if (number) {
    UF_TRY(const double share, parse_quantity(text, Unit::share));
    return Gate{.share = share};
  }
  const auto near = nearest(text, ids);
  return Error{ErrorCode::usage, "--fail-on: \"" + text + "\" is neither a cause nor a share",
               near ? "did you mean " + *near + "?" : "underfed explain lists the causes"};
}

ExitCode decide(const Gate& gate, const Diagnosis& diagnosis) {
  return gate.cause.empty() ? decide_share(gate.share, diagnosis)
                            : decide_cause(find(diagnosis, gate.cause));
}

}  // namespace underfed
