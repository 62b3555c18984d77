// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"

namespace underfed {

// Who an event belongs to: traces write a thread or stream as a number or as text ("stream 7").
struct TrackId {
  std::int64_t number = 0;  // 0 where only text was written
  std::string_view text;    // empty where a number was written
};

// The arguments of an event that underfed reads; absent where the trace does not write them.
// -1 stands for absent in the integers.
struct TraceArgs {
  std::int64_t device = -1;
  std::int64_t stream = -1;
  std::int64_t correlation = -1;  // links a device operation with its launch
  std::int64_t external_id = -1;  // links a launch with its operator ("External id", "external id")
  std::int64_t graph_node = -1;   // set for kernels of a CUDA graph since 2026 ("graph node id")
  std::int64_t bytes = -1;
  std::int64_t group_size = -1;  // of a collective
  double blocks_per_sm = -1;
  std::string_view collective;  // "Collective name"
  std::string_view sync_kind;   // "cuda_sync_kind"
};

// One event of a trace. Views point into the reader and are good only during the call: copy to
// keep.
struct TraceEvent {
  char phase = 'X';       // X complete, i instant, s/f flow, M metadata, C counter, B/E begin/end
  std::string_view name;  // unescaped
  std::string_view category;  // as written: "kernel", "Kernel", "cuda_runtime", ...
  TrackId process;
  TrackId thread;
  std::int64_t start_ns = 0;  // since the trace's own base, see TraceHeader::base_ns; not wall time
  std::int64_t duration_ns = 0;  // 0 for instants
  TraceArgs args;
  std::uint64_t offset = 0;  // of the event's first byte in the (uncompressed) file
};

struct TraceDevice {
  std::int64_t id = 0;
  std::string name;  // as the driver says: "NVIDIA A100-SXM4-80GB"
  std::int64_t compute_major = -1;
  std::int64_t compute_minor = -1;
  std::int64_t sm_count = -1;
  std::int64_t memory_bytes = -1;
};

// What a trace says about itself; its keys may stand before or after the events.
struct TraceHeader {
  std::int64_t schema_version = -1;
  std::int64_t base_ns = 0;  // "baseTimeNanoseconds": to be added for wall time; 0 where absent
  std::vector<TraceDevice> devices;
  std::optional<std::int64_t> rank;
  std::optional<std::int64_t> world_size;
  std::string backend;  // of the process group: "nccl"
  bool with_stack = false;
  bool record_shapes = false;
  bool profile_memory = false;
};

// Something of the input that could not be used: how often, and where first.
struct Skipped {
  std::uint64_t count = 0;
  std::uint64_t first_offset = 0;
};

struct TraceReadStats {
  std::uint64_t bytes = 0;                    // uncompressed
  std::uint64_t events = 0;                   // handed to the sink
  std::map<std::string, Skipped> skipped;     // by a short name of the trouble: "no timestamp"
  std::optional<std::uint64_t> cut_short_at;  // the file ended inside the events, at this byte
};

// Takes the events of a trace in file order.
class TraceSink {
 public:
  virtual ~TraceSink() = default;
  virtual void on_event(const TraceEvent& event) = 0;
};

struct TraceRead {
  TraceHeader header;
  TraceReadStats stats;
};

// Called now and then with the bytes read so far (uncompressed), for a progress display.
using ReadProgress = std::function<void(std::uint64_t bytes)>;

// Reads a Chrome-format trace (an object with "traceEvents", or a bare array of events) from
// `source`, which is already decompressed, and calls `sink` once per event in file order. Broken
// events are skipped and counted; a file cut short gives what came before the cut. Memory is
// bounded by the chunk size (plus the largest single event), not by the file. Errors: not_evidence
// (JSON, or not, but no trace), and what the source says.
Result<TraceRead> read_chrome_trace(ByteSource& source, TraceSink& sink,
                                    const ReadProgress& progress = {});

}  // namespace underfed
