// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "core/evidence.h"

namespace underfed {

// All evidence of a run. Only grows; addresses of what it holds stay valid, also when the set is
// moved.
class EvidenceSet {
 public:
  EvidenceSet() = default;
  EvidenceSet(EvidenceSet&&) = default;
  EvidenceSet& operator=(EvidenceSet&&) = default;
  EvidenceSet(const EvidenceSet&) = delete;
  EvidenceSet& operator=(const EvidenceSet&) = delete;

  // The value's shape must be the signal's; anything else is a bug of ours.
  const Evidence& add(Evidence evidence);
  const Absence& add(Absence absence);

  [[nodiscard]] const std::deque<Evidence>& evidence() const { return evidence_; }
  [[nodiscard]] const std::deque<Absence>& absences() const { return absences_; }
  [[nodiscard]] bool empty() const { return evidence_.empty(); }

 private:
  std::deque<Evidence> evidence_;
  std::deque<Absence> absences_;
};

// What a cause or derivation sees: the evidence about one device, and about all that it belongs to
// (its rank, node and run). The view borrows the set.
class EvidenceView {
 public:
  explicit EvidenceView(const EvidenceSet& set, std::string device = {})
      : set_(&set), device_(std::move(device)) {}

  // The most direct evidence of a signal (Origin's order; among equals the last added); null where
  // absent.
  [[nodiscard]] const Evidence* best(const Signal& signal) const;
  [[nodiscard]] std::vector<const Evidence*> all(const Signal& signal) const;
  [[nodiscard]] bool has(const Signal& signal) const { return best(signal) != nullptr; }
  // Why a signal is not there; null where nobody said.
  [[nodiscard]] const Absence* absence(const Signal& signal) const;

  // The best value by shape. `number` also reads a setting that is one ("4"); `text` a setting's
  // value.
  [[nodiscard]] std::optional<double> number(const Signal& signal) const;
  [[nodiscard]] std::optional<std::string> text(const Signal& signal) const;
  [[nodiscard]] std::optional<bool> flag(const Signal& signal) const;
  [[nodiscard]] const Breakdown* breakdown(const Signal& signal) const;
  [[nodiscard]] const Distribution* distribution(const Signal& signal) const;
  [[nodiscard]] const Series* series(const Signal& signal) const;
  [[nodiscard]] const Table* table(const Signal& signal) const;
  // A share or other number with its interval; the interval is the number itself where none was
  // given.
  [[nodiscard]] std::optional<Range> interval(const Signal& signal) const;

  [[nodiscard]] const std::string& device() const {
    return device_;
  }  // empty: no device is in focus
  [[nodiscard]] const EvidenceSet& set() const { return *set_; }

 private:
  [[nodiscard]] bool sees(const Subject& subject) const;
  template <typename T>
  [[nodiscard]] const T* value(const Signal& signal) const;

  const EvidenceSet* set_;
  std::string device_;
};

}  // namespace underfed
