// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "formats/compressed.h"

namespace underfed {

// Reads `source` on a thread of its own, at most a few blocks ahead of the caller. The thread ends
// with the object.
[[nodiscard]] std::unique_ptr<DecompressedSource> read_ahead(
    std::unique_ptr<DecompressedSource> source);

}  // namespace underfed
