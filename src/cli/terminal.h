// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/world.h"
#include "report/terminal_report.h"

namespace underfed {

enum class ColourChoice { automatic, always, never };

// How the terminal report is to look here: colour only on a terminal and without NO_COLOR, Unicode
// where the locale says UTF-8, the terminal's width (80 where unknown).
[[nodiscard]] TerminalStyle terminal_style(const World& world, ColourChoice colour, int width,
                                           Detail detail);

}  // namespace underfed
