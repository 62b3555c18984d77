// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"

namespace underfed {

// Bytes in order, from wherever they come: a file (sys), memory, or a decompressor around another
// source (formats). Readers take this, so that none of them knows the outside world.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Fills a prefix of `buffer` and returns its length; 0 is the end. May return less than asked at
  // any time. After an error or the end it is not called again.
  virtual Result<std::size_t> read(std::span<char> buffer) = 0;
};

}  // namespace underfed
