// SPDX-License-Identifier: Apache-2.0
#include "report/quantity_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <numeric>

namespace underfed {
namespace {

std::string text_of(double value, Unit unit) { return to_text(Quantity{value, unit}); }

TEST(QuantityText, SharesAreWholePercentsWithFinerEnds) {
  EXPECT_EQ(text_of(0.51, Unit::share), "51 %");
  EXPECT_EQ(text_of(0, Unit::share), "0 %");
  EXPECT_EQ(text_of(0.0004, Unit::share), "<0.1 %");
  EXPECT_EQ(text_of(0.004, Unit::share), "0.4 %");
  EXPECT_EQ(text_of(0.0096, Unit::share), "1 %");
  EXPECT_EQ(text_of(0.996, Unit::share), "99.6 %");
  EXPECT_EQ(text_of(0.99999, Unit::share), ">99.9 %");
  EXPECT_EQ(text_of(1, Unit::share), "100 %");
}

TEST(QuantityText, TimesTakeTheUnitThatFits) {
  EXPECT_EQ(text_of(0, Unit::seconds), "0 s");
  EXPECT_EQ(text_of(850e-9, Unit::seconds), "850 ns");
  EXPECT_EQ(text_of(12e-6, Unit::seconds), "12 us");
  EXPECT_EQ(text_of(2.35e-3, Unit::seconds), "2.4 ms");
  EXPECT_EQ(text_of(0.031, Unit::seconds), "31 ms");
  EXPECT_EQ(text_of(0.0957, Unit::seconds), "95.7 ms");
  EXPECT_EQ(text_of(0.9, Unit::seconds), "0.90 s");
  EXPECT_EQ(text_of(1.84, Unit::seconds), "1.84 s");
  EXPECT_EQ(text_of(11.24, Unit::seconds), "11.2 s");
  EXPECT_EQ(text_of(110, Unit::seconds), "110 s");
  EXPECT_EQ(text_of(130, Unit::seconds), "2 min 10 s");
  EXPECT_EQ(text_of(1800, Unit::seconds), "30 min");
  EXPECT_EQ(text_of(7800, Unit::seconds), "2 h 10 min");
  EXPECT_EQ(text_of(9 * 3600, Unit::seconds), "9 h");
  EXPECT_EQ(text_of(300.0 * 3600, Unit::seconds), "300 h");
}

TEST(QuantityText, RoundingNeverReachesTheNextUnitsPlace) {
  EXPECT_EQ(text_of(0.9999996e-3, Unit::seconds), "1 ms");
  EXPECT_EQ(text_of(9.9996e-2, Unit::seconds), "0.10 s");
  EXPECT_EQ(text_of(9.999, Unit::seconds), "10.0 s");
  EXPECT_EQ(text_of(119.9, Unit::seconds), "2 min");
  EXPECT_EQ(text_of(3599.9, Unit::seconds), "1 h");
}

TEST(QuantityText, OtherUnits) {
  EXPECT_EQ(text_of(1.94, Unit::factor), "1.9x");
  EXPECT_EQ(text_of(2, Unit::factor), "2x");
  EXPECT_EQ(text_of(16.4, Unit::factor), "16x");
  EXPECT_EQ(text_of(4118220, Unit::count), "4,118,220");
  EXPECT_EQ(text_of(2.5, Unit::count), "2.5");
  EXPECT_EQ(text_of(80.0 * 1024 * 1024 * 1024, Unit::bytes), "80 GiB");
  EXPECT_EQ(text_of(900e9, Unit::bytes_per_second), "900 GB/s");
  EXPECT_EQ(text_of(1870, Unit::tokens), "1,870 tokens");
  EXPECT_EQ(text_of(312e12, Unit::flops_per_second), "312 TFLOP/s");
  EXPECT_EQ(text_of(8.6, Unit::none), "8.6");
  EXPECT_EQ(text_of(std::numeric_limits<double>::quiet_NaN(), Unit::share), "unknown");
  EXPECT_EQ(text_of(std::numeric_limits<double>::infinity(), Unit::seconds), "unknown");
}

TEST(QuantityText, RangesSayTheUnitOnceAndCollapse) {
  EXPECT_EQ(range_text({0.49, 0.53}, Unit::share), "49-53 %");
  EXPECT_EQ(range_text({0.511, 0.513}, Unit::share), "51 %");
  EXPECT_EQ(range_text({0.004, 0.031}, Unit::share), "0.4-3.1 %");
  EXPECT_EQ(range_text({0.031, 0.035}, Unit::seconds), "31-35 ms");
  EXPECT_EQ(range_text({0.05, 7800}, Unit::seconds), "50 ms to 2 h 10 min");
  EXPECT_EQ(range_text({1.96, 2.13}, Unit::factor), "2.0x to 2.1x");
  EXPECT_EQ(range_text({2, 6}, Unit::factor), "2x to 6x");
  EXPECT_EQ(bracket_text({0.49, 0.53}), "49-53");
  EXPECT_EQ(bracket_text({0.51, 0.51}), "");
}

TEST(StatementText, PutsNumbersInPlaceAndNeverTwice) {
  const auto text = [](std::string pattern, std::vector<Statement::Part> values) {
    return to_text(Statement{std::move(pattern), std::move(values)});
  };
  EXPECT_EQ(text("a batch in {}, {} ahead", {seconds(0.94), count(3)}),
            "a batch in 0.94 s, 3 ahead");
  EXPECT_EQ(text("{} tokens a launch", {Quantity{2048, Unit::tokens}}), "2,048 tokens a launch");
  EXPECT_EQ(text("{} % of it", {share(0.5)}), "50 % of it");
  EXPECT_EQ(text("{} and {}", {std::string("{}")}), "{} and ?");
  EXPECT_LE(text("{}", {std::string(5000, 'k')}).size(), 72U);
}

RC_GTEST_PROP(WholePercents, AddUpToAHundred, ()) {
  const auto sizes =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 10000)));
  std::vector<double> parts(sizes.begin(), sizes.end());
  const std::vector<int> percents = whole_percents(parts);
  const double total = std::accumulate(parts.begin(), parts.end(), 0.0);
  RC_ASSERT(std::accumulate(percents.begin(), percents.end(), 0) == (total > 0 ? 100 : 0));
  for (std::size_t at = 0; at < parts.size() && total > 0; ++at) {
    RC_ASSERT(std::abs(percents[at] - parts[at] / total * 100) <= 1.0);
  }
}

RC_GTEST_PROP(WholeCells, FillTheBarAndHideNothingOfAHundredth, ()) {
  const auto sizes = *rc::gen::resize(
      8, rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 100))));
  RC_PRE(sizes.size() <= 9U);
  std::vector<double> parts(sizes.begin(), sizes.end());
  const double total = std::accumulate(parts.begin(), parts.end(), 0.0);
  RC_PRE(total > 0);
  const std::vector<int> cells = whole_cells(parts, 50);
  RC_ASSERT(std::accumulate(cells.begin(), cells.end(), 0) == 50);
  for (std::size_t at = 0; at < parts.size(); ++at) {
    if (parts[at] / total >= 0.01) RC_ASSERT(cells[at] >= 1);
  }
}

}  // namespace
}  // namespace underfed
