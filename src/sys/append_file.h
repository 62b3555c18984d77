// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace underfed {

// A file that only grows: a recording. Each call hands its lines to the system in one write, so
// that a reader, or what is left after a kill, holds whole lines and at most one that is cut.
class AppendFile {
 public:
  // Opens the file, or makes one that its user alone can read. Where an earlier recording ends in
  // a line that was cut, that line is ended first. Error: not_writable, with the path.
  [[nodiscard]] static Result<AppendFile> open(const std::string& path);

  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&& other) noexcept;
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;
  ~AppendFile();

  // Lines with their ends. Error: not_writable; the next call begins a new line then.
  [[nodiscard]] Result<void> append(std::string_view lines);
  // Waits until all of it is on the disk.
  [[nodiscard]] Result<void> flush();

 private:
  AppendFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  void close_file();

  std::string path_;
  int descriptor_ = -1;
  bool cut_ = false;  // the last write left a line without its end
};

}  // namespace underfed
