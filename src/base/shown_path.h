// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace underfed {

// How a report names a file: relative to the working folder where it lies below it, else by its own
// name alone, so that no home folder or user name is shown. A relative path stays as it was
// written.
[[nodiscard]] std::string shown_path(std::string_view path, std::string_view working_folder);

}  // namespace underfed
