// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "base/byte_source.h"

namespace underfed {

// Bytes from memory, at most `portion` a call: what a file or pipe may do too.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string bytes, std::size_t portion = SIZE_MAX)
      : bytes_(std::move(bytes)), portion_(portion) {}

  Result<std::size_t> read(std::span<char> buffer) override {
    const std::size_t length = std::min({buffer.size(), portion_, bytes_.size() - at_});
    std::memcpy(buffer.data(), bytes_.data() + at_, length);
    at_ += length;
    return length;
  }

 private:
  std::string bytes_;
  std::size_t portion_;
  std::size_t at_ = 0;
};

}  // namespace underfed
