// SPDX-License-Identifier: Apache-2.0
#include "formats/compressed.h"

#include <isa-l/igzip_lib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "formats/read_ahead.h"

namespace underfed {
namespace {

constexpr std::size_t kInputBytes = 256 << 10;
constexpr std::size_t kMagicBytes = 4;
constexpr int kLargestWindowLog = 27;  // 128 MiB: what zstd itself takes without being asked

// The compressed bytes: a buffer that is refilled when it is empty.
class Input {
 public:
  explicit Input(std::unique_ptr<ByteSource> source)
      : source_(std::move(source)), buffer_(kInputBytes) {}

  // Reads until `bytes` are there or the source ends.
  Result<void> want(std::size_t bytes) {
    while (!ended_ && size() < bytes) {
      std::memmove(buffer_.data(), data(), size());
      end_ -= begin_;
      begin_ = 0;
      UF_TRY(const std::size_t length,
             source_->read({buffer_.data() + end_, buffer_.size() - end_}));
      ended_ = length == 0;
      end_ += length;
    }
    return {};
  }

  [[nodiscard]] char* data() { return buffer_.data() + begin_; }
  [[nodiscard]] std::size_t size() const { return end_ - begin_; }
  void take(std::size_t bytes) { begin_ += bytes; }
  [[nodiscard]] bool starts_with(std::string_view magic) {
    return size() >= magic.size() && std::memcmp(data(), magic.data(), magic.size()) == 0;
  }

 private:
  std::unique_ptr<ByteSource> source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool ended_ = false;
};

constexpr std::string_view kGzipMagic = "\x1F\x8B";
constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";
constexpr std::string_view kSkippableMagic = "\x2A\x4D\x18";  // behind one of 0x50 to 0x5F

// A frame with data, or one to be skipped: parallel compressors write those, also as the first.
bool begins_zstd_frame(Input& input) {
  if (input.starts_with(kZstdMagic)) return true;
  const std::string_view magic(input.data(), std::min(input.size(), kMagicBytes));
  return magic.size() == kMagicBytes && (magic[0] & 0xF0) == 0x50 &&
         magic.substr(1) == kSkippableMagic;
}

class PlainSource final : public DecompressedSource {
 public:
  explicit PlainSource(Input input) : input_(std::move(input)) {}
  Result<std::size_t> read(std::span<char> buffer) override {
    UF_TRY_VOID(input_.want(1));
    const std::size_t length = std::min(buffer.size(), input_.size());
    std::memcpy(buffer.data(), input_.data(), length);
    input_.take(length);
    return length;
  }
  [[nodiscard]] std::string trouble() const override { return {}; }

 private:
  Input input_;
};

class GzipSource final : public DecompressedSource {
 public:
  explicit GzipSource(Input input)
      : input_(std::move(input)), state_(std::make_unique<inflate_state>()) {
    start_member();
  }

  Result<std::size_t> read(std::span<char> buffer) override {
    state_->next_out = reinterpret_cast<std::uint8_t*>(buffer.data());
    state_->avail_out = static_cast<std::uint32_t>(std::min<std::size_t>(buffer.size(), 1U << 30));
    const std::uint32_t room = state_->avail_out;
    while (!ended_ && state_->avail_out == room) UF_TRY_VOID(step());
    return room - state_->avail_out;
  }
  [[nodiscard]] std::string trouble() const override { return trouble_; }

 private:
  void start_member() {
    isal_inflate_init(state_.get());
    state_->crc_flag = ISAL_GZIP;
  }

  void end(std::string trouble) {
    ended_ = true;
    trouble_ = std::move(trouble);
  }

  // One call of the decompressor, and what follows from it.
  Result<void> step() {
    UF_TRY_VOID(input_.want(1));
    const bool starved = input_.size() == 0;
    state_->next_in = reinterpret_cast<std::uint8_t*>(input_.data());
    state_->avail_in = static_cast<std::uint32_t>(input_.size());
    const std::uint32_t room = state_->avail_out;
    const int code = isal_inflate(state_.get());
    input_.take(input_.size() - state_->avail_in);
    if (code != ISAL_DECOMP_OK) {
      end("the gzip data is damaged");
    } else if (state_->block_state == ISAL_BLOCK_FINISH) {
      UF_TRY_VOID(next_member());
    } else if (starved && state_->avail_out == room) {
      end("the gzip data is cut short");
    }
    return {};
  }

  Result<void> next_member() {
    UF_TRY_VOID(input_.want(kGzipMagic.size()));
    if (!input_.starts_with(kGzipMagic)) {
      ended_ = true;  // whatever stands behind the last member is no part of it
      return {};
    }
    std::uint8_t* const out = state_->next_out;
    const std::uint32_t room = state_->avail_out;
    start_member();
    state_->next_out = out;
    state_->avail_out = room;
    return {};
  }

  Input input_;
  std::unique_ptr<inflate_state> state_;
  std::string trouble_;
  bool ended_ = false;
};

struct FreeZstd {
  void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
};

class ZstdSource final : public DecompressedSource {
 public:
  explicit ZstdSource(Input input) : input_(std::move(input)), stream_(ZSTD_createDStream()) {
    ZSTD_DCtx_setParameter(stream_.get(), ZSTD_d_windowLogMax, kLargestWindowLog);
  }

  Result<std::size_t> read(std::span<char> buffer) override {
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    while (!ended_ && out.pos == 0) {
      if (between_frames_) UF_TRY_VOID(next_frame());
      if (!between_frames_) UF_TRY_VOID(step(out));
    }
    return out.pos;
  }
  [[nodiscard]] std::string trouble() const override { return trouble_; }

 private:
  void end(std::string trouble) {
    ended_ = true;
    trouble_ = std::move(trouble);
  }

  Result<void> next_frame() {
    UF_TRY_VOID(input_.want(kMagicBytes));
    between_frames_ = ended_ = !begins_zstd_frame(input_);  // else it is no part of the stream
    return {};
  }

  // One call of the decompressor, and what follows from it.
  Result<void> step(ZSTD_outBuffer& out) {
    UF_TRY_VOID(input_.want(1));
    const bool starved = input_.size() == 0;
    ZSTD_inBuffer in{input_.data(), input_.size(), 0};
    const std::size_t code = ZSTD_decompressStream(stream_.get(), &out, &in);
    input_.take(in.pos);
    between_frames_ = code == 0;
    if (ZSTD_isError(code) != 0) {
      end("the zstd data is damaged");
    } else if (starved && out.pos == 0 && !between_frames_) {
      end("the zstd data is cut short");
    }
    return {};
  }

  Input input_;
  std::unique_ptr<ZSTD_DStream, FreeZstd> stream_;
  std::string trouble_;
  bool between_frames_ = true;
  bool ended_ = false;
};

}  // namespace

Result<std::unique_ptr<DecompressedSource>> decompress(std::unique_ptr<ByteSource> source,
                                                       Ahead ahead) {
  Input input(std::move(source));
  UF_TRY_VOID(input.want(kMagicBytes));
  std::unique_ptr<DecompressedSource> opened;
  if (input.starts_with(kGzipMagic)) {
    opened = std::make_unique<GzipSource>(std::move(input));
  } else if (begins_zstd_frame(input)) {
    opened = std::make_unique<ZstdSource>(std::move(input));
  } else {
    return std::make_unique<PlainSource>(std::move(input));
  }
  if (ahead == Ahead::yes) opened = read_ahead(std::move(opened));
  return opened;
}

}  // namespace underfed
