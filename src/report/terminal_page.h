// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "report/terminal_report.h"

namespace underfed {

enum class Paint { plain, strong, bad, good, open, quiet, cold };

// A stretch of text in one paint. The text may be hostile: the page makes it harmless.
struct Span {
  std::string text;
  Paint paint = Paint::plain;
};
using Spans = std::vector<Span>;

// Lines of `width` columns at most, the first of `first_width`. Breaks at spaces, never between a
// number and its unit; a word wider than a line is cut. `text` must be printable.
[[nodiscard]] std::vector<Spans> wrap(const Spans& text, std::size_t first_width,
                                      std::size_t width);

// Writes a terminal's lines. All text passes through here: this is where it is made harmless,
// wrapped and painted.
class Page {
 public:
  Page(const TerminalStyle& style, std::ostream& out);

  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] bool ascii() const { return ascii_; }
  [[nodiscard]] bool verbose() const { return verbose_; }

  void blank();
  // Wrapped text; the first line starts at column `indent`, the others at `hang`.
  void paragraph(std::size_t indent, std::size_t hang, const Spans& text);
  // `head` as it is, then text wrapped from `column`. A head that reaches it gets its own line.
  void labelled(const Spans& head, std::size_t column, const Spans& text);
  // Text that is already laid out; cut at the width.
  void laid_out(const Spans& text);

 private:
  [[nodiscard]] Spans harmless(const Spans& text) const;
  void line(std::size_t indent, const Spans& text);

  std::size_t width_;
  bool colour_;
  bool ascii_;
  bool verbose_;
  std::ostream& out_;
};

}  // namespace underfed
