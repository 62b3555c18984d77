// SPDX-License-Identifier: Apache-2.0
#include "report/terminal_page.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <utility>

#include "report/display_text.h"

namespace underfed {
namespace {

constexpr int kNarrowest = 40;
constexpr int kWidest = 120;
constexpr std::size_t kLongestText = 600;  // of one span; only a hostile input has more

std::string_view code_of(Paint paint) {
  switch (paint) {
    case Paint::plain:
      return "";
    case Paint::strong:
      return "\033[1m";
    case Paint::bad:
      return "\033[1;31m";
    case Paint::good:
      return "\033[32m";
    case Paint::open:
      return "\033[33m";
    case Paint::quiet:
      return "\033[2m";
    case Paint::cold:
      return "\033[36m";
  }
  return "";
}

std::size_t width_of(const Spans& text) {
  std::size_t columns = 0;
  for (const Span& span : text) columns += display_width(span.text);
  return columns;
}

std::string plain_text(const Spans& text) {
  std::string all;
  for (const Span& span : text) all += span.text;
  return all;
}

// A unit that stays with the number before it.
bool is_unit(std::string_view word) {
  constexpr std::array<std::string_view, 16> kUnits{"%", "s",   "ms",  "us",     "ns",  "min",
                                                    "h", "GiB", "MiB", "KiB",    "TiB", "GB/s",
                                                    "W", "C",   "GHz", "TFLOP/s"};
  while (!word.empty() && std::string_view(",.;:)").find(word.back()) != std::string_view::npos) {
    word.remove_suffix(1);
  }
  return std::find(kUnits.begin(), kUnits.end(), word) != kUnits.end();
}

bool ends_in_digit(std::string_view word) {
  return !word.empty() && word.back() >= '0' && word.back() <= '9';
}

// Words by spaces; a word may have several paints.
std::vector<Spans> words_of(const Spans& text) {
  std::vector<Spans> words;
  bool in_word = false;
  for (const Span& span : text) {
    std::size_t at = 0;
    while (at < span.text.size()) {
      if (span.text[at] == ' ') {
        in_word = false;
        ++at;
        continue;
      }
      const std::size_t end = std::min(span.text.find(' ', at), span.text.size());
      if (!in_word) words.emplace_back();
      words.back().push_back({span.text.substr(at, end - at), span.paint});
      in_word = true;
      at = end;
    }
  }
  return words;
}

// Numbers together with their units.
std::vector<Spans> glued(std::vector<Spans> words) {
  std::vector<Spans> out;
  for (Spans& word : words) {
    if (!out.empty() && is_unit(plain_text(word)) && ends_in_digit(plain_text(out.back()))) {
      out.back().push_back({" ", word.front().paint});
      out.back().insert(out.back().end(), word.begin(), word.end());
    } else {
      out.push_back(std::move(word));
    }
  }
  return out;
}

// Takes from `word` what fits into `columns`; at least one character, so that cutting ends.
Spans take_prefix(Spans& word, std::size_t columns) {
  Spans taken;
  while (!word.empty() && columns > 0) {
    Span& first = word.front();
    if (first.text.empty()) {
      word.erase(word.begin());
      continue;
    }
    std::string head(prefix_of_width(first.text, columns));
    if (head.empty() && taken.empty()) head = std::string(prefix_of_width(first.text, 2));
    if (head.empty()) break;
    columns -= std::min(columns, display_width(head));
    first.text.erase(0, head.size());
    taken.push_back({std::move(head), first.paint});
    if (first.text.empty()) word.erase(word.begin());
  }
  return taken;
}

// Collects words into lines.
class Lines {
 public:
  Lines(std::size_t first_width, std::size_t width) : room_(first_width), width_(width) {}

  void add(Spans word) {
    const std::size_t columns = width_of(word);
    if (used_ > 0 && used_ + 1 + columns > room_) end_line();
    while (width_of(word) > room_) {
      append(take_prefix(word, room_));
      end_line();
    }
    if (word.empty()) return;
    if (used_ > 0) append({{" ", word.front().paint}});
    append(word);
  }
  std::vector<Spans> finish() {
    if (!current_.empty()) end_line();
    return std::move(lines_);
  }

 private:
  void append(const Spans& text) {
    used_ += width_of(text);
    for (const Span& span : text) {
      if (!current_.empty() && current_.back().paint == span.paint) {
        current_.back().text += span.text;
      } else {
        current_.push_back(span);
      }
    }
  }
  void end_line() {
    // A cut between a number and its unit leaves the space behind.
    while (!current_.empty() && current_.back().text.ends_with(' ')) {
      current_.back().text.pop_back();
      if (current_.back().text.empty()) current_.pop_back();
    }
    lines_.push_back(std::move(current_));
    current_.clear();
    used_ = 0;
    room_ = width_;
  }

  std::size_t room_;
  std::size_t width_;
  std::size_t used_ = 0;
  Spans current_;
  std::vector<Spans> lines_;
};

}  // namespace

std::vector<Spans> wrap(const Spans& text, std::size_t first_width, std::size_t width) {
  Lines lines(std::max<std::size_t>(first_width, 2), std::max<std::size_t>(width, 2));
  for (Spans& word : glued(words_of(text))) lines.add(std::move(word));
  return lines.finish();
}

Page::Page(const TerminalStyle& style, std::ostream& out)
    : width_(static_cast<std::size_t>(std::clamp(style.width, kNarrowest, kWidest))),
      colour_(style.colour == Colour::on),
      ascii_(style.glyphs == Glyphs::ascii),
      verbose_(style.detail == Detail::verbose),
      out_(out) {}

void Page::blank() { out_ << '\n'; }

Spans Page::harmless(const Spans& text) const {
  Spans out = text;
  for (Span& span : out) {
    span.text = printable(span.text, ascii_ ? Charset::ascii : Charset::unicode);
    if (display_width(span.text) > kLongestText) span.text = shorten(span.text, kLongestText);
  }
  return out;
}

void Page::line(std::size_t indent, const Spans& text) {
  out_ << std::string(indent, ' ');
  for (const Span& span : text) {
    const bool painted = colour_ && span.paint != Paint::plain;
    if (painted) out_ << code_of(span.paint);
    out_ << span.text;
    if (painted) out_ << "\033[0m";
  }
  out_ << '\n';
}

void Page::paragraph(std::size_t indent, std::size_t hang, const Spans& text) {
  bool first = true;
  for (const Spans& one : wrap(harmless(text), width_ - indent, width_ - hang)) {
    line(first ? indent : hang, one);
    first = false;
  }
}

void Page::labelled(const Spans& head, std::size_t column, const Spans& text) {
  Spans start = harmless(head);
  const std::vector<Spans> lines = wrap(harmless(text), width_ - column, width_ - column);
  const std::size_t used = width_of(start);
  if (used >= column || lines.empty()) {
    laid_out(start);
    for (const Spans& one : lines) line(column, one);
    return;
  }
  start.push_back({std::string(column - used, ' ')});
  start.insert(start.end(), lines.front().begin(), lines.front().end());
  line(0, start);
  for (std::size_t at = 1; at < lines.size(); ++at) line(column, lines[at]);
}

void Page::laid_out(const Spans& text) {
  Spans rest = harmless(text);
  Spans shown = take_prefix(rest, width_);
  while (!shown.empty() && shown.back().text.find_last_not_of(' ') == std::string::npos) {
    shown.pop_back();
  }
  if (!shown.empty()) shown.back().text.resize(shown.back().text.find_last_not_of(' ') + 1);
  line(0, shown);
}

}  // namespace underfed
