// SPDX-License-Identifier: Apache-2.0
// For tests of causes and derivations: evidence written in one line a fact.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/cause.h"
#include "core/evidence_set.h"

namespace underfed::testing_support {

class Facts {
 public:
  Facts() = default;
  Facts(const Facts& other) : evidence_(other.evidence_) {}
  Facts& operator=(const Facts&) = delete;

  Facts& number(const Signal& signal, double value) { return add(signal, value); }
  Facts& text(const Signal& signal, std::string value) { return add(signal, std::move(value)); }
  Facts& flag(const Signal& signal, bool value) { return add(signal, value); }
  Facts& share(const Signal& signal, double value, Range interval) {
    add(signal, value);
    evidence_.back().interval = interval;
    return *this;
  }
  Facts& samples(const Signal& signal, std::vector<double> values) {
    const std::uint64_t population = values.size();
    return add(signal, Distribution{std::move(values), population});
  }
  Facts& parts(const Signal& signal, std::vector<std::pair<std::string, double>> values) {
    return add(signal, Breakdown{std::move(values)});
  }
  Facts& setting(const Signal& signal, std::string value) {
    return add(signal, Setting{std::move(value), std::string(signal.key), Given::explicitly, {}});
  }
  Facts& table(const Signal& signal, Table value) { return add(signal, std::move(value)); }

  // What the cause says of these facts. Evidence in the answer is borrowed from this object, until
  // the next ask.
  Assessment ask(const Cause& cause) {
    set_ = EvidenceSet();
    for (const Evidence& one : evidence_) set_.add(one);
    return cause.assess(EvidenceView(set_, "0"));
  }
  // What a derivation makes of these facts.
  const EvidenceSet& set() {
    set_ = EvidenceSet();
    for (const Evidence& one : evidence_) set_.add(one);
    return set_;
  }

 private:
  Facts& add(const Signal& signal, Value value) {
    std::erase_if(evidence_, [&](const Evidence& one) { return one.signal == &signal; });
    Evidence evidence;
    evidence.signal = &signal;
    evidence.value = std::move(value);
    evidence.provenance.origin = Origin::kernels_ran;
    if (signal.scope == Scope::device) evidence.subject = {Scope::device, "0"};
    evidence_.push_back(std::move(evidence));
    return *this;
  }

  std::vector<Evidence> evidence_;
  EvidenceSet set_;
};

}  // namespace underfed::testing_support
