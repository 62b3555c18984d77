// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "formats/chrome_trace.h"

namespace underfed {

// How read_chrome_trace works through its input; for tests and measurements.
struct TraceReadOptions {
  std::size_t chunk_bytes = 1 << 20;  // read and parsed at once: fits the second-level cache
  std::size_t largest_event_bytes = 64 << 20;  // a larger one ends the reading of its kind
};

Result<TraceRead> read_chrome_trace(ByteSource& source, TraceSink& sink,
                                    const ReadProgress& progress, const TraceReadOptions& options);

}  // namespace underfed
