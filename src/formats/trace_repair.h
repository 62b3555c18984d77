// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "formats/trace_event_fields.h"

// What to do with the parts of a trace that are no JSON: names with quotes or backslashes that
// nobody escaped, bytes of another encoding, an event that lost its end.
namespace underfed {

// Where the next event begins at or after `from`: a brace behind a comma, followed by a key that
// events have. npos if there is none in the text.
[[nodiscard]] std::size_t next_event_start(std::string_view text, std::size_t from);

// The last such place, searched from the end: up to it the text can be parsed while the rest is
// still coming. npos if there is none behind the first byte.
[[nodiscard]] std::size_t last_event_start(std::string_view text);

// Just behind the bracket that closes the one at the text's start, quotes minded; npos if the text
// ends before.
[[nodiscard]] std::size_t balanced_end(std::string_view text);

// Replaces in place what no JSON text may hold: broken UTF-8 by '?', control characters inside of
// text by spaces. The length stays.
struct Replaced {
  std::size_t count = 0;
  std::size_t first = 0;  // where the first one is; 0 if there is none
};
Replaced replace_illegal_bytes(std::span<char> text);

// The fields of one event whose text is no JSON, found by their keys; the name ends where the next
// known key begins. Nothing where not even a phase and a time are found. Views point into `text`.
[[nodiscard]] std::optional<EventDraft> loose_event(std::string_view text);

}  // namespace underfed
