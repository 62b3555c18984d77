// SPDX-License-Identifier: Apache-2.0
#include "report/line_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "report/testing/cases.h"
#include "report/testing/random_diagnosis.h"

namespace underfed {
namespace {

std::string line_of(const Diagnosis& diagnosis) {
  std::ostringstream out;
  render_line(diagnosis, out);
  return out.str();
}

TEST(LineReport, GivesTheFirstFinding) {
  EXPECT_EQ(line_of(testing::make_case("starved")),
            "input-starvation present lost=0.51 (0.49-0.53) certain\n");
}

TEST(LineReport, GivesTheVerdictWhereNothingWasFound) {
  EXPECT_EQ(line_of(testing::make_case("well_fed")), "- well-fed busy=0.96\n");
  EXPECT_EQ(line_of(testing::make_case("too_small")), "- job-too-small\n");
  EXPECT_EQ(line_of(testing::make_case("counter_only")), "- cannot-tell busy=0.37\n");
}

TEST(LineReport, LeavesOutWhatIsNotFinite) {
  Diagnosis d = testing::make_case("starved");
  d.checklist[0].assessment.lost->share.high = std::numeric_limits<double>::infinity();
  EXPECT_EQ(line_of(d), "input-starvation present certain\n");
}

TEST(LineReport, IsAlwaysOneLine) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const std::string line = line_of(testing::random_diagnosis(seed));
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
  }
}

}  // namespace
}  // namespace underfed
