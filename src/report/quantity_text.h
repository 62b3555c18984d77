// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence.h"
#include "core/statement.h"

// Numbers as a person reads them. Everything in a report that is a number goes through here, once:
// nothing is rounded twice. Sizes are binary ("38 GiB"), as nvidia-smi counts memory; rates of
// bytes are decimal ("900 GB/s"), as vendors state them. What is not finite reads "unknown".
namespace underfed {

// "51 %", "0.4 %", "<0.1 %", "1.84 s", "31 ms", "2 h 10 min", "1.9x", "38 GiB", "1,870 tokens".
[[nodiscard]] std::string to_text(const Quantity& quantity);

// "49-53 %", "31-35 ms", "1.5x to 12x"; one number where both ends read the same.
[[nodiscard]] std::string range_text(const Range& range, Unit unit);

// The same without the unit, for brackets behind the number itself: "49-53"; empty where both ends
// read the same. Shares only.
[[nodiscard]] std::string bracket_text(const Range& share);

// The sentence with its numbers written out. "{}" without a value reads "?". A unit that the
// sentence says itself is not said twice ("{} tokens" with a number of tokens). Names among the
// values are made printable and cut in the middle where they are long (kernel names run to
// thousands of characters); the pattern itself is left as it is.
[[nodiscard]] std::string to_text(const Statement& statement);

// Whole percents of parts shown beside each other: they add up to 100 (largest remainder). All 0
// where nothing is positive.
[[nodiscard]] std::vector<int> whole_percents(std::span<const double> parts);

// Like whole_percents for any whole: `cells` divided in proportion; a part of a hundredth or more
// gets at least one cell while there are cells enough.
[[nodiscard]] std::vector<int> whole_cells(std::span<const double> parts, int cells);

}  // namespace underfed
