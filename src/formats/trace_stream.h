// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "formats/trace_event_parser.h"

namespace underfed {

// A window onto a source that slides forward: what is in it can be looked at and taken from the
// front. Has room for one byte before it and for the parser's padding behind it.
class TraceStream {
 public:
  TraceStream(ByteSource& source, std::size_t chunk_bytes);

  // Reads until the window holds `bytes` or the source ends.
  Result<void> want(std::size_t bytes);
  // Reads one more chunk; the window grows. No-op at the end.
  Result<void> more();

  [[nodiscard]] std::span<char> window() { return {buffer_.data() + begin_, end_ - begin_}; }
  [[nodiscard]] std::string_view text() const { return {buffer_.data() + begin_, end_ - begin_}; }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] std::uint64_t offset() const { return offset_; }  // of the window's first byte
  [[nodiscard]] std::uint64_t bytes_read() const { return offset_ + (end_ - begin_); }
  [[nodiscard]] std::size_t chunk_bytes() const { return chunk_bytes_; }
  void take(std::size_t bytes);

 private:
  void make_room();

  ByteSource* source_;
  std::size_t chunk_bytes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 1;
  std::size_t end_ = 1;
  std::uint64_t offset_ = 0;
  bool ended_ = false;
};

}  // namespace underfed
