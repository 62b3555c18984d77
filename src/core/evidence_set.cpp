// SPDX-License-Identifier: Apache-2.0
#include "core/evidence_set.h"

#include <charconv>

#include "base/check.h"

namespace underfed {
namespace {

// A setting "4" read as a number; nothing where it is none.
std::optional<double> as_number(const std::string& text) {
  double number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

const Evidence& EvidenceSet::add(Evidence evidence) {
  UF_CHECK(evidence.signal != nullptr && shape_of(evidence.value) == evidence.signal->shape);
  return evidence_.emplace_back(std::move(evidence));
}

const Absence& EvidenceSet::add(Absence absence) {
  UF_CHECK(absence.signal != nullptr);
  return absences_.emplace_back(std::move(absence));
}

bool EvidenceView::sees(const Subject& subject) const {
  return subject.scope != Scope::device || device_.empty() || subject.id.empty() ||
         subject.id == device_;
}

std::vector<const Evidence*> EvidenceView::all(const Signal& signal) const {
  std::vector<const Evidence*> found;
  for (const Evidence& evidence : set_->evidence()) {
    if (evidence.signal == &signal && sees(evidence.subject)) found.push_back(&evidence);
  }
  return found;
}

const Evidence* EvidenceView::best(const Signal& signal) const {
  const Evidence* best = nullptr;
  for (const Evidence* evidence : all(signal)) {
    if (best == nullptr || evidence->provenance.origin <= best->provenance.origin) best = evidence;
  }
  return best;
}

const Absence* EvidenceView::absence(const Signal& signal) const {
  for (const Absence& absence : set_->absences()) {
    if (absence.signal == &signal && sees(absence.subject)) return &absence;
  }
  return nullptr;
}

template <typename T>
const T* EvidenceView::value(const Signal& signal) const {
  const Evidence* found = best(signal);
  return found != nullptr ? std::get_if<T>(&found->value) : nullptr;
}

std::optional<double> EvidenceView::number(const Signal& signal) const {
  if (const auto* setting = value<Setting>(signal)) return as_number(setting->value);
  const auto* found = value<double>(signal);
  return found != nullptr ? std::optional(*found) : std::nullopt;
}

std::optional<std::string> EvidenceView::text(const Signal& signal) const {
  if (const auto* setting = value<Setting>(signal)) return setting->value;
  const auto* found = value<std::string>(signal);
  return found != nullptr ? std::optional(*found) : std::nullopt;
}

std::optional<bool> EvidenceView::flag(const Signal& signal) const {
  if (const auto* setting = value<Setting>(signal)) {
    if (setting->value == "true") return true;
    if (setting->value == "false") return false;
    return std::nullopt;
  }
  const auto* found = value<bool>(signal);
  return found != nullptr ? std::optional(*found) : std::nullopt;
}

const Breakdown* EvidenceView::breakdown(const Signal& signal) const {
  return value<Breakdown>(signal);
}
const Distribution* EvidenceView::distribution(const Signal& signal) const {
  return value<Distribution>(signal);
}
const Series* EvidenceView::series(const Signal& signal) const { return value<Series>(signal); }
const Table* EvidenceView::table(const Signal& signal) const { return value<Table>(signal); }

std::optional<Range> EvidenceView::interval(const Signal& signal) const {
  const Evidence* found = best(signal);
  if (found == nullptr) return std::nullopt;
  if (found->interval) return found->interval;
  const auto point = number(signal);
  return point ? std::optional(Range{*point, *point}) : std::nullopt;
}

}  // namespace underfed
