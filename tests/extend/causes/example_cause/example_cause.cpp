// SPDX-License-Identifier: Apache-2.0
// A cause as small as can be: it rules itself out by what the derivation beside it made.
#include <array>

#include "core/cause.h"
#include "signals/example.h"

namespace underfed::example_cause {
namespace {

Assessment assess(const EvidenceView& evidence) {
  const Evidence* spare = evidence.best(kExampleSpare);
  if (spare == nullptr) {
    return cannot_tell(Lean::none, {"no busy counter"},
                       settled_by(kFromTelemetry, "a log shows it"));
  }
  return ruled_out({"{} of the time is spare", {share(*evidence.number(kExampleSpare))}}, {spare});
}

constexpr std::array<const Signal*, 1> kNeeds{&kExampleSpare};

}  // namespace

extern const Cause cause;
const Cause cause{.id = "example-cause",
                  .title = "example",
                  .checklist = 0,
                  .needs = kNeeds,
                  .wants = {},
                  .assess = assess};

}  // namespace underfed::example_cause
