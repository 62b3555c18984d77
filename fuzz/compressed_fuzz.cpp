// SPDX-License-Identifier: Apache-2.0
// Any bytes as compressed data: no crash, no hang, and the same bytes in any portions, with and
// without a thread of its own.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/memory_source.h"
#include "formats/compressed.h"

namespace underfed {
namespace {

constexpr std::size_t kEnough = 4 << 20;

struct Undone {
  std::string bytes;
  std::string trouble;
};

Undone undo(const std::string& bytes, Ahead ahead, std::size_t portion) {
  auto source = decompress(std::make_unique<MemorySource>(bytes, portion), ahead);
  if (!source) std::abort();
  Undone out;
  std::vector<char> buffer(1 << 16);
  while (true) {
    const auto length = (*source)->read(buffer);
    if (!length) std::abort();
    if (*length == 0) break;
    out.bytes.append(buffer.data(), *length);
    if (out.bytes.size() < kEnough) continue;
    out.bytes.resize(kEnough);
    return out;
  }
  out.trouble = (*source)->trouble();
  return out;
}

// Of damaged data the decompressor gives more or less, by how much it sees at once; and it may find
// the end before it finds the damage.
bool same(const Undone& one, const Undone& other) {
  const bool damaged = (one.trouble + other.trouble).find("damaged") != std::string::npos;
  const std::size_t length = damaged ? std::min(one.bytes.size(), other.bytes.size()) : SIZE_MAX;
  return one.bytes.substr(0, length) == other.bytes.substr(0, length) &&
         (one.trouble == other.trouble ||
          (damaged && !one.trouble.empty() && !other.trouble.empty()) ||
          one.bytes.size() == kEnough || other.bytes.size() == kEnough);
}

}  // namespace
}  // namespace underfed

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using underfed::Ahead;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const underfed::Undone plain = underfed::undo(bytes, Ahead::no, SIZE_MAX);
  if (!same(plain, underfed::undo(bytes, Ahead::no, 11))) std::abort();
  if (!same(plain, underfed::undo(bytes, Ahead::yes, 100))) std::abort();
  return 0;
}
