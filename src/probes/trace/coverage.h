// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/intervals.h"

namespace underfed {

// The union of intervals that arrive one by one, nearly in order: nested ranges before or after the
// range around them, now and then one from far back. Costs memory only for what is left disjoint.
class Coverage {
 public:
  void add(Interval interval);
  // The union; leaves the coverage empty.
  [[nodiscard]] IntervalSet take();
  [[nodiscard]] bool empty() const { return merged_.empty() && late_.empty(); }

 private:
  IntervalSet merged_;
  std::vector<Interval> late_;  // those that start before the last of merged_ and do not touch it
};

}  // namespace underfed
