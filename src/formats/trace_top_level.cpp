// SPDX-License-Identifier: Apache-2.0
#include "formats/trace_top_level.h"

#include <algorithm>

namespace underfed {
namespace {

constexpr std::size_t kMostKept = 8 << 20;  // headers are kilobytes
constexpr std::size_t kLongestKey = 64;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

}  // namespace

void TopLevel::keep(char c) {
  if (head_.size() < kMostKept) {
    head_ += c;
  } else {
    cut_ = true;
  }
}

TopLevel::Found TopLevel::begin(char c) {
  if (is_space(c) || kByteOrderMark.find(c) != std::string_view::npos) return Found::more_needed;
  started_ = true;
  if (c == '[') {
    bare_array_ = closed_ = true;  // behind its events there is nothing
    return Found::events;
  }
  if (c != '{') return Found::no_trace;
  depth_ = 1;
  keep(c);
  return Found::more_needed;
}

TopLevel::Found TopLevel::inside(char c) {
  keep(c);
  if (in_text_) {
    if (escaped_) {
      escaped_ = false;
    } else if (c == '\\') {
      escaped_ = true;
    } else if (c == '"') {
      in_text_ = false;
    } else if (depth_ == 1 && last_text_.size() < kLongestKey) {
      last_text_ += c;
    }
    return Found::more_needed;
  }
  if (c == '"') {
    in_text_ = true;
    if (depth_ == 1) last_text_.clear();
  } else if (c == ':' && depth_ == 1) {
    key_ = last_text_;
  } else if (c == '{' || c == '[') {
    if (c == '[' && depth_ == 1 && key_ == "traceEvents") return Found::events;
    ++depth_;
  } else if (c == '}' || c == ']') {
    if (--depth_ == 0) return Found::no_trace;
  }
  return Found::more_needed;
}

TopLevel::Found TopLevel::scan(std::string_view text, std::size_t& used) {
  for (used = 0; used < text.size();) {
    const char c = text[used++];
    const Found found = started_ ? inside(c) : begin(c);
    if (found != Found::more_needed) return found;
  }
  return Found::more_needed;
}

// Quotes and brackets behind the events, up to the bracket that closes the top level.
void TopLevel::follow(char c) {
  if (in_text_) {
    const bool ends = c == '"' && !escaped_;
    escaped_ = c == '\\' && !escaped_;
    in_text_ = !ends;
  } else if (c == '"') {
    in_text_ = true;
  } else if (c == '{' || c == '[') {
    ++depth_;
  } else if (c == '}' || c == ']') {
    closed_ = --depth_ == 0;
  }
}

std::size_t TopLevel::take_rest(std::string_view text) {
  std::size_t at = 0;
  for (; at < text.size() && !closed_; ++at) follow(text[at]);
  if (rest_.size() < kMostKept) rest_ += text.substr(0, std::min(at, kMostKept - rest_.size()));
  while (at < text.size() && is_space(text[at])) ++at;
  return at < text.size() ? at : std::string_view::npos;
}

std::string TopLevel::header_json() const {
  if (bare_array_ || cut_) return {};
  const bool whole = closed_ && rest_.size() < kMostKept;
  return head_ + "]" + (whole ? rest_ : std::string("}"));  // what was cut still has its head
}

}  // namespace underfed
