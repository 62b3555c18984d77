// SPDX-License-Identifier: Apache-2.0
#include "engine/derive.h"

#include <algorithm>
#include <set>

#include "base/check.h"

namespace underfed {
namespace {

bool provides(const Derivation& derivation, const Signal* signal) {
  return std::find(derivation.provides.begin(), derivation.provides.end(), signal) !=
         derivation.provides.end();
}

bool waits_for(const Derivation& one, const std::vector<const Derivation*>& open) {
  return std::any_of(one.needs.begin(), one.needs.end(), [&](const Signal* need) {
    return std::any_of(open.begin(), open.end(), [&](const Derivation* other) {
      return other != &one && provides(*other, need);
    });
  });
}

// Topological order; among those that are free, the given order.
std::vector<const Derivation*> in_order(std::span<const Derivation* const> derivations) {
  std::vector<const Derivation*> open(derivations.begin(), derivations.end());
  std::vector<const Derivation*> order;
  while (!open.empty()) {
    const auto free = std::find_if(open.begin(), open.end(),
                                   [&](const Derivation* d) { return !waits_for(*d, open); });
    UF_CHECK(free != open.end());
    order.push_back(*free);
    open.erase(free);
  }
  return order;
}

void run(const Derivation& derivation, const std::string& device, EvidenceSet& evidence) {
  const EvidenceView view(evidence, device);
  const bool ready = std::all_of(derivation.needs.begin(), derivation.needs.end(),
                                 [&](const Signal* need) { return view.has(*need); });
  if (!ready) return;
  for (Evidence& made : derivation.compute(view)) {
    UF_CHECK(provides(derivation, made.signal));
    made.subject = made.signal->scope == Scope::device ? Subject{Scope::device, device}
                                                       : Subject{made.signal->scope, {}};
    made.provenance.origin = Origin::derived;
    made.provenance.by = std::string(derivation.id);
    evidence.add(std::move(made));
  }
}

}  // namespace

std::vector<std::string> devices_of(const EvidenceSet& evidence) {
  std::set<std::string> ids;
  for (const Evidence& one : evidence.evidence()) {
    if (one.subject.scope == Scope::device && !one.subject.id.empty()) ids.insert(one.subject.id);
  }
  std::vector<std::string> sorted(ids.begin(), ids.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  return sorted;
}

void derive(EvidenceSet& evidence, std::span<const Derivation* const> derivations) {
  std::vector<std::string> devices = devices_of(evidence);
  if (devices.empty()) devices.emplace_back();
  for (const Derivation* derivation : in_order(derivations)) {
    for (const std::string& device : devices) run(*derivation, device, evidence);
  }
}

}  // namespace underfed
