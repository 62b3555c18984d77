// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "base/byte_source.h"
#include "formats/trace_reader.h"
#include "probes/trace/account.h"

namespace underfed {

// Bytes in memory, handed out in pieces of the sizes that `next_size` gives.
class PiecewiseSource final : public ByteSource {
 public:
  PiecewiseSource(std::string bytes, std::function<std::size_t()> next_size)
      : bytes_(std::move(bytes)), next_size_(std::move(next_size)) {}
  Result<std::size_t> read(std::span<char> buffer) override;

 private:
  std::string bytes_;
  std::function<std::size_t()> next_size_;
  std::size_t at_ = 0;
};

struct AccountOfText {
  TraceAccount account;
  TraceReadStats stats;
};

// The whole way from bytes (plain, gzip or zstd) to the account; aborts on an error.
[[nodiscard]] AccountOfText account_of(std::string bytes, WindowChoice window = WindowChoice::steps,
                                       const TraceReadOptions& options = {},
                                       std::function<std::size_t()> piece_size = {});

// What an account says, as text: to compare. Left out: the kernels that took longest, because equal
// ones may come in any order.
[[nodiscard]] std::string to_text(const TraceAccount& account);

[[nodiscard]] std::string gzip(const std::string& bytes);
[[nodiscard]] std::string zstd(const std::string& bytes);

}  // namespace underfed
