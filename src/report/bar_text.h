// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/display_text.h"
#include "report/step_division.h"

// The bar of where a step goes, as terminal and Markdown draw it.
namespace underfed {

// One group's stretch of the bar; may be empty.
struct BarPart {
  StepGroup group = StepGroup::other;
  std::string cells;
};

// `cells` cells in all, in the order of the division.
[[nodiscard]] std::vector<BarPart> bar_of(const std::vector<GroupShare>& division, int cells,
                                          Charset charset);

// "█ compute 42 %   · waiting for data 51 %" in lines of at most `columns`; entries stay whole.
[[nodiscard]] std::vector<std::string> legend_of(const std::vector<GroupShare>& division,
                                                 std::size_t columns, Charset charset);

}  // namespace underfed
