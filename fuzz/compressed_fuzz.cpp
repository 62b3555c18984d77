// SPDX-License-Identifier: Apache-2.0
// Any bytes as compressed data: no crash, no hang, and the same bytes with and without a thread of
// its own.
#include <cstdlib>
#include <string>
#include <vector>

#include "base/memory_source.h"
#include "formats/compressed.h"

namespace underfed {
namespace {

constexpr std::size_t kEnough = 4 << 20;

std::string undo(const std::string& bytes, Ahead ahead, std::size_t portion) {
  auto source = decompress(std::make_unique<MemorySource>(bytes, portion), ahead);
  if (!source) std::abort();
  std::string out;
  std::vector<char> buffer(1 << 16);
  while (out.size() < kEnough) {
    const auto length = (*source)->read(buffer);
    if (!length || *length == 0) break;
    out.append(buffer.data(), *length);
  }
  if (out.size() > kEnough) out.resize(kEnough);
  return out;
}

}  // namespace
}  // namespace underfed

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using underfed::Ahead;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const std::string plain = underfed::undo(bytes, Ahead::no, SIZE_MAX);
  if (underfed::undo(bytes, Ahead::no, 11) != plain) std::abort();
  if (underfed::undo(bytes, Ahead::yes, 100) != plain) std::abort();
  return 0;
}
