// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "core/diagnosis.h"

namespace underfed {

enum class Colour { off, on };
enum class Glyphs { ascii, unicode };
enum class Detail { normal, verbose };

// What the terminal can do; the caller looks (isatty, NO_COLOR, the locale, -v), never the
// renderer.
struct TerminalStyle {
  int width = 80;  // columns; taken into 40..120
  Colour colour = Colour::off;
  Glyphs glyphs = Glyphs::unicode;
  Detail detail = Detail::normal;
};

// The diagnosis for a person at a terminal. No line is wider than the style's width, and nothing
// from an input reaches the stream unmade harmless. Does not flush.
void render_terminal(const Diagnosis& diagnosis, const TerminalStyle& style, std::ostream& out);

}  // namespace underfed
