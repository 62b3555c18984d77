// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "model/kernel_names.h"
#include "model/kernel_precision.h"

namespace underfed {

// One line of kernel_table.inc, where the form of a pattern is described.
struct KernelRow {
  std::string_view pattern;
  KernelFamily family;
  AttentionKernel attention;
  TypeNaming types;
  std::string_view origin;
};

// All rows, in the order in which they are tried.
[[nodiscard]] std::span<const KernelRow> kernel_rows();

// The row that decides about a name; null where none matches. Lives as long as
// the program.
[[nodiscard]] const KernelRow* kernel_row(std::string_view name);

// A name without its list of arguments: that of a C++ kernel names types which
// are not its own.
[[nodiscard]] std::string_view without_arguments(std::string_view name);

}  // namespace underfed
