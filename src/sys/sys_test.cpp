// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "sys/atomic_file.h"
#include "sys/file_source.h"

namespace underfed {
namespace {

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = "/tmp/underfed-sys-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  static std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::string folder_;
};

TEST_F(Files, ReadsAFileToItsEnd) {
  std::ofstream(path("a")) << "some bytes";
  auto source = open_file(path("a"));
  ASSERT_TRUE(source);
  std::string buffer(100, '\0');
  EXPECT_EQ(*(*source)->read(buffer), 10U);
  EXPECT_EQ(*(*source)->read(buffer), 0U);
}

TEST_F(Files, SaysWhyAFileCannotBeOpened) {
  EXPECT_EQ(open_file(path("none")).error().code, ErrorCode::not_found);
  EXPECT_EQ(open_file(folder_).error().code, ErrorCode::not_readable);
  EXPECT_NE(open_file(folder_).error().message.find("folder"), std::string::npos);
}

TEST_F(Files, WritesTheWholeFileOrNothing) {
  ASSERT_TRUE(write_file_atomically(path("new"), "first"));
  EXPECT_EQ(content(path("new")), "first");
  ASSERT_TRUE(write_file_atomically(path("new"), "second"));
  EXPECT_EQ(content(path("new")), "second");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(Files, KeepsTheModeAndFollowsALink) {
  std::ofstream(path("real")) << "old";
  chmod(path("real").c_str(), 0640);
  std::filesystem::create_symlink(path("real"), path("link"));
  ASSERT_TRUE(write_file_atomically(path("link"), "new"));
  EXPECT_EQ(content(path("real")), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  struct stat what {};
  ASSERT_EQ(stat(path("real").c_str(), &what), 0);
  EXPECT_EQ(what.st_mode & 0777, 0640U);
}

TEST_F(Files, NamesAPathThatCannotBeWritten) {
  const auto result = write_file_atomically(path("no/such/folder"), "x");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::not_writable);
  EXPECT_FALSE(write_file_atomically(folder_, "x"));
}

}  // namespace
}  // namespace underfed
