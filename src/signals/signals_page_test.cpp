// SPDX-License-Identifier: Apache-2.0
// docs/signals.md is written from the vocabulary: with UNDERFED_REGOLD=1 this test writes it
// (tools/gen-docs), without it fails where the page is stale.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "signals/vocabulary.h"

namespace underfed {
namespace {

constexpr std::string_view kIntroduction =
    R"(<!-- written by tools/gen-docs from src/signals; do not edit -->
# Signals

Every quantity that underfed knows by a name. Probes produce them, derivations compute some from others, causes read them; a person can write any of them into an
[evidence file](evidence.md). `underfed explain NAME` prints one. Names never change their meaning: what is not the same quantity is not the same signal.

A plain number is in the unit given; shares run from 0 to 1. *of* says what a value is about. Settings show their most common key, as HF TrainingArguments spells it.
)";

std::string_view family_of(const Signal& signal) {
  return signal.id.substr(0, signal.id.find('.'));
}

// Text as a cell of a table takes it.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string row(const Signal& signal) {
  std::string meaning = cell(signal.meaning);
  if (!signal.key.empty()) meaning += fmt::format(" (`{}`)", signal.key);
  const std::string unit =
      signal.unit == Unit::none ? "" : fmt::format(", {}", to_text(signal.unit));
  return fmt::format("| `{}` | {}{} | {} | {} | {} | {} |\n", signal.id, to_text(signal.shape),
                     unit, to_text(signal.scope), meaning, cell(signal.misleads),
                     cell(signal.obtain.how));
}

std::string page() {
  std::string text(kIntroduction);
  std::string_view family;
  for (const Signal* signal : vocabulary().all()) {
    if (family_of(*signal) != family) {
      family = family_of(*signal);
      text += fmt::format("\n## {}\n\n", family);
      text += "| signal | shape, unit | of | what it is | what it is not | how to obtain it |\n";
      text += "| --- | --- | --- | --- | --- | --- |\n";
    }
    text += row(*signal);
  }
  return text;
}

TEST(SignalsPage, SaysWhatTheVocabularySays) {
  const std::string path = std::string(UNDERFED_SOURCE_DIR) + "/docs/signals.md";
  if (std::getenv("UNDERFED_REGOLD") != nullptr) std::ofstream(path, std::ios::binary) << page();
  std::ifstream in(path, std::ios::binary);
  const std::string written{std::istreambuf_iterator<char>(in), {}};
  EXPECT_TRUE(written == page()) << "docs/signals.md is stale: run tools/gen-docs";
}

TEST(SignalsPage, EverySignalIsOneRow) {
  const std::string text = page();
  for (const Signal* signal : vocabulary().all())
    EXPECT_NE(text.find(fmt::format("\n| `{}` |", signal->id)), std::string::npos);
  const auto rows = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  EXPECT_GT(rows, vocabulary().all().size());
}

}  // namespace
}  // namespace underfed
