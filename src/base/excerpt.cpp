// SPDX-License-Identifier: Apache-2.0
#include "base/excerpt.h"

#include <algorithm>

namespace underfed {

std::string excerpt(std::string_view text, std::size_t most) {
  const bool whole = text.size() <= most;
  std::size_t length = whole ? text.size() : most;
  const auto goes_on = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
  };
  while (!whole && length > 0 && goes_on(length)) --length;
  std::string out(text.substr(0, length));
  std::replace_if(
      out.begin(), out.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, '?');
  return whole ? out : out + "...";
}

}  // namespace underfed
