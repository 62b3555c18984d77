// SPDX-License-Identifier: Apache-2.0
#include "model/kernel_table.h"

#include <algorithm>
#include <array>

namespace underfed {
namespace {

#define UF_KERNEL(pattern, family, types, origin, example, precision) \
  KernelRow{pattern, KernelFamily::family, AttentionKernel::none, TypeNaming::types, origin},
#define UF_ATTENTION(pattern, kind, types, origin, example, precision) \
  KernelRow{pattern, KernelFamily::attention, AttentionKernel::kind, TypeNaming::types, origin},

constexpr std::array kRows{
#include "model/kernel_table.inc"
#include "model/kernel_table_general.inc"
};

#undef UF_KERNEL
#undef UF_ATTENTION

// Text with * for any text between; ^ holds the first piece to the start.
bool matches(std::string_view name, std::string_view pattern) {
  const bool at_start = pattern[0] == '^';
  if (at_start) pattern.remove_prefix(1);
  std::size_t from = 0;
  for (bool first = true;; first = false) {
    const std::size_t star = pattern.find('*');
    const std::string_view piece = pattern.substr(0, star);
    const std::size_t at = name.find(piece, from);
    if (at == std::string_view::npos || (first && at_start && at != 0)) return false;
    if (star == std::string_view::npos) return true;
    from = at + piece.size();
    pattern.remove_prefix(star + 1);
  }
}

}  // namespace

std::span<const KernelRow> kernel_rows() { return kRows; }

const KernelRow* kernel_row(std::string_view name) {
  const std::string_view bare = without_arguments(name);
  const auto* const row = std::find_if(kRows.begin(), kRows.end(), [&](const KernelRow& candidate) {
    return matches(bare, candidate.pattern);
  });
  return row == kRows.end() ? nullptr : row;
}

std::string_view without_arguments(std::string_view name) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  int depth = 0;  // of template arguments
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>' && depth > 0) --depth;
    if (name[i] != '(' || depth > 0 || i == 0) continue;
    if (name.substr(i, kAnonymous.size()) != kAnonymous && name[i - 1] != ' ') {
      return name.substr(0, i);
    }
  }
  return name;
}

}  // namespace underfed
