// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/world.h"

namespace underfed {

// Parses the arguments (without the program's name) and runs what they ask for.
[[nodiscard]] ExitCode run_command_line(std::vector<std::string> arguments, const World& world);

}  // namespace underfed
