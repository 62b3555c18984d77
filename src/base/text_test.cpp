// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <gtest/gtest.h>

#include <array>

namespace underfed {
namespace {

using namespace std::string_view_literals;
constexpr std::array kIds{"gpu.counter_busy"sv, "gpu.kernel_busy"sv, "loader.workers"sv};

TEST(Text, NearestFindsTheMisspeltAndTheWrongFamily) {
  EXPECT_EQ(nearest("gpu.counter_bussy", kIds), "gpu.counter_busy");
  EXPECT_EQ(nearest("dataloader.workers", kIds), "loader.workers");
  EXPECT_EQ(nearest("Loader.Workers", kIds), "loader.workers");
}

TEST(Text, NearestStaysSilentWhenNothingIsNear) {
  EXPECT_EQ(nearest("colour", kIds), std::nullopt);
}

TEST(Text, SplitKeepsEmptyParts) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
}

TEST(Text, ThousandsAreSeparated) {
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1203442176), "1,203,442,176");
}

TEST(Text, TrimTakesLineEndsToo) { EXPECT_EQ(trim(" \t a b\r\n"), "a b"); }

}  // namespace
}  // namespace underfed
