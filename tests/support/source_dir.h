// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace underfed {

// The checkout that a test was built from, without a slash at its end. Tests reach it by the macro
// UNDERFED_SOURCE_DIR, which every test program has without an include.
[[nodiscard]] const char* source_dir();

}  // namespace underfed
