// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace underfed {

// A half-open stretch of time, [start_ns, end_ns). Empty where end_ns <= start_ns.
struct Interval {
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;

  [[nodiscard]] std::int64_t length_ns() const { return end_ns > start_ns ? end_ns - start_ns : 0; }
  [[nodiscard]] bool empty() const { return end_ns <= start_ns; }
  [[nodiscard]] bool contains(std::int64_t at_ns) const {
    return start_ns <= at_ns && at_ns < end_ns;
  }
  friend bool operator==(const Interval&, const Interval&) = default;
};

// Intervals sorted by start, none empty, none touching the next: what interval unions are made of,
// so that nothing is counted twice.
using IntervalSet = std::vector<Interval>;

// Any intervals, in any order -> their union.
[[nodiscard]] IntervalSet unite(std::vector<Interval> intervals);
[[nodiscard]] IntervalSet unite(const IntervalSet& a, const IntervalSet& b);
[[nodiscard]] IntervalSet subtract(const IntervalSet& from, const IntervalSet& what);
[[nodiscard]] IntervalSet intersect(const IntervalSet& a, const IntervalSet& b);
[[nodiscard]] IntervalSet clip(const IntervalSet& set, Interval window);
// `window` minus `set`.
[[nodiscard]] IntervalSet gaps(const IntervalSet& set, Interval window);
[[nodiscard]] std::int64_t length_ns(const IntervalSet& set);
// Of the part inside `window`; looks only there.
[[nodiscard]] std::int64_t length_ns(const IntervalSet& set, Interval window);

}  // namespace underfed
