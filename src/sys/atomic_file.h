// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace underfed {

// Writes the whole file or leaves what is there: a new file beside it, flushed to the disk, then
// renamed over it. Keeps the mode of an existing file; a new one is readable by its user only.
// Error: not_writable, with the path.
[[nodiscard]] Result<void> write_file_atomically(const std::string& path, std::string_view bytes);

}  // namespace underfed
