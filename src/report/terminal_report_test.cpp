// SPDX-License-Identifier: Apache-2.0
#include "report/terminal_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <sstream>

#include "base/text.h"
#include "report/display_text.h"
#include "report/terminal_page.h"
#include "report/testing/cases.h"
#include "report/testing/random_diagnosis.h"

namespace underfed {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string shown(const Diagnosis& diagnosis, TerminalStyle style = {}) {
  std::ostringstream out;
  render_terminal(diagnosis, style, out);
  return out.str();
}

// Our own colours out, so that what is left must be plain text.
std::string without_colours(std::string text) {
  for (auto at = text.find("\033["); at != std::string::npos; at = text.find("\033[", at)) {
    const auto end = text.find('m', at);
    const std::string code = text.substr(at, end + 1 - at);
    EXPECT_LE(code.size(), 7U);
    text.erase(at, code.size());
  }
  return text;
}

// The first line that is too wide or not plain; empty where all are well.
std::string first_bad_line(const std::string& text, std::size_t width) {
  for (const std::string_view line : split(text, '\n')) {
    const bool plain = printable(line, Charset::unicode) == line && !line.ends_with(' ');
    if (!plain || display_width(line) > width) return '"' + std::string(line) + '"';
  }
  return {};
}

TEST(TerminalReport, FitsOneScreenInTheNormalCases) {
  for (const char* name : {"starved", "well_fed", "too_small", "counter_only", "nothing_known",
                           "no_device_work", "cut_short"}) {
    EXPECT_LE(split(shown(testing::make_case(name)), '\n').size(), 30U) << name;
  }
}

TEST(TerminalReport, SaysWhatToDoInTheUsersWords) {
  const std::string text = shown(testing::make_case("starved"));
  EXPECT_THAT(text,
              HasSubstr("GPU 0 computes 42 % of the time. It waits for the next batch for 51 %"));
  EXPECT_THAT(text, HasSubstr("dataloader_num_workers: 3"));
  EXPECT_THAT(text, HasSubstr("→ underfed trace.json.gz config.yml"));
  EXPECT_THAT(text, Not(HasSubstr("prefetch"))) << "a gain of 1 % belongs to -v";
  EXPECT_THAT(shown(testing::make_case("starved"), {.detail = Detail::verbose}),
              HasSubstr("dataloader_prefetch_factor: 4"));
}

TEST(TerminalReport, ColourIsOnlyColour) {
  for (const testing::ReportCase& one : testing::report_cases()) {
    EXPECT_EQ(without_colours(shown(one.make(), {.colour = Colour::on})), shown(one.make()));
  }
}

TEST(TerminalReport, AsciiIsAscii) {
  for (const testing::ReportCase& one : testing::report_cases()) {
    for (const char c : shown(one.make(), {.glyphs = Glyphs::ascii, .detail = Detail::verbose})) {
      ASSERT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7F)) << one.name;
    }
  }
}

TEST(TerminalReport, AnExplainedCauseStandsUnderItsExplanationOnly) {
  const std::string text = shown(testing::make_case("several"));
  const auto first = text.find("host syncs");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(text.find("host syncs", first + 1), std::string::npos);
  EXPECT_LT(text.find("batch too small"), first);
  EXPECT_LT(first, text.find("wrong precision      present"));
}

TEST(TerminalReport, TheSameWayToSettleIsToldOnce) {
  Diagnosis d = testing::make_case("starved");
  d.checklist[4].assessment = d.checklist[3].assessment;
  const std::string text = shown(d);
  EXPECT_THAT(text, HasSubstr("→ as for 4"));
  EXPECT_EQ(text.find("config.yml"), text.rfind("config.yml"));
}

TEST(Wrap, KeepsNumberAndUnitTogether) {
  const auto lines = wrap({{"it takes 51 % of all"}}, 12, 12);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].front().text, "it takes");
  EXPECT_EQ(lines[1].front().text, "51 % of all");
}

TEST(Wrap, CutsWordsThatNoLineCanHold) {
  const auto lines = wrap({{"abcdefghij"}}, 4, 4);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[2].front().text, "ij");
}

RC_GTEST_PROP(TerminalReport, NoLineIsWiderThanTheTerminal, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const auto width = *rc::gen::inRange(40, 121);
  const bool verbose = *rc::gen::arbitrary<bool>();
  const bool ascii = *rc::gen::arbitrary<bool>();
  const TerminalStyle style{.width = width,
                            .glyphs = ascii ? Glyphs::ascii : Glyphs::unicode,
                            .detail = verbose ? Detail::verbose : Detail::normal};
  RC_ASSERT(first_bad_line(shown(testing::random_diagnosis(seed), style),
                           static_cast<std::size_t>(width)) == "");
}

TEST(TerminalReport, TakesAnyWidthIntoItsBounds) {
  const Diagnosis d = testing::make_case("several");
  EXPECT_EQ(first_bad_line(shown(d, {.width = 0}), 40), "");
  EXPECT_EQ(first_bad_line(shown(d, {.width = 100000}), 120), "");
}

}  // namespace
}  // namespace underfed
