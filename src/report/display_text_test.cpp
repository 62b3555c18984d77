// SPDX-License-Identifier: Apache-2.0
#include "report/display_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace underfed {
namespace {

TEST(Printable, TakesTheHarmOutOfText) {
  EXPECT_EQ(printable("a\033[31mb", Charset::unicode), "a?[31mb");
  EXPECT_EQ(printable("a\nb\tc\r", Charset::unicode), "a b c ");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m",
                      Charset::unicode),
            "?31m");  // C1 CSI
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "x",
                      Charset::unicode),
            "?x");  // right-to-left override
  EXPECT_EQ(printable("\xff\xc0\xaf\xed\xa0\x80", Charset::unicode), "??????");  // no UTF-8
  EXPECT_EQ(printable("\xe4\xb8", Charset::unicode), "??");                      // cut short
  EXPECT_EQ(printable("中 → é", Charset::unicode), "中 → é");
}

TEST(Printable, SpellsOutForAscii) {
  EXPECT_EQ(printable("→ 5 µs ± 1…", Charset::ascii), "-> 5 us +- 1...");
  EXPECT_EQ(printable("中", Charset::ascii), "?");
}

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("█·→"), 3U);
  EXPECT_EQ(display_width("中文"), 4U);
  EXPECT_EQ(display_width("e\xcc\x81"), 1U);
}

TEST(Shorten, KeepsHeadAndTail) {
  EXPECT_EQ(shorten("short", 10), "short");
  EXPECT_EQ(shorten("abcdefghijklmnopqrstuvwxyz", 12), "abcdef...xyz");
  EXPECT_LE(display_width(shorten("中中中中中中中中", 7)), 7U);
}

TEST(ShellWord, QuotesOnlyWhereNeeded) {
  EXPECT_EQ(shell_word("runs/a.json"), "runs/a.json");
  EXPECT_EQ(shell_word("my file"), "'my file'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(BaseName, DropsFolders) {
  EXPECT_EQ(base_name("/home/me/x.json"), "x.json");
  EXPECT_EQ(base_name("C:\\runs\\x.json"), "x.json");
  EXPECT_EQ(base_name("run/"), "run");
}

RC_GTEST_PROP(Printable, LeavesNothingThatATerminalObeys, ()) {
  const auto bytes = *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
  const std::string once = printable(bytes, Charset::unicode);
  for (const char c : once) RC_ASSERT(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F);
  RC_ASSERT(printable(once, Charset::unicode) == once);
  for (const char c : printable(bytes, Charset::ascii)) RC_ASSERT(c >= 0x20 && c < 0x7F);
}

RC_GTEST_PROP(Shorten, NeverExceedsItsColumns, ()) {
  const auto bytes = *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
  const auto columns = *rc::gen::inRange<std::size_t>(0, 40);
  RC_ASSERT(display_width(shorten(printable(bytes, Charset::unicode), columns)) <= columns);
}

}  // namespace
}  // namespace underfed
