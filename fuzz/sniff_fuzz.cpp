// SPDX-License-Identifier: Apache-2.0
// Any bytes have a kind, and a name for it.
#include <cstdlib>

#include "formats/sniff.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const underfed::Sniffed sniffed = underfed::sniff({reinterpret_cast<const char*>(data), size});
  if (sniffed.what.empty()) std::abort();
  return 0;
}
