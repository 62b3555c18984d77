// SPDX-License-Identifier: Apache-2.0
// Evidence files over the whole vocabulary: what is saved is read back as it was, wherever it is
// cut and whatever stands between.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "formats/evidence_file.h"
#include "signals/vocabulary.h"

namespace underfed {
namespace {

template <typename T>
T one_of(const std::vector<T>& all) {
  return *rc::gen::elementOf(all);
}

// Any double that can be of the unit: whole, tiny, huge, with all its digits.
double any_number(Unit unit) {
  double number = *rc::gen::arbitrary<double>();
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      number = one_of<double>(
          {0, -0.0, 1, 0.1 + 0.2, 5e-324, 1e300, std::numeric_limits<double>::max()});
      break;
    case 1:
      number = *rc::gen::inRange<int>(0, 100);
      break;
    default:
      break;
  }
  if (!std::isfinite(number)) number = 0.5;
  if (unit != Unit::none && unit != Unit::celsius) number = std::abs(number);
  return unit == Unit::share ? number - std::floor(number) : number;
}

std::string any_text() {
  std::string text;
  for (int left = *rc::gen::inRange(0, 6); left > 0; --left) {
    text += one_of<std::string>({"a", "void k<0>(x*)", "\xC3\xA9", "\"", "\\", "\n", "\x01", "{}",
                                 " ", "\xE6\x97\xA5", "run/t.json", "0", "null", "\t", "'"});
  }
  return text;
}

std::vector<double> any_numbers(Unit unit, int most) {
  std::vector<double> numbers;
  for (int left = *rc::gen::inRange(0, most); left > 0; --left) numbers.push_back(any_number(unit));
  return numbers;
}

Value any_distribution(Unit unit) {
  Distribution distribution{any_numbers(unit, 5), 0};
  if (*rc::gen::inRange(0, 10) == 0) distribution.samples.resize(9000, 0.25);  // several blocks
  distribution.population = distribution.samples.size() + *rc::gen::inRange<std::uint64_t>(0, 9);
  return distribution;
}

Value any_series(Unit unit) {
  Series series;
  series.values = any_numbers(unit, 5);
  if (*rc::gen::inRange(0, 10) == 0) series.values.resize(9000, 0.75);
  double at = 0;
  for (std::size_t i = 0; i < series.values.size(); ++i) series.time_s.push_back(at += 0.1);
  return series;
}

Value any_table() {
  Table table;
  for (int left = *rc::gen::inRange(0, 4); left > 0; --left) table.columns.push_back(any_text());
  for (int left = *rc::gen::inRange(0, 4); left > 0; --left) {
    std::vector<Table::Cell> row;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      row.push_back(*rc::gen::arbitrary<bool>() ? Table::Cell(any_text())
                                                : Table::Cell(any_number(Unit::none)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Value any_value(const Signal& signal) {
  switch (signal.shape) {
    case Shape::number:
      return any_number(signal.unit);
    case Shape::text:
      return any_text();
    case Shape::flag:
      return *rc::gen::arbitrary<bool>();
    case Shape::distribution:
      return any_distribution(signal.unit);
    case Shape::series:
      return any_series(signal.unit);
    case Shape::breakdown: {
      Breakdown breakdown;
      for (const double number : any_numbers(signal.unit, 5))
        breakdown.parts.emplace_back(any_text(), number);
      return breakdown;
    }
    case Shape::setting:
      return Setting{any_text(), any_text(),
                     one_of<Given>({Given::explicitly, Given::as_null, Given::by_default}),
                     any_text()};
    case Shape::table:
      return any_table();
  }
  return {};
}

std::optional<Range> any_range(Unit unit) {
  if (*rc::gen::arbitrary<bool>()) return std::nullopt;
  const double a = any_number(unit);
  const double b = any_number(unit);
  return Range{std::min(a, b), std::max(a, b)};
}

Subject any_subject(const Signal& signal) {
  return {one_of<Scope>({signal.scope, Scope::run, Scope::node, Scope::rank, Scope::device,
                         Scope::process, Scope::step}),
          one_of<std::string>({"", "0", "7", "loader 3"})};
}

Evidence any_evidence() {
  Evidence one;
  one.signal = one_of(vocabulary().all());
  one.subject = any_subject(*one.signal);
  one.value = any_value(*one.signal);
  one.interval = any_range(one.signal->unit);
  one.span_s = any_range(Unit::seconds);
  one.provenance = {one_of<Origin>({Origin::kernels_ran, Origin::host_measured, Origin::log_written,
                                    Origin::setting_resolved, Origin::setting_default,
                                    Origin::built_in_table, Origin::person_given}),
                    one_of<std::string>({"trace", "config", ""}),
                    one_of<std::string>({"run/trace.json.gz", "facts.yml", "standard input", ""}),
                    any_text()};
  return one;
}

std::vector<Evidence> any_run() {
  std::vector<Evidence> run;
  for (int left = *rc::gen::inRange(1, 8); left > 0; --left) run.push_back(any_evidence());
  return run;
}

bool same(const Evidence& a, const Evidence& b) {
  return a.signal == b.signal && a.value == b.value && a.subject == b.subject &&
         a.interval == b.interval && a.provenance == b.provenance && a.span_s == b.span_s;
}

std::string header() { return evidence_header("0.1.0", "2026-12-01T12:00:00Z"); }

EvidenceDocument read(const std::string& text) {
  auto document = read_evidence_file(text, "run.evidence", vocabulary());
  RC_ASSERT(document.has_value());
  return std::move(*document);
}

RC_GTEST_PROP(EvidenceFiles, WhatIsSavedIsReadBackAsItWas, ()) {
  const std::vector<Evidence> run = any_run();
  const Absence absence{one_of(vocabulary().all()), {Scope::device, "0"}, any_text(), any_text()};
  std::string text = header();
  for (const Evidence& one : run) text += evidence_lines(one);
  text += absence_line(absence);
  const EvidenceDocument document = read(text);
  RC_ASSERT(document.notices.empty());
  RC_ASSERT(document.evidence.size() == run.size());
  for (std::size_t i = 0; i < run.size(); ++i) RC_ASSERT(same(document.evidence[i], run[i]));
  RC_ASSERT(document.absences.size() == 1U);
  RC_ASSERT(document.absences[0].signal == absence.signal);
  RC_ASSERT(document.absences[0].subject == absence.subject);
  RC_ASSERT(document.absences[0].reason == absence.reason);
  RC_ASSERT(document.absences[0].hint == absence.hint);
}

RC_GTEST_PROP(EvidenceFiles, CutAnywhereAPrefixIsRead, ()) {
  const std::vector<Evidence> run = any_run();
  std::string text = header();
  std::vector<std::size_t> ends;
  for (const Evidence& one : run) {
    text += evidence_lines(one);
    ends.push_back(text.size());
  }
  const auto length = *rc::gen::inRange(header().size(), text.size() + 1);
  const EvidenceDocument document = read(text.substr(0, length));
  const auto whole = static_cast<std::size_t>(
      std::count_if(ends.begin(), ends.end(), [&](std::size_t end) { return end <= length; }));
  // The one that was cut may have some of its blocks.
  RC_ASSERT(document.evidence.size() == whole || document.evidence.size() == whole + 1);
  for (std::size_t i = 0; i < whole; ++i) RC_ASSERT(same(document.evidence[i], run[i]));
  RC_ASSERT(document.notices.size() <= 1U);
}

// Every number in a document has passed the check of its unit.
void check_numbers(const Evidence& one) {
  const Unit unit = one.signal->unit;
  const auto check = [&](double number, Unit of) { RC_ASSERT(check_quantity(number, of)); };
  RC_ASSERT(shape_of(one.value) == one.signal->shape);
  if (const auto* number = std::get_if<double>(&one.value)) check(*number, unit);
  if (const auto* some = std::get_if<Distribution>(&one.value)) {
    for (const double number : some->samples) check(number, unit);
    RC_ASSERT(some->population >= some->samples.size());
  }
  if (const auto* series = std::get_if<Series>(&one.value)) {
    for (const double number : series->values) check(number, unit);
    RC_ASSERT(series->time_s.size() == series->values.size());
    RC_ASSERT(std::is_sorted(series->time_s.begin(), series->time_s.end()));
  }
  if (const auto* breakdown = std::get_if<Breakdown>(&one.value)) {
    for (const auto& [name, number] : breakdown->parts) check(number, unit);
  }
  if (one.interval) check(one.interval->low, unit);
  if (one.interval) check(one.interval->high, unit);
}

// Saved lines with bytes changed, lines lost, doubled and in another order.
RC_GTEST_PROP(EvidenceFiles, DamageIsSkippedAndNeverRead, ()) {
  std::vector<std::string> lines;
  for (const Evidence& one : any_run()) {
    const std::string text = evidence_lines(one);
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
      lines.push_back(text.substr(at, text.find('\n', at) + 1 - at));
  }
  std::string text = header();
  for (int left = *rc::gen::inRange(1, 12); left > 0; --left) {
    std::string line = one_of(lines);
    if (*rc::gen::arbitrary<bool>()) {
      const auto at = *rc::gen::inRange<std::size_t>(0, line.size());
      line[at] = one_of<char>({'9', '-', '"', '[', '}', '\n', '\xFF', 'e', '.'});
    }
    text += line;
  }
  for (const Evidence& one : read(text).evidence) check_numbers(one);
}

// Facts by hand, of any signal and with anything for a value.
RC_GTEST_PROP(EvidenceFiles, NothingWrittenByHandPassesUnchecked, ()) {
  std::string text;
  for (int left = *rc::gen::inRange(1, 4); left > 0; --left) {
    text += std::string(one_of(vocabulary().all())->id) + ": ";
    text += one_of<std::string>({"35 %",
                                 "-1",
                                 "1e999",
                                 "nan",
                                 "inf",
                                 ".inf",
                                 "[1, 2]",
                                 "[]",
                                 "{a: 1}",
                                 "{a: -1}",
                                 "null",
                                 "yes",
                                 "{time_s: [0, 1], values: [1, -1]}",
                                 "{time_s: [1, 0], values: [1, 1]}",
                                 "0.5",
                                 "[{a: 1, b_s: 3 ms}]",
                                 "[{a_share: 3}]",
                                 "940 ms",
                                 "text",
                                 "{a: nan}",
                                 "[-1]",
                                 "1e308 h"});
    text += "\n";
  }
  const auto document = read_evidence_file(text, "facts", vocabulary());
  if (!document) return;
  for (const Evidence& one : document->evidence) check_numbers(one);
}

}  // namespace
}  // namespace underfed
