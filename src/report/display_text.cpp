// SPDX-License-Identifier: Apache-2.0
#include "report/display_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace underfed {
namespace {

constexpr char32_t kBroken = 0xFFFFFFFF;

struct Decoded {
  char32_t character = kBroken;
  std::size_t bytes = 1;
};

struct Span32 {
  char32_t first;
  char32_t last;
};

bool is_in(char32_t character, const auto& spans) {
  return std::any_of(spans.begin(), spans.end(), [character](const Span32& span) {
    return span.first <= character && character <= span.last;
  });
}

// One character of UTF-8; overlong forms, surrogates and stray bytes are broken, one byte long.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (length == 0 || lead > 0xF4 || text.size() < length) return {};
  char32_t character = lead & (0xFFU >> (length + 1));
  for (std::size_t at = 1; at < length; ++at) {
    if ((byte(at) & 0xC0) != 0x80) return {};
    character = (character << 6) | (byte(at) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
  if (character < kSmallest[length] || character > 0x10FFFF) return {};
  if (0xD800 <= character && character <= 0xDFFF) return {};
  return {character, length};
}

// Invisible, direction-changing, private or no characters at all.
bool is_hidden(char32_t character) {
  if (' ' <= character && character <= '~') return false;
  constexpr std::array<Span32, 13> kHidden{{{0x0, 0x1F},
                                            {0x7F, 0x9F},
                                            {0xAD, 0xAD},
                                            {0x61C, 0x61C},
                                            {0x180E, 0x180E},
                                            {0x200B, 0x200F},
                                            {0x202A, 0x202E},
                                            {0x2060, 0x206F},
                                            {0xE000, 0xF8FF},
                                            {0xFEFF, 0xFEFF},
                                            {0xFFF0, 0xFFFF},
                                            {0xE0000, 0xE0FFF},
                                            {0xF0000, 0x10FFFF}}};
  return is_in(character, kHidden);
}

bool is_space(char32_t character) {
  return character == ' ' || character == '\t' || character == '\n' || character == '\r' ||
         character == 0xA0 || character == 0x2028 || character == 0x2029 || character == 0x85;
}

// The 2 of East Asian Width W and F, in blocks.
std::size_t columns_of(char32_t character) {
  constexpr std::array<Span32, 5> kCombining{
      {{0x300, 0x36F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}}};
  constexpr std::array<Span32, 9> kWide{{{0x1100, 0x115F},
                                         {0x2E80, 0x303E},
                                         {0x3041, 0xA4CF},
                                         {0xAC00, 0xD7A3},
                                         {0xF900, 0xFAFF},
                                         {0xFE30, 0xFE6F},
                                         {0xFF00, 0xFF60},
                                         {0x1F300, 0x1FAFF},
                                         {0x20000, 0x3FFFD}}};
  if (character < 0x300) return 1;
  if (is_in(character, kCombining)) return 0;
  return is_in(character, kWide) ? 2 : 1;
}

std::string_view in_ascii(char32_t character) {
  switch (character) {
    case 0x2192:
      return "->";
    case 0x2026:
      return "...";
    case 0x2013:
    case 0x2014:
      return "-";
    case 0x2018:
    case 0x2019:
      return "'";
    case 0x201C:
    case 0x201D:
      return "\"";
    case 0xD7:
      return "x";
    case 0xB1:
      return "+-";
    case 0xB5:
    case 0x3BC:
      return "u";
    case 0xB0:
      return "";
    default:
      return "?";
  }
}

}  // namespace

std::string printable(std::string_view text, Charset charset) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Decoded next = decode(text);
    if (is_space(next.character)) {
      out += ' ';
    } else if (next.character == kBroken || is_hidden(next.character)) {
      out += '?';
    } else if (charset == Charset::ascii && next.character > 0x7E) {
      out += in_ascii(next.character);
    } else {
      out += text.substr(0, next.bytes);
    }
    text.remove_prefix(next.bytes);
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Decoded next = decode(text);
    columns += columns_of(next.character);
    text.remove_prefix(next.bytes);
  }
  return columns;
}

std::string_view prefix_of_width(std::string_view text, std::size_t columns) {
  std::size_t used = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const Decoded next = decode(text.substr(at));
    used += columns_of(next.character);
    if (used > columns) break;
    at += next.bytes;
  }
  return text.substr(0, at);
}

std::string shorten(std::string_view text, std::size_t columns) {
  const std::size_t width = display_width(text);
  if (width <= columns) return std::string(text);
  if (columns <= 3) return std::string(prefix_of_width(text, columns));
  const std::size_t tail_columns = (columns - 3) / 3;
  const std::string_view head = prefix_of_width(text, columns - 3 - tail_columns);
  std::string_view tail = text.substr(head.size());
  for (std::size_t left = width - display_width(head); left > tail_columns;) {
    const Decoded next = decode(tail);
    left -= columns_of(next.character);
    tail.remove_prefix(next.bytes);
  }
  return std::string(head) + "..." + std::string(tail);
}

std::string padded(std::string_view text, std::size_t columns) {
  const std::size_t width = display_width(text);
  return std::string(text) + std::string(width < columns ? columns - width : 0, ' ');
}

std::string base_name(std::string_view path) {
  while (path.size() > 1 && (path.ends_with('/') || path.ends_with('\\'))) path.remove_suffix(1);
  const auto slash = path.find_last_of("/\\");
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  const bool plain = !word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos;
  if (plain) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace underfed
