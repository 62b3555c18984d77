// SPDX-License-Identifier: Apache-2.0
#include "formats/trace_repair.h"

#include <algorithm>
#include <array>

namespace underfed {
namespace {

constexpr std::array<std::string_view, 9> kEventKeys{"\"ph\"",  "\"name\"", "\"cat\"",
                                                     "\"pid\"", "\"tid\"",  "\"ts\"",
                                                     "\"dur\"", "\"args\"", "\"id\""};

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

std::string_view key_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '"') return {};
  const std::string_view rest = text.substr(at, 16);
  for (const std::string_view key : kEventKeys) {
    if (rest.substr(0, key.size()) != key) continue;
    const std::size_t colon = skip_space(text, at + key.size());
    if (colon < text.size() && text[colon] == ':') return key;
  }
  return {};
}

// A brace that opens an event: a comma before it, a known key behind it.
bool opens_event(std::string_view text, std::size_t brace) {
  std::size_t before = brace;
  while (before > 0 && is_space(text[before - 1])) --before;
  if (before == 0 || text[before - 1] != ',') return false;
  return !key_at(text, skip_space(text, brace + 1)).empty();
}

// Bytes of the UTF-8 character at `at`; 0 where there is none.
std::size_t utf8_length(std::span<const char> text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                             : lead < 0xF0 && lead >= 0xE0 ? 3
                             : lead < 0xF5 && lead >= 0xF0 ? 4
                                                           : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = byte(at + 1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool beyond = (lead == 0xED && second >= 0xA0) || (lead == 0xF4 && second >= 0x90);
  return overlong || beyond ? 0 : length;
}

// Where the text that begins at `at` ends: before the quote that a known key, or the event's end,
// follows.
std::size_t end_of_loose_text(std::string_view text, std::size_t at) {
  for (std::size_t quote = text.find('"', at); quote != std::string_view::npos;
       quote = text.find('"', quote + 1)) {
    const std::size_t next = skip_space(text, quote + 1);
    if (next >= text.size() || text[next] == '}') return quote;
    if (text[next] == ',' && !key_at(text, skip_space(text, next + 1)).empty()) return quote;
  }
  return text.size();
}

// The token behind `key`, text with its quotes.
std::optional<std::string_view> loose_value(std::string_view text, std::string_view key) {
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    if (key_at(text, at).empty()) continue;
    const std::size_t value = skip_space(text, skip_space(text, at + key.size()) + 1);
    if (value >= text.size()) return std::nullopt;
    if (text[value] == '"') {
      const std::size_t end = end_of_loose_text(text, value + 1);
      return text.substr(value, std::min(end + 1, text.size()) - value);
    }
    return text.substr(value, text.find_first_of(",} \n\r\t", value) - value);
  }
  return std::nullopt;
}

void loose_argument(EventDraft& draft, std::string_view text, std::string_view name) {
  const std::string key = "\"" + std::string(name) + "\":";
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return;
  const std::size_t value = skip_space(text, at + key.size());
  const std::size_t end = std::min(text.find_first_of(",}\n", value), text.size());
  take_argument(draft.event.args, name, text.substr(value, end - value));
}

}  // namespace

std::size_t balanced_end(std::string_view text) {
  std::size_t depth = 0;
  bool inside = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (inside) {
      if (c == '\\') ++at;
      if (c == '"') inside = false;
    } else if (c == '"') {
      inside = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (depth <= 1) return at + 1;
      --depth;
    }
  }
  return std::string_view::npos;
}

std::size_t next_event_start(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('{', from); at != std::string_view::npos;
       at = text.find('{', at + 1)) {
    if (opens_event(text, at)) return at;
  }
  return std::string_view::npos;
}

std::size_t last_event_start(std::string_view text) {
  for (std::size_t at = text.rfind('{'); at != std::string_view::npos && at > 0;
       at = text.rfind('{', at - 1)) {
    if (opens_event(text, at)) return at;
  }
  return std::string_view::npos;
}

Replaced replace_illegal_bytes(std::span<char> text) {
  Replaced replaced;
  bool inside = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    char& c = text[at];
    if (length == 0 || (inside && static_cast<unsigned char>(c) < 0x20)) {
      c = length == 0 ? '?' : ' ';
      if (replaced.count++ == 0) replaced.first = at;
      ++at;
      continue;
    }
    if (c == '\\' && inside) {
      at += 2;
      continue;
    }
    if (c == '"') inside = !inside;
    at += length;
  }
  return replaced;
}

std::optional<EventDraft> loose_event(std::string_view text) {
  EventDraft draft;
  for (const std::string_view key : {"ph", "cat", "name", "pid", "tid", "ts", "dur"}) {
    const auto token = loose_value(text, "\"" + std::string(key) + "\"");
    if (token) take_scalar(draft, key, *token);
  }
  if (!draft.has_phase || !draft.has_time) return std::nullopt;
  for (const std::string_view name : {"correlation", "device", "stream", "bytes", "External id"}) {
    loose_argument(draft, text, name);
  }
  return draft;
}

}  // namespace underfed
