// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace underfed {

// Text of an input as a message may quote it: one line of at most `most` bytes, longer ones end in
// "...". Control characters, which could drive a terminal, become "?". No character is cut in two.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t most = 80);

}  // namespace underfed
