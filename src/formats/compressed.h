// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/byte_source.h"

namespace underfed {

// Bytes from a compressed source. Memory is bounded by its buffers, whatever the compression
// promises.
class DecompressedSource : public ByteSource {
 public:
  // What ended the stream before its time, such as "the gzip data is cut short"; empty if nothing
  // did. The bytes up to there have been handed out. Good after read() returned 0.
  [[nodiscard]] virtual std::string trouble() const = 0;
};

// Where the decompression runs.
enum class Ahead {
  no,   // in the caller's thread, as it reads
  yes,  // on a thread of its own, a few blocks ahead: decompressing and parsing take turns on two
        // cores
};

// Looks at the first bytes: gzip (several members too), zstd (several frames too), anything else
// passes through. Errors of the source are handed on; broken compressed data ends the stream, see
// trouble().
[[nodiscard]] Result<std::unique_ptr<DecompressedSource>> decompress(
    std::unique_ptr<ByteSource> source, Ahead ahead);

}  // namespace underfed
