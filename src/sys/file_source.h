// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/byte_source.h"

namespace underfed {

// The bytes of a file, or of standard input for "-". Errors name the path: not_found, not_readable
// (a folder, no permission, a read that fails).
[[nodiscard]] Result<std::unique_ptr<ByteSource>> open_file(const std::string& path);

// Opens inputs by name. Standard input can be opened twice: what the first opening read (to
// recognise the input) is handed out again by the second.
class Inputs {
 public:
  [[nodiscard]] Result<std::unique_ptr<ByteSource>> open(const std::string& path);

 private:
  struct Stdin;
  std::shared_ptr<Stdin> stdin_;
};

}  // namespace underfed
