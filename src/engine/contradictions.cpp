// SPDX-License-Identifier: Apache-2.0
#include "engine/contradictions.h"

#include <algorithm>
#include <cmath>

namespace underfed {
namespace {

constexpr double kFarApart = 0.2;

bool disagree(const Value& a, const Value& b) {
  if (const auto* x = std::get_if<double>(&a), *y = std::get_if<double>(&b); x && y) {
    return std::abs(*x - *y) > kFarApart * std::max(std::abs(*x), std::abs(*y));
  }
  if (const auto* x = std::get_if<Setting>(&a), *y = std::get_if<Setting>(&b); x && y) {
    return x->value != y->value;
  }
  if (const auto* x = std::get_if<std::string>(&a), *y = std::get_if<std::string>(&b); x && y) {
    return *x != *y;
  }
  if (const auto* x = std::get_if<bool>(&a), *y = std::get_if<bool>(&b); x && y) return *x != *y;
  if (const auto* x = std::get_if<Distribution>(&a), *y = std::get_if<Distribution>(&b); x && y) {
    return disagree(x->median(), y->median());
  }
  return false;
}

bool comparable(const Evidence& a, const Evidence& b) {
  return a.signal == b.signal && a.subject == b.subject &&
         a.provenance.source != b.provenance.source && a.provenance.origin != Origin::derived &&
         b.provenance.origin != Origin::derived;
}

}  // namespace

std::vector<Contradiction> find_contradictions(const EvidenceSet& evidence) {
  std::vector<Contradiction> found;
  const auto& all = evidence.evidence();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = i + 1; k < all.size(); ++k) {
      if (!comparable(all[i], all[k]) || !disagree(all[i].value, all[k].value)) continue;
      const bool first = all[i].provenance.origin < all[k].provenance.origin;
      found.push_back(first ? Contradiction{&all[i], &all[k]} : Contradiction{&all[k], &all[i]});
    }
  }
  return found;
}

}  // namespace underfed
