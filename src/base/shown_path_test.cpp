// SPDX-License-Identifier: Apache-2.0
#include "base/shown_path.h"

#include <gtest/gtest.h>

namespace underfed {
namespace {

TEST(ShownPath, BelowTheWorkingFolderItIsRelative) {
  EXPECT_EQ(shown_path("/job/run/trace.json", "/job"), "run/trace.json");
  EXPECT_EQ(shown_path("/trace.json", "/"), "trace.json");
}

TEST(ShownPath, ElsewhereOnlyTheNameIsShown) {
  EXPECT_EQ(shown_path("/home/ann/secret/trace.json", "/job"), "trace.json");
  EXPECT_EQ(shown_path("/jobs/trace.json", "/job"), "trace.json");
  EXPECT_EQ(shown_path("../../home/ann/trace.json", "/job"), "trace.json");
}

TEST(ShownPath, WhatWasWrittenRelativeStays) {
  EXPECT_EQ(shown_path("before/trace.json", "/job"), "before/trace.json");
  EXPECT_EQ(shown_path("../trace.json", "/job"), "../trace.json");
  EXPECT_EQ(shown_path("-", "/job"), "standard input");
}

}  // namespace
}  // namespace underfed
