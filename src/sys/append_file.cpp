// SPDX-License-Identifier: Apache-2.0
#include "sys/append_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace underfed {
namespace {

Error not_writable(const std::string& path, int code) {
  return {ErrorCode::not_writable, path + ": cannot be written: " + std::strerror(code), ""};
}

}  // namespace

Result<AppendFile> AppendFile::open(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return not_writable(path, errno);
  AppendFile file(path, descriptor);
  struct stat what {};
  if (fstat(descriptor, &what) != 0) return not_writable(path, errno);
  if (!S_ISREG(what.st_mode)) {
    return Error{ErrorCode::not_writable, path + ": is there and is no regular file",
                 "name another file"};
  }
  char last = '\n';
  if (what.st_size > 0 && pread(descriptor, &last, 1, what.st_size - 1) != 1)
    return not_writable(path, errno);
  file.cut_ = last != '\n';
  return file;
}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      cut_(other.cut_) {}

AppendFile& AppendFile::operator=(AppendFile&& other) noexcept {
  if (this == &other) return *this;
  close_file();
  path_ = std::move(other.path_);
  descriptor_ = std::exchange(other.descriptor_, -1);
  cut_ = other.cut_;
  return *this;
}

AppendFile::~AppendFile() { close_file(); }

Result<void> AppendFile::append(std::string_view lines) {
  std::string bytes = cut_ ? "\n" : "";
  bytes += lines;
  std::string_view rest = bytes;
  while (!rest.empty()) {  // a second round only where the system took a part
    const ssize_t length = ::write(descriptor_, rest.data(), rest.size());
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) return not_writable(path_, errno);
    if (length == 0) return not_writable(path_, EIO);
    cut_ = rest[static_cast<std::size_t>(length) - 1] != '\n';
    rest.remove_prefix(static_cast<std::size_t>(length));
  }
  return {};
}

Result<void> AppendFile::flush() {
  if (fdatasync(descriptor_) != 0) return not_writable(path_, errno);
  return {};
}

void AppendFile::close_file() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

}  // namespace underfed
