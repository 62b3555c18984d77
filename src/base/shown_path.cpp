// SPDX-License-Identifier: Apache-2.0
#include "base/shown_path.h"

#include "base/text.h"

namespace underfed {

std::string shown_path(std::string_view path, std::string_view working_folder) {
  if (path == "-") return "standard input";
  std::string_view shown = path;
  const bool below = !working_folder.empty() && path.size() > working_folder.size() &&
                     path.substr(0, working_folder.size()) == working_folder &&
                     (working_folder.back() == '/' || path[working_folder.size()] == '/');
  if (below) {
    shown.remove_prefix(working_folder.size());
    while (!shown.empty() && shown.front() == '/') shown.remove_prefix(1);
  }
  const bool elsewhere = !shown.empty() && (shown.front() == '/' || shown.front() == '~');
  if (elsewhere || contains(shown, "/home/")) shown = shown.substr(shown.rfind('/') + 1);
  return std::string(shown.empty() ? path : shown);
}

}  // namespace underfed
