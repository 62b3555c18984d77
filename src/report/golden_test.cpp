// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "report/json_report.h"
#include "report/line_report.h"
#include "report/markdown_report.h"
#include "report/terminal_report.h"
#include "report/testing/cases.h"

// Each case in each renderer, byte for byte. UNDERFED_REGOLD=1 (tools/regold) rewrites the files.
namespace underfed {
namespace {

using Render = std::function<void(const Diagnosis&, std::ostream&)>;
struct Renderer {
  std::string name;
  Render render;
};

Render terminal(TerminalStyle style) {
  return [style](const Diagnosis& diagnosis, std::ostream& out) {
    render_terminal(diagnosis, style, out);
  };
}

std::vector<Renderer> renderers() {
  return {
      {"terminal80", terminal({})},
      {"terminal60", terminal({.width = 60})},
      {"terminal80colour", terminal({.colour = Colour::on})},
      {"terminal80ascii", terminal({.glyphs = Glyphs::ascii})},
      {"terminal80verbose", terminal({.detail = Detail::verbose})},
      {"json", render_json},
      {"markdown", render_markdown},
      {"line", render_line},
  };
}

std::filesystem::path golden_path(const std::string& name, const std::string& renderer) {
  return std::filesystem::path(UNDERFED_SOURCE_DIR) / "src/report/goldens" /
         (name + "." + renderer + ".golden");
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

TEST(Golden, EveryCaseReadsAsItsFileSays) {
  const char* const regold = std::getenv("UNDERFED_REGOLD");
  const bool rewrite = regold != nullptr && std::string(regold) == "1";
  for (const testing::ReportCase& one : testing::report_cases()) {
    for (const Renderer& renderer : renderers()) {
      const auto path = golden_path(one.name, renderer.name);
      std::ostringstream out;
      renderer.render(one.make(), out);
      if (rewrite) {
        std::ofstream(path, std::ios::binary) << out.str();
        continue;
      }
      ASSERT_TRUE(std::filesystem::exists(path)) << path << " is missing: run tools/regold";
      EXPECT_EQ(out.str(), content_of(path)) << path << " differs: run tools/regold, read the diff";
    }
  }
  if (rewrite) GTEST_SKIP() << "golden files rewritten, nothing compared";
}

TEST(Golden, NoFileIsWithoutItsCase) {
  std::size_t expected = testing::report_cases().size() * renderers().size();
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(UNDERFED_SOURCE_DIR) / "src/report/goldens")) {
    if (entry.path().extension() == ".golden") ++found;
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace underfed
