// SPDX-License-Identifier: Apache-2.0
#include "property/read_trace.h"

#include <isa-l/igzip_lib.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "account/account_json.h"
#include "base/check.h"
#include "formats/compressed.h"
#include "probes/trace/timeline_builder.h"

namespace underfed {

Result<std::size_t> PiecewiseSource::read(std::span<char> buffer) {
  std::size_t size = std::min(buffer.size(), bytes_.size() - at_);
  if (next_size_) size = std::min(size, std::max<std::size_t>(next_size_(), 1));
  std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at_), size, buffer.begin());
  at_ += size;
  return size;
}

AccountOfText account_of(std::string bytes, WindowChoice window, const TraceReadOptions& options,
                         std::function<std::size_t()> piece_size) {
  auto source = decompress(
      std::make_unique<PiecewiseSource>(std::move(bytes), std::move(piece_size)), Ahead::no);
  UF_CHECK(source.has_value());
  TimelineBuilder builder;
  auto read = read_chrome_trace(**source, builder, {}, options);
  UF_CHECK(read.has_value());
  const Timeline timeline = builder.finish(std::move(read->header));
  return {account_trace(timeline, window), std::move(read->stats)};
}

std::string to_text(const TraceAccount& account) {
  nlohmann::json json = to_json(account);
  for (nlohmann::json& device : json["devices"]) device["kernels"].erase("top");
  return json.dump(1);
}

std::string gzip(const std::string& bytes) {
  std::string packed(bytes.size() + 4'096, '\0');
  isal_zstream stream;
  isal_deflate_stateless_init(&stream);
  stream.gzip_flag = IGZIP_GZIP;
  std::string input = bytes;
  stream.next_in = reinterpret_cast<std::uint8_t*>(input.data());
  stream.avail_in = static_cast<std::uint32_t>(input.size());
  stream.next_out = reinterpret_cast<std::uint8_t*>(packed.data());
  stream.avail_out = static_cast<std::uint32_t>(packed.size());
  stream.end_of_stream = 1;
  UF_CHECK(isal_deflate_stateless(&stream) == COMP_OK);
  packed.resize(stream.total_out);
  return packed;
}

std::string zstd(const std::string& bytes) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 1);
  UF_CHECK(ZSTD_isError(size) == 0);
  packed.resize(size);
  return packed;
}

}  // namespace underfed
