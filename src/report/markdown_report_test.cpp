// SPDX-License-Identifier: Apache-2.0
#include "report/markdown_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <sstream>

#include "base/text.h"
#include "report/display_text.h"
#include "report/testing/cases.h"
#include "report/testing/random_diagnosis.h"

namespace underfed {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string shown(const Diagnosis& diagnosis) {
  std::ostringstream out;
  render_markdown(diagnosis, out);
  return out.str();
}

// Pipes that part cells, that is, those without a backslash before them.
std::ptrdiff_t cell_borders(std::string_view line) {
  std::ptrdiff_t found = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else if (line[at] == '|') {
      ++found;
    }
  }
  return found;
}

// What an input broke; empty where nothing.
std::string first_broken(const std::string& text) {
  std::ptrdiff_t fences = 0;
  for (const std::string_view line : split(text, '\n')) {
    const bool plain = printable(line, Charset::unicode) == line && !line.starts_with('#');
    const bool row = !line.starts_with("| ") || cell_borders(line) == 5;
    if (!plain || !row) return '"' + std::string(line) + '"';
    if (line.starts_with("```")) ++fences;
  }
  return fences % 2 == 0 ? "" : "an open fence";
}

TEST(MarkdownReport, ShowsInputsWithoutTheirFolders) {
  const std::string text = shown(testing::make_case("several"));
  EXPECT_THAT(text, HasSubstr("from trace.json, gpu.csv"));
  EXPECT_THAT(text, Not(HasSubstr("runs/a")));
  EXPECT_THAT(text, Not(HasSubstr("conf/")));
}

TEST(MarkdownReport, SaysWhatTheTerminalSays) {
  const std::string text = shown(testing::make_case("starved"));
  EXPECT_THAT(
      text,
      HasSubstr("| 1 | waiting for data | **present** | 51 % of the time (49-53), certain |"));
  EXPECT_THAT(text, HasSubstr("`dataloader_num_workers: 3`"));
  EXPECT_THAT(text, HasSubstr("lost: 0.51 GPU-hours in every hour"));
}

TEST(MarkdownReport, TakesNothingOfAnInputAsMarkup) {
  const std::string text = shown(testing::make_case("hostile"));
  EXPECT_EQ(first_broken(text), "");
  EXPECT_THAT(text, HasSubstr("\\<script\\>"));
}

RC_GTEST_PROP(MarkdownReport, TablesAndFencesSurviveAnyText, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  RC_ASSERT(first_broken(shown(testing::random_diagnosis(seed))) == "");
}

}  // namespace
}  // namespace underfed
