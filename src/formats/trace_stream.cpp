// SPDX-License-Identifier: Apache-2.0
#include "formats/trace_stream.h"

#include <cstring>

namespace underfed {

TraceStream::TraceStream(ByteSource& source, std::size_t chunk_bytes)
    : source_(&source),
      chunk_bytes_(chunk_bytes),
      buffer_(1 + chunk_bytes + 1 + TraceEventParser::kPadding) {}

void TraceStream::take(std::size_t bytes) {
  begin_ += bytes;
  offset_ += bytes;
}

void TraceStream::make_room() {
  const std::size_t length = end_ - begin_;
  if (begin_ > 1) std::memmove(buffer_.data() + 1, buffer_.data() + begin_, length);
  begin_ = 1;
  end_ = 1 + length;
  const std::size_t needed = end_ + chunk_bytes_ + 1 + TraceEventParser::kPadding;
  if (buffer_.size() < needed) buffer_.resize(needed);
}

Result<void> TraceStream::more() {
  if (ended_) return {};
  make_room();
  const std::size_t target = end_ + chunk_bytes_;
  while (end_ < target) {
    UF_TRY(const std::size_t length, source_->read({buffer_.data() + end_, target - end_}));
    if (length == 0) {
      ended_ = true;
      break;
    }
    end_ += length;
  }
  return {};
}

Result<void> TraceStream::want(std::size_t bytes) {
  while (!ended_ && end_ - begin_ < bytes) UF_TRY_VOID(more());
  return {};
}

}  // namespace underfed
