// SPDX-License-Identifier: Apache-2.0
#include "sys/append_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace underfed {
namespace {

class AppendFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "underfed-append-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path() const { return folder_ + "/run.evidence"; }
  [[nodiscard]] std::string content() const {
    std::ifstream in(path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::string folder_;
};

TEST_F(AppendFileTest, GrowsAndNeverReplaces) {
  {
    auto file = AppendFile::open(path());
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->append("one\ntwo\n"));
    EXPECT_EQ(content(), "one\ntwo\n");  // at once: a kill loses nothing
    ASSERT_TRUE(file->flush());
  }
  auto again = AppendFile::open(path());
  ASSERT_TRUE(again);
  AppendFile moved = std::move(*again);
  ASSERT_TRUE(moved.append("three\n"));
  EXPECT_EQ(content(), "one\ntwo\nthree\n");
}

TEST_F(AppendFileTest, ANewFileIsItsUsersOwn) {
  ASSERT_TRUE(AppendFile::open(path()));
  struct stat what {};
  ASSERT_EQ(stat(path().c_str(), &what), 0);
  EXPECT_EQ(what.st_mode & 0077, 0U);
}

TEST_F(AppendFileTest, EndsALineThatAKilledRecordingLeft) {
  std::ofstream(path()) << "one\n{\"cut";
  auto file = AppendFile::open(path());
  ASSERT_TRUE(file);
  EXPECT_EQ(content(), "one\n{\"cut");  // opening writes nothing
  ASSERT_TRUE(file->append("two\n"));
  ASSERT_TRUE(file->append("three\n"));
  EXPECT_EQ(content(), "one\n{\"cut\ntwo\nthree\n");
}

TEST_F(AppendFileTest, NamesAPathThatCannotBeWritten) {
  const auto missing = AppendFile::open(folder_ + "/no/such");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_writable);
  EXPECT_NE(missing.error().message.find("/no/such"), std::string::npos);
  EXPECT_FALSE(AppendFile::open(folder_));
  EXPECT_FALSE(AppendFile::open("/dev/null"));
}

}  // namespace
}  // namespace underfed
