// SPDX-License-Identifier: Apache-2.0
#include "base/units.h"

#include <gtest/gtest.h>

#include <limits>

namespace underfed {
namespace {

TEST(Units, ReadsTheUnitsThatPeopleWrite) {
  EXPECT_DOUBLE_EQ(*parse_quantity("35 %", Unit::share), 0.35);
  EXPECT_DOUBLE_EQ(*parse_quantity("0.35", Unit::share), 0.35);
  EXPECT_DOUBLE_EQ(*parse_quantity("940ms", Unit::seconds), 0.94);
  EXPECT_DOUBLE_EQ(*parse_quantity(" 80 GiB ", Unit::bytes), 80.0 * 1024 * 1024 * 1024);
  EXPECT_DOUBLE_EQ(*parse_quantity("64k", Unit::tokens), 64000);
}

TEST(Units, RefusesPercentWrittenAsAShareAndSaysHow) {
  const auto refused = parse_quantity("35", Unit::share);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("percent"), std::string::npos);
  EXPECT_NE(refused.error().hint.find("35 %"), std::string::npos);
}

TEST(Units, RefusesAnotherKindOfUnit) {
  EXPECT_FALSE(parse_quantity("3 GiB", Unit::seconds));
  EXPECT_FALSE(parse_quantity("3 parsecs", Unit::seconds));
  EXPECT_FALSE(parse_quantity("soon", Unit::seconds));
}

TEST(Units, PartsOfAUnitAreExact) {
  EXPECT_EQ(*parse_quantity("35 %", Unit::share), 0.35);
  EXPECT_EQ(*parse_quantity("940 ms", Unit::seconds), 0.94);
  EXPECT_EQ(*parse_quantity("700 ns", Unit::seconds), 7e-7);
}

TEST(Units, SeparatorsAndSigns) {
  EXPECT_EQ(*parse_quantity("+4", Unit::count), 4);
  EXPECT_FALSE(parse_quantity("+-4", Unit::none));
  for (const std::string text : {"1,800", "1_800"}) {
    EXPECT_NE(parse_quantity(text, Unit::tokens).error().message.find("mark between its digits"),
              std::string::npos);
  }
}

TEST(Units, RefusesWhatCannotBe) {
  EXPECT_FALSE(check_quantity(-1, Unit::seconds));
  EXPECT_FALSE(check_quantity(std::numeric_limits<double>::quiet_NaN(), Unit::count));
  EXPECT_TRUE(check_quantity(-4, Unit::celsius));
}

}  // namespace
}  // namespace underfed
