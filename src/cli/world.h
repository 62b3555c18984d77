// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

namespace underfed {

// What the program knows of its surroundings, handed in by main so that tests can stand in for it.
struct World {
  std::ostream* out = nullptr;  // never null
  std::ostream* err = nullptr;  // never null
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  int terminal_width = 0;  // 0: unknown
  std::function<std::optional<std::string>(const std::string& name)> environment;
};

}  // namespace underfed
