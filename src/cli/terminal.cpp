// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.h"

#include "base/text.h"

namespace underfed {
namespace {

constexpr int kUsualWidth = 80;

bool wants_colour(const World& world, ColourChoice colour) {
  if (colour != ColourChoice::automatic) return colour == ColourChoice::always;
  const auto no_color = world.environment("NO_COLOR");
  const bool refused = no_color && !no_color->empty();
  return world.out_is_terminal && !refused && world.environment("TERM") != "dumb";
}

// The locale by the order in which the C library asks; an unset one is taken as UTF-8 unless the
// output is a terminal, since files and pipes are read by programs that expect it.
bool has_unicode(const World& world) {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const auto value = world.environment(name);
    if (!value || value->empty()) continue;
    const std::string locale = to_lower(*value);
    return contains(locale, "utf-8") || contains(locale, "utf8");
  }
  return !world.out_is_terminal;
}

}  // namespace

TerminalStyle terminal_style(const World& world, ColourChoice colour, int width, Detail detail) {
  const int here = width > 0 ? width : world.terminal_width;
  TerminalStyle style;
  style.width = here > 0 ? here : kUsualWidth;
  style.colour = wants_colour(world, colour) ? Colour::on : Colour::off;
  style.glyphs = has_unicode(world) ? Glyphs::unicode : Glyphs::ascii;
  style.detail = detail;
  return style;
}

}  // namespace underfed
