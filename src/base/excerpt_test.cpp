// SPDX-License-Identifier: Apache-2.0
#include "base/excerpt.h"

#include <gtest/gtest.h>

namespace underfed {
namespace {

TEST(Excerpt, ShortTextStaysAndLongTextIsCutBetweenCharacters) {
  EXPECT_EQ(excerpt("gpu.busy"), "gpu.busy");
  EXPECT_EQ(excerpt("12345", 5), "12345");
  EXPECT_EQ(excerpt("123456", 5), "12345...");
  EXPECT_EQ(excerpt("ab\xC3\xA9z", 3), "ab...");
  EXPECT_EQ(excerpt("\x80\x80\x80", 1), "...");
}

TEST(Excerpt, NothingReachesTheTerminalThatCouldDriveIt) {
  EXPECT_EQ(excerpt("a\x1B[31m\n\x7F"), "a?[31m??");
}

}  // namespace
}  // namespace underfed
