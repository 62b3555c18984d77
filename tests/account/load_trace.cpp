// SPDX-License-Identifier: Apache-2.0
#include "account/load_trace.h"

#include <utility>

#include "formats/chrome_trace.h"
#include "formats/compressed.h"
#include "probes/trace/timeline_builder.h"
#include "sys/file_source.h"

namespace underfed {

Result<Timeline> load_trace(const std::string& path) {
  UF_TRY(auto file, open_file(path));
  UF_TRY(auto bytes, decompress(std::move(file), Ahead::no));
  TimelineBuilder builder;
  UF_TRY(auto read, read_chrome_trace(*bytes, builder));
  return builder.finish(std::move(read.header));
}

}  // namespace underfed
