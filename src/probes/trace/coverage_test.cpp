// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/coverage.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace underfed {
namespace {

TEST(Coverage, MergesNestedRangesInEitherOrder) {
  Coverage coverage;
  coverage.add({0, 10});
  coverage.add({2, 5});
  coverage.add({20, 22});
  coverage.add({23, 25});
  coverage.add({19, 30});
  EXPECT_EQ(coverage.take(), (IntervalSet{{0, 10}, {19, 30}}));
  EXPECT_TRUE(coverage.empty());
}

TEST(Coverage, TakesInWhatComesLate) {
  Coverage coverage;
  coverage.add({100, 110});
  coverage.add({0, 10});
  coverage.add({120, 130});
  coverage.add({5, 105});
  EXPECT_EQ(coverage.take(), (IntervalSet{{0, 110}, {120, 130}}));
}

RC_GTEST_PROP(Coverage, IsTheUnionInAnyOrder, (const std::vector<std::pair<int, int>>& pairs)) {
  Coverage coverage;
  std::vector<Interval> all;
  for (const auto& [start, length] : pairs) {
    all.push_back({start, std::int64_t{start} + length});
    coverage.add(all.back());
  }
  RC_ASSERT(coverage.take() == unite(all));
}

}  // namespace
}  // namespace underfed
