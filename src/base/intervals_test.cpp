// SPDX-License-Identifier: Apache-2.0
#include "base/intervals.h"

#include <gtest/gtest.h>

namespace underfed {
namespace {

TEST(Intervals, UnionMergesOverlapAndTouchAndDropsEmpty) {
  EXPECT_EQ(unite({{5, 7}, {0, 2}, {2, 3}, {6, 9}, {20, 20}}), (IntervalSet{{0, 3}, {5, 9}}));
}

TEST(Intervals, SubtractLeavesWhatIsNotCovered) {
  EXPECT_EQ(subtract({{0, 10}, {20, 30}}, {{2, 4}, {8, 22}, {25, 26}}),
            (IntervalSet{{0, 2}, {4, 8}, {22, 25}, {26, 30}}));
}

TEST(Intervals, SubtractKeepsAllWhenNothingOverlaps) {
  EXPECT_EQ(subtract({{0, 10}}, {{10, 12}}), (IntervalSet{{0, 10}}));
}

TEST(Intervals, IntersectFindsCommonStretches) {
  EXPECT_EQ(intersect({{0, 10}, {20, 30}}, {{5, 25}}), (IntervalSet{{5, 10}, {20, 25}}));
}

TEST(Intervals, GapsOfNothingAreTheWholeWindow) {
  EXPECT_EQ(gaps({}, {3, 9}), (IntervalSet{{3, 9}}));
  EXPECT_EQ(gaps({{0, 100}}, {3, 9}), IntervalSet{});
}

TEST(Intervals, LengthInsideAWindow) {
  const IntervalSet set{{0, 10}, {20, 30}, {40, 50}};
  EXPECT_EQ(length_ns(set, {5, 45}), 20);
  EXPECT_EQ(length_ns(set, {10, 20}), 0);
  EXPECT_EQ(length_ns(set, {-5, 100}), length_ns(set));
  EXPECT_EQ(length_ns(set, {25, 21}), 0);
}

}  // namespace
}  // namespace underfed
