// SPDX-License-Identifier: Apache-2.0
#include "sys/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace underfed {
namespace {

Error not_writable(const std::string& path, int code) {
  return {ErrorCode::not_writable, path + ": cannot be written: " + std::strerror(code), ""};
}

// 0, or the errno of the first call that failed.
int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t length = ::write(descriptor, bytes.data(), bytes.size());
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(length));
  }
  return fsync(descriptor) == 0 ? 0 : errno;
}

// Puts the new name on the disk, where the file system can do that; the content is there already.
void flush_folder(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

// A link stays a link: what it points to is replaced.
std::string real_path(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  std::string real = resolved != nullptr ? resolved : path;
  std::free(resolved);
  return real;
}

}  // namespace

Result<void> write_file_atomically(const std::string& path, std::string_view bytes) {
  const std::string target = real_path(path);
  struct stat old {};
  const bool exists = stat(target.c_str(), &old) == 0;
  if (exists && !S_ISREG(old.st_mode)) {
    return Error{ErrorCode::not_writable, path + ": is there and is no regular file",
                 "name another file"};
  }
  std::string beside = target + ".XXXXXX";
  const int descriptor = mkstemp(beside.data());
  if (descriptor < 0) return not_writable(path, errno);
  int code = exists && fchmod(descriptor, old.st_mode & 07777) != 0 ? errno : 0;
  if (code == 0) code = write_all(descriptor, bytes);
  if (close(descriptor) != 0 && code == 0) code = errno;
  if (code == 0 && std::rename(beside.c_str(), target.c_str()) != 0) code = errno;
  if (code == 0) {
    flush_folder(target);
    return {};
  }
  unlink(beside.c_str());
  return not_writable(path, code);
}

}  // namespace underfed
