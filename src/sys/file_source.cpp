// SPDX-License-Identifier: Apache-2.0
#include "sys/file_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace underfed {
namespace {

class FileSource final : public ByteSource {
 public:
  FileSource(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
  ~FileSource() override {
    if (descriptor_ > STDERR_FILENO) close(descriptor_);
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  Result<std::size_t> read(std::span<char> buffer) override {
    while (true) {
      const ssize_t length = ::read(descriptor_, buffer.data(), buffer.size());
      if (length >= 0) return static_cast<std::size_t>(length);
      if (errno != EINTR) {
        return Error{ErrorCode::not_readable, path_ + ": " + std::strerror(errno), ""};
      }
    }
  }

 private:
  int descriptor_;
  std::string path_;
};

Error cannot_open(const std::string& path, int code) {
  if (code == ENOENT || code == ENOTDIR) {
    return {ErrorCode::not_found, path + ": no such file", ""};
  }
  return {ErrorCode::not_readable, path + ": " + std::strerror(code),
          code == EACCES ? "this user may not read it" : ""};
}

}  // namespace

Result<std::unique_ptr<ByteSource>> open_file(const std::string& path) {
  if (path == "-") return std::make_unique<FileSource>(STDIN_FILENO, "standard input");
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) return cannot_open(path, errno);
  auto source = std::make_unique<FileSource>(descriptor, path);
  struct stat what {};
  if (fstat(descriptor, &what) == 0 && S_ISDIR(what.st_mode)) {
    return Error{ErrorCode::not_readable, path + ": this is a folder", "name a file in it"};
  }
  return source;
}

// Standard input with a memory of what was read before the second opening.
struct Inputs::Stdin {
  std::unique_ptr<ByteSource> source;
  std::string seen;
  std::size_t openings = 0;
};

Result<std::unique_ptr<ByteSource>> Inputs::open(const std::string& path) {
  if (path != "-") return open_file(path);
  if (!stdin_) {
    stdin_ = std::make_shared<Stdin>();
    UF_TRY(stdin_->source, open_file("-"));
  }
  ++stdin_->openings;
  if (stdin_->openings > 2) {
    return Error{ErrorCode::usage, "standard input was read already", "name it once"};
  }

  class Replay final : public ByteSource {
   public:
    explicit Replay(std::shared_ptr<Stdin> in)
        : in_(std::move(in)), remember_(in_->openings == 1) {}
    Result<std::size_t> read(std::span<char> buffer) override {
      if (!remember_ && at_ < in_->seen.size()) {
        const std::size_t length = std::min(buffer.size(), in_->seen.size() - at_);
        std::memcpy(buffer.data(), in_->seen.data() + at_, length);
        at_ += length;
        return length;
      }
      UF_TRY(const std::size_t length, in_->source->read(buffer));
      if (remember_) in_->seen.append(buffer.data(), length);
      return length;
    }

   private:
    std::shared_ptr<Stdin> in_;
    bool remember_;
    std::size_t at_ = 0;
  };
  return std::make_unique<Replay>(stdin_);
}

}  // namespace underfed
