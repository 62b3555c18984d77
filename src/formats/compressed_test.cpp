// SPDX-License-Identifier: Apache-2.0
#include "formats/compressed.h"

#include <gtest/gtest.h>
#include <isa-l/igzip_lib.h>
#include <rapidcheck/gtest.h>
#include <zstd.h>

#include <string>
#include <vector>

#include "base/memory_source.h"

namespace underfed {
namespace {

std::string gzip(const std::string& text) {
  std::vector<std::uint8_t> out(text.size() + 1024);
  isal_zstream stream;
  isal_deflate_init(&stream);
  stream.gzip_flag = IGZIP_GZIP;
  stream.end_of_stream = 1;
  stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<std::uint32_t>(text.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<std::uint32_t>(out.size());
  EXPECT_EQ(isal_deflate(&stream), COMP_OK);
  return {reinterpret_cast<char*>(out.data()), stream.total_out};
}

std::string zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

struct Decompressed {
  std::string text;
  std::string trouble;
};

Decompressed undo(const std::string& bytes, Ahead ahead, std::size_t portion = SIZE_MAX) {
  auto source = decompress(std::make_unique<MemorySource>(bytes, portion), ahead);
  EXPECT_TRUE(source);
  Decompressed out;
  std::vector<char> buffer(1000);
  while (true) {
    const auto length = (*source)->read(buffer);
    EXPECT_TRUE(length);
    if (*length == 0) break;
    out.text.append(buffer.data(), *length);
  }
  out.trouble = (*source)->trouble();
  return out;
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i * 7919) + ",";
  return text;
}

class Compressed : public ::testing::TestWithParam<Ahead> {};

TEST_P(Compressed, GzipOfOneAndOfSeveralMembers) {
  const std::string text = long_text();
  EXPECT_EQ(undo(gzip(text), GetParam()).text, text);
  EXPECT_EQ(undo(gzip("one ") + gzip("two ") + gzip(""), GetParam(), 3).text, "one two ");
}

TEST_P(Compressed, ZstdOfOneAndOfSeveralFrames) {
  const std::string text = long_text();
  EXPECT_EQ(undo(zstd(text), GetParam(), 777).text, text);
  EXPECT_EQ(undo(zstd("one ") + zstd("two"), GetParam()).text, "one two");
}

TEST_P(Compressed, PlainBytesPassThrough) {
  EXPECT_EQ(undo("plain", GetParam(), 1).text, "plain");
  EXPECT_EQ(undo("", GetParam()).text, "");
}

TEST_P(Compressed, CutShortGivesWhatCameAndSaysSo) {
  const std::string text = long_text();
  for (const std::string& bytes : {gzip(text), zstd(text)}) {
    const Decompressed cut = undo(bytes.substr(0, bytes.size() / 2), GetParam());
    EXPECT_GT(cut.text.size(), 1000U);
    EXPECT_EQ(cut.text, text.substr(0, cut.text.size()));
    EXPECT_NE(cut.trouble.find("cut short"), std::string::npos);
  }
}

TEST_P(Compressed, DamageEndsTheStreamAndIsNamed) {
  std::string bytes = gzip(long_text());
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x5A);
  bytes[bytes.size() / 2 + 1] = static_cast<char>(bytes[bytes.size() / 2 + 1] ^ 0x5A);
  EXPECT_FALSE(undo(bytes, GetParam()).trouble.empty());
}

TEST_P(Compressed, WhatStandsBehindTheLastMemberIsIgnored) {
  const Decompressed got = undo(gzip("text") + "garbage", GetParam());
  EXPECT_EQ(got.text, "text");
  EXPECT_EQ(got.trouble, "");
}

// A source that fails behind its bytes, as a disk does.
class FailingSource final : public ByteSource {
 public:
  explicit FailingSource(const std::string& bytes) : bytes_(bytes, 1000) {}
  Result<std::size_t> read(std::span<char> buffer) override {
    UF_TRY(const std::size_t length, bytes_.read(buffer));
    if (length > 0) return length;
    return Error{ErrorCode::not_readable, "the disk is broken", ""};
  }

 private:
  MemorySource bytes_;
};

TEST_P(Compressed, WhatCameBeforeAnErrorOfTheSourceIsNotLost) {
  const std::string text = long_text();
  const std::string bytes = gzip(text);
  auto source =
      decompress(std::make_unique<FailingSource>(bytes.substr(0, bytes.size() / 2)), GetParam());
  ASSERT_TRUE(source);
  std::string got;
  std::vector<char> buffer(1000);
  auto length = (*source)->read(buffer);
  for (; length; length = (*source)->read(buffer)) got.append(buffer.data(), *length);
  EXPECT_EQ(length.error().message, "the disk is broken");
  EXPECT_GT(got.size(), text.size() / 4);
  EXPECT_EQ(got, text.substr(0, got.size()));
}

INSTANTIATE_TEST_SUITE_P(Threads, Compressed, ::testing::Values(Ahead::no, Ahead::yes));

RC_GTEST_PROP(CompressedProperty, AnyBytesEndInAnAnswer, (const std::string& bytes)) {
  for (const std::string magic : {"", "\x1F\x8B", "\x28\xB5\x2F\xFD"})
    undo(magic + bytes, Ahead::no, 5);
}

}  // namespace
}  // namespace underfed
