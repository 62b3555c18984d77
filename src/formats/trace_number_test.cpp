// SPDX-License-Identifier: Apache-2.0
#include "formats/trace_number.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace underfed {
namespace {

TEST(TraceNumber, MicrosecondsBecomeNanosecondsExactly) {
  EXPECT_EQ(parse_us_as_ns("1712195911113587.123"), 1712195911113587123);
  EXPECT_EQ(parse_us_as_ns("35"), 35000);
  EXPECT_EQ(parse_us_as_ns("\"12.5\""), 12500);
  EXPECT_EQ(parse_us_as_ns("-4.25 \n"), -4250);
  EXPECT_EQ(parse_us_as_ns("1.5e3"), 1500000);
  EXPECT_EQ(parse_us_as_ns("0.0001"), 0);
}

TEST(TraceNumber, WhatIsNoTimeIsNothing) {
  for (const std::string token : {"", "NaN", "Infinity", "1e400", "99999999999999999999", "-",
                                  ".5.", "12x", "\"\"", "null"}) {
    EXPECT_EQ(parse_us_as_ns(token), std::nullopt) << token;
  }
}

TEST(TraceNumber, IntegersBeyondADoubleStayExact) {
  EXPECT_EQ(parse_integer("9007199254740993"), 9007199254740993);
  EXPECT_EQ(parse_integer("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(parse_integer("-12"), -12);
  EXPECT_EQ(parse_integer(" \"7\" "), 7);
  EXPECT_EQ(parse_integer("3.0"), 3);
  EXPECT_EQ(parse_integer("99999999999999999999"), std::nullopt);
  EXPECT_EQ(parse_integer("[1]"), std::nullopt);
}

RC_GTEST_PROP(TraceNumberProperty, EveryIntegerComesBack, (std::int64_t number)) {
  RC_ASSERT(parse_integer(std::to_string(number)) == number);
  RC_ASSERT(parse_integer("\"" + std::to_string(number) + "\"") == number);
}

}  // namespace
}  // namespace underfed
