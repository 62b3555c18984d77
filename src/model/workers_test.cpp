// SPDX-License-Identifier: Apache-2.0
#include "model/workers.h"

#include <gtest/gtest.h>

namespace underfed {
namespace {

TEST(Workers, HalfAsManyAgainAsKeepUp) {
  const WorkersNeeded needed = workers_needed(0.94, 0.90, std::nullopt);
  EXPECT_EQ(needed.keep_up, 2);
  EXPECT_EQ(needed.recommended, 3);
}

TEST(Workers, OneKeepsUpAndTwoLeaveRoom) {
  EXPECT_EQ(workers_needed(0.07, 0.10, std::nullopt).recommended, 2);
}

TEST(Workers, CoresLimitTheNumberAndItIsSaid) {
  const WorkersNeeded needed = workers_needed(5.0, 1.0, 4.0);
  EXPECT_EQ(needed.recommended, 3);
  EXPECT_FALSE(needed.enough_cores);
  EXPECT_TRUE(workers_needed(2.0, 1.0, 8.0).enough_cores);
}

TEST(Workers, AWholeRatioNeedsNoWorkerMore) {
  EXPECT_EQ(workers_needed(2.1, 0.7, std::nullopt).keep_up, 3);
  EXPECT_EQ(workers_needed(0.0, 0.7, std::nullopt).keep_up, 1);
}

TEST(Workers, OneCoreIsNeverNoWorker) {
  EXPECT_EQ(workers_needed(5.0, 1.0, 1.0).recommended, 1);
  EXPECT_EQ(workers_needed(5.0, 1.0, 0.5).recommended, 1);
}

TEST(Workers, NoOtherWorkIsNoInfinity) {
  EXPECT_LE(workers_needed(1.0, 0.0, std::nullopt).keep_up, 64);
}

}  // namespace
}  // namespace underfed
