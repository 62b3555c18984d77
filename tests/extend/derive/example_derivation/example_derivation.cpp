// SPDX-License-Identifier: Apache-2.0
// A derivation as small as can be: the part of the time that the busy counter leaves.
#include <array>

#include "core/derivation.h"
#include "signals/example.h"
#include "signals/gpu.h"

namespace underfed::example_derivation {
namespace {

std::vector<Evidence> compute(const EvidenceView& view) {
  const auto busy = view.number(kGpuCounterBusy);
  if (!busy) return {};
  Evidence spare;
  spare.signal = &kExampleSpare;
  spare.value = 1 - *busy;
  return {spare};
}

constexpr std::array<const Signal*, 1> kProvides{&kExampleSpare};
constexpr std::array<const Signal*, 1> kNeeds{&kGpuCounterBusy};

}  // namespace

extern const Derivation derivation;
const Derivation derivation{
    .id = "example-derivation", .provides = kProvides, .needs = kNeeds, .compute = compute};

}  // namespace underfed::example_derivation
