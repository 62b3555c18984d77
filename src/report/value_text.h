// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/evidence.h"

namespace underfed {

// A piece of evidence in one line: "51 % (49-53)", "\"bf16\" (key bf16)", "12 rows". Series and
// distributions are summed up; breakdowns and tables are only counted (table_lines shows them).
[[nodiscard]] std::string value_text(const Evidence& evidence);

// Where it comes from: "derived by step-shares, trace.json.gz, steps 3-14".
[[nodiscard]] std::string provenance_text(const Provenance& provenance);

// A cell of a table; the column's name says the unit (_s, _bytes, _share).
[[nodiscard]] std::string cell_text(const Table::Cell& cell, std::string_view column);

// A breakdown or a table as rows of cells, headings first, at most `max_rows` of them; parts of 0
// are left out. Empty for other shapes.
struct Grid {
  std::vector<std::vector<std::string>> rows;  // the first has the headings
  std::size_t left_out = 0;                    // rows beyond max_rows
};
[[nodiscard]] Grid grid_of(const Evidence& evidence, std::size_t max_rows);

}  // namespace underfed
