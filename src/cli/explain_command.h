// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/exit_code.h"
#include "cli/world.h"

namespace underfed {

// underfed explain: without a topic lists causes and quantities; with one prints the page of the
// cause, or of the quantity its meaning and the section of docs/definitions.md that defines it.
[[nodiscard]] ExitCode explain(const std::string& topic, const World& world);

}  // namespace underfed
