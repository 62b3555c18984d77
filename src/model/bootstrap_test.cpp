// SPDX-License-Identifier: Apache-2.0
#include "model/bootstrap.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <random>
#include <vector>

namespace underfed {
namespace {

TEST(Bootstrap, EqualStepsGiveAPoint) {
  const std::vector<double> parts(12, 0.5);
  const std::vector<double> wholes(12, 1.0);
  const auto interval = bootstrap_ratio(parts, wholes);
  ASSERT_TRUE(interval);
  EXPECT_DOUBLE_EQ(interval->low, 0.5);
  EXPECT_DOUBLE_EQ(interval->high, 0.5);
}

TEST(Bootstrap, UnevenStepsGiveARange) {
  const std::vector<double> parts{0.2, 0.8, 0.3, 0.7, 0.1, 0.9};
  const auto interval = bootstrap_ratio(parts, std::vector<double>(6, 1.0));
  EXPECT_GT(interval->high - interval->low, 0.2);
}

TEST(Bootstrap, MoreStepsNarrowIt) {
  std::vector<double> few{0.2, 0.8, 0.3, 0.7};
  std::vector<double> many;
  for (int i = 0; i < 50; ++i) many.insert(many.end(), few.begin(), few.end());
  const auto wide = bootstrap_ratio(few, std::vector<double>(few.size(), 1.0));
  const auto narrow = bootstrap_ratio(many, std::vector<double>(many.size(), 1.0));
  EXPECT_LT(narrow->high - narrow->low, wide->high - wide->low);
}

// Steps alternate in long runs: single steps drawn freely would make the interval too narrow.
TEST(Bootstrap, NeighboursThatAreAlikeWidenIt) {
  std::vector<double> runs;
  std::vector<double> mixed;
  for (int i = 0; i < 64; ++i) {
    runs.push_back((i / 8) % 2 == 0 ? 0.2 : 0.8);
    mixed.push_back(i % 2 == 0 ? 0.2 : 0.8);
  }
  const std::vector<double> wholes(64, 1.0);
  const auto wide = bootstrap_ratio(runs, wholes);
  const auto narrow = bootstrap_ratio(mixed, wholes);
  EXPECT_GT(wide->high - wide->low, 1.5 * (narrow->high - narrow->low));
}

// Normal theory for 400 independent steps: 1.96 x 0.3 / sqrt(400) on each side.
TEST(Bootstrap, IsAsWideAsTheorySays) {
  std::mt19937_64 random(7);
  std::vector<double> parts;
  for (int i = 0; i < 400; ++i) parts.push_back(random() % 2 == 0 ? 0.2 : 0.8);
  const auto interval = bootstrap_ratio(parts, std::vector<double>(400, 1.0));
  EXPECT_NEAR(interval->high - interval->low, 2 * 1.96 * 0.3 / 20, 0.012);
}

TEST(Bootstrap, TwoStepsAreTooFew) {
  EXPECT_FALSE(bootstrap_ratio(std::vector<double>{1, 2}, std::vector<double>{3, 4}));
}

RC_GTEST_PROP(BootstrapProperty, HoldsTheRatioAndIsRepeatable, ()) {
  const auto drawn =
      *rc::gen::suchThat(rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 1000)),
                         [](const std::vector<int>& v) { return v.size() >= 3 && v.size() < 60; });
  std::vector<double> wholes(drawn.begin(), drawn.end());
  std::vector<double> parts;
  for (std::size_t i = 0; i < wholes.size(); ++i)
    parts.push_back(wholes[i] / static_cast<double>(i + 1));
  const double ratio = std::accumulate(parts.begin(), parts.end(), 0.0) /
                       std::accumulate(wholes.begin(), wholes.end(), 0.0);
  const auto interval = bootstrap_ratio(parts, wholes);
  RC_ASSERT(interval->low <= ratio);
  RC_ASSERT(interval->high >= ratio);
  RC_ASSERT(interval->low == bootstrap_ratio(parts, wholes)->low);
}

}  // namespace
}  // namespace underfed
