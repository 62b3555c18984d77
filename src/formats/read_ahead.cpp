// SPDX-License-Identifier: Apache-2.0
#include "formats/read_ahead.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace underfed {
namespace {

constexpr std::size_t kBlocks = 4;
constexpr std::size_t kBlockBytes = 512 << 10;

// A ring of blocks between one writer, the thread, and one reader, the caller.
class ReadAhead final : public DecompressedSource {
 public:
  explicit ReadAhead(std::unique_ptr<DecompressedSource> source) : source_(std::move(source)) {
    for (Block& block : blocks_) block.bytes.resize(kBlockBytes);
    thread_ = std::jthread([this](const std::stop_token& stop) { fill(stop); });
  }

  ~ReadAhead() override {
    thread_.request_stop();
    changed_.notify_all();
  }

  Result<std::size_t> read(std::span<char> buffer) override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return filled_ > taken_; });
    Block& block = blocks_[taken_ % kBlocks];
    const bool used_up = block.used == block.length;
    if (block.error && used_up) return *block.error;
    lock.unlock();  // the writer does not touch a filled block
    const std::size_t length = std::min(buffer.size(), block.length - block.used);
    std::memcpy(buffer.data(), block.bytes.data() + block.used, length);
    block.used += length;
    if (block.used == block.length && block.length > 0 && !block.error) {
      lock.lock();
      ++taken_;
      changed_.notify_all();
    }
    return length;
  }

  // The thread has ended its work when the caller has seen the end.
  [[nodiscard]] std::string trouble() const override { return source_->trouble(); }

 private:
  struct Block {
    std::vector<char> bytes;
    std::size_t length = 0;  // 0: the end
    std::size_t used = 0;
    std::optional<Error> error;  // what came behind the bytes
  };

  void fill(const std::stop_token& stop) {
    for (bool more = true; more;) {
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, stop, [this] { return filled_ - taken_ < kBlocks; });
        if (stop.stop_requested()) return;
      }
      more = fill_one(blocks_[filled_ % kBlocks]);
      const std::lock_guard lock(mutex_);
      ++filled_;
      changed_.notify_all();
    }
  }

  // False at the end or an error.
  bool fill_one(Block& block) {
    block.length = 0;
    block.used = 0;
    while (block.length < block.bytes.size()) {
      const auto length = source_->read(std::span(block.bytes).subspan(block.length));
      if (!length) {
        block.error = length.error();
        return false;
      }
      if (*length == 0) break;
      block.length += *length;
    }
    return block.length > 0;
  }

  std::unique_ptr<DecompressedSource> source_;
  std::array<Block, kBlocks> blocks_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::size_t filled_ = 0;
  std::size_t taken_ = 0;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace

std::unique_ptr<DecompressedSource> read_ahead(std::unique_ptr<DecompressedSource> source) {
  return std::make_unique<ReadAhead>(std::move(source));
}

}  // namespace underfed
