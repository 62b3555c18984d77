// SPDX-License-Identifier: Apache-2.0
#include "report/bar_text.h"

#include <fmt/format.h>

#include "report/quantity_text.h"

namespace underfed {
namespace {

// A cell of a group: the same length everywhere, and told apart without colour.
struct Glyph {
  std::string_view unicode;
  std::string_view ascii;
};

Glyph glyph_of(StepGroup group) {
  switch (group) {
    case StepGroup::compute:
      return {"█", "#"};
    case StepGroup::data:
    case StepGroup::idle:
      return {"·", "."};
    case StepGroup::communication:
      return {"▓", "="};
    case StepGroup::copies:
      return {"≡", "~"};
    case StepGroup::host:
      return {"▒", "+"};
    case StepGroup::pauses:
      return {"‖", "|"};
    case StepGroup::loading:
      return {"◦", "o"};
    case StepGroup::other:
      return {"░", "-"};
  }
  return {"?", "?"};
}

std::string cells_text(StepGroup group, int cells, Charset charset) {
  const Glyph glyph = glyph_of(group);
  std::string text;
  for (int at = 0; at < cells; ++at) {
    text += charset == Charset::ascii ? glyph.ascii : glyph.unicode;
  }
  return text;
}

std::string entry_text(const GroupShare& part, Charset charset) {
  const std::string percent =
      part.percent > 0 ? fmt::format("{} %", part.percent) : std::string("<1 %");
  return fmt::format("{} {} {}", cells_text(part.group, 1, charset), to_text(part.group), percent);
}

}  // namespace

std::vector<BarPart> bar_of(const std::vector<GroupShare>& division, int cells, Charset charset) {
  std::vector<double> shares;
  for (const GroupShare& part : division) shares.push_back(part.share);
  const std::vector<int> whole = whole_cells(shares, cells);
  std::vector<BarPart> bar;
  for (std::size_t at = 0; at < division.size(); ++at) {
    bar.push_back({division[at].group, cells_text(division[at].group, whole[at], charset)});
  }
  return bar;
}

std::vector<std::string> legend_of(const std::vector<GroupShare>& division, std::size_t columns,
                                   Charset charset) {
  constexpr std::string_view kBetween = "   ";
  std::vector<std::string> lines;
  for (const GroupShare& part : division) {
    const std::string entry = entry_text(part, charset);
    const bool fits =
        !lines.empty() &&
        display_width(lines.back()) + kBetween.size() + display_width(entry) <= columns;
    if (fits) {
      lines.back() += std::string(kBetween) + entry;
    } else {
      lines.push_back(entry);
    }
  }
  return lines;
}

}  // namespace underfed
