// SPDX-License-Identifier: Apache-2.0
#include "base/intervals.h"

#include <algorithm>

namespace underfed {

IntervalSet unite(std::vector<Interval> intervals) {
  std::erase_if(intervals, [](const Interval& i) { return i.empty(); });
  std::sort(intervals.begin(), intervals.end(),
            [](const Interval& a, const Interval& b) { return a.start_ns < b.start_ns; });
  std::size_t kept = 0;
  for (const Interval next : intervals) {
    if (kept > 0 && next.start_ns <= intervals[kept - 1].end_ns) {
      intervals[kept - 1].end_ns = std::max(intervals[kept - 1].end_ns, next.end_ns);
    } else {
      intervals[kept++] = next;
    }
  }
  intervals.resize(kept);
  return intervals;
}

IntervalSet unite(const IntervalSet& a, const IntervalSet& b) {
  std::vector<Interval> both = a;
  both.insert(both.end(), b.begin(), b.end());
  return unite(std::move(both));
}

IntervalSet subtract(const IntervalSet& from, const IntervalSet& what) {
  IntervalSet left;
  std::size_t w = 0;
  for (Interval rest : from) {
    while (w < what.size() && what[w].end_ns <= rest.start_ns) ++w;
    for (std::size_t k = w; k < what.size() && what[k].start_ns < rest.end_ns; ++k) {
      if (what[k].start_ns > rest.start_ns) left.push_back({rest.start_ns, what[k].start_ns});
      rest.start_ns = std::max(rest.start_ns, what[k].end_ns);
    }
    if (!rest.empty()) left.push_back(rest);
  }
  return left;
}

IntervalSet intersect(const IntervalSet& a, const IntervalSet& b) {
  IntervalSet common;
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < a.size() && k < b.size()) {
    const Interval both{std::max(a[i].start_ns, b[k].start_ns), std::min(a[i].end_ns, b[k].end_ns)};
    if (!both.empty()) common.push_back(both);
    (a[i].end_ns < b[k].end_ns) ? ++i : ++k;
  }
  return common;
}

IntervalSet clip(const IntervalSet& set, Interval window) { return intersect(set, {window}); }

IntervalSet gaps(const IntervalSet& set, Interval window) {
  if (window.empty()) return {};
  return subtract({window}, set);
}

std::int64_t length_ns(const IntervalSet& set) {
  std::int64_t sum = 0;
  for (const Interval& i : set) sum += i.length_ns();
  return sum;
}

std::int64_t length_ns(const IntervalSet& set, Interval window) {
  auto next = std::upper_bound(set.begin(), set.end(), window.start_ns,
                               [](std::int64_t t, const Interval& i) { return t < i.end_ns; });
  std::int64_t sum = 0;
  for (; next != set.end() && next->start_ns < window.end_ns; ++next) {
    const Interval inside{std::max(next->start_ns, window.start_ns),
                          std::min(next->end_ns, window.end_ns)};
    sum += inside.length_ns();
  }
  return sum;
}

}  // namespace underfed
