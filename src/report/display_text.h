// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Text as a terminal shows it. Inputs are hostile: file and kernel names may hold escape sequences,
// line ends, bidirectional overrides or broken UTF-8, and nothing of that reaches an output.
namespace underfed {

enum class Charset { ascii, unicode };

// One line of harmless text: line ends and tabs become spaces; control characters, escape
// sequences' ESC, invisible and direction-changing characters, and broken UTF-8 become "?". With
// ascii, "→" and its like are spelled out and everything else beyond ASCII becomes "?".
[[nodiscard]] std::string printable(std::string_view text, Charset charset);

// Columns that printable text takes on a terminal: 2 for East Asian wide characters, 0 for
// combining marks.
[[nodiscard]] std::size_t display_width(std::string_view text);

// The longest prefix that takes at most `columns`; never cuts a character in two.
[[nodiscard]] std::string_view prefix_of_width(std::string_view text, std::size_t columns);

// Printable text of at most `columns` columns: what is longer keeps its head and its tail, where
// kernel and file names differ, around "...".
[[nodiscard]] std::string shorten(std::string_view text, std::size_t columns);

// Printable text filled with spaces to `columns`.
[[nodiscard]] std::string padded(std::string_view text, std::size_t columns);

// A file's name without its folders.
[[nodiscard]] std::string base_name(std::string_view path);

// A word as a shell takes it: quoted where it must be.
[[nodiscard]] std::string shell_word(std::string_view word);

}  // namespace underfed
