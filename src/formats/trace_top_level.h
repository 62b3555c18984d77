// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace underfed {

// Walks over the top level of a trace's JSON, byte by byte, to where the events begin; keeps what
// it passes, since the header's keys may stand before or after the events.
class TopLevel {
 public:
  enum class Found { more_needed, events, no_trace };

  // Takes text from the front of `text`; `used` is how much. `events`: the array's bracket was the
  // last byte used.
  Found scan(std::string_view text, std::size_t& used);

  // Text behind the events: the rest of the top level is kept as far as there is room. Returns
  // where in `text` something begins that stands behind the trace's end, npos if nothing does.
  std::size_t take_rest(std::string_view text);

  // The top-level object without the events; "" for a bare array.
  [[nodiscard]] std::string header_json() const;

 private:
  Found begin(char c);
  Found inside(char c);
  void keep(char c);
  void follow(char c);

  std::string head_;
  std::string rest_;
  std::string last_text_;  // the last string at the top level: a key, if a colon follows
  std::string key_;
  std::size_t depth_ = 0;
  bool started_ = false;
  bool bare_array_ = false;
  bool closed_ = false;  // the trace's last bracket was seen
  bool in_text_ = false;
  bool escaped_ = false;
  bool cut_ = false;  // the head was too long to keep
};

}  // namespace underfed
