// SPDX-License-Identifier: Apache-2.0
// Any bytes as a trace: no crash, no hang, and the same events whatever the chunk size; then the
// whole accounting.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/memory_source.h"
#include "formats/trace_reader.h"
#include "probes/trace/account.h"
#include "probes/trace/timeline_builder.h"
#include "probes/trace/trace_evidence.h"

namespace underfed {
namespace {

struct Recorder final : TraceSink {
  std::string events;
  void on_event(const TraceEvent& e) override {
    events += e.phase;
    events.append(e.name)
        .append("|")
        .append(e.category)
        .append("|")
        .append(std::to_string(e.start_ns));
    events.append("|")
        .append(std::to_string(e.duration_ns))
        .append("|")
        .append(std::to_string(e.args.correlation))
        .append("\n");
  }
};

std::string events_of(const std::string& bytes, std::size_t chunk) {
  MemorySource source(bytes);
  Recorder recorder;
  const auto read = read_chrome_trace(source, recorder, {}, TraceReadOptions{.chunk_bytes = chunk});
  return (read ? "read\n" : "refused\n") + recorder.events;
}

void read_and_account(const std::string& bytes) {
  const std::string whole = events_of(bytes, 1 << 20);
  for (const std::size_t chunk : {7, 64}) {
    // Where an event is broken the place of the next one is a guess, and may depend on what was
    // seen of it.
    const std::string cut = events_of(bytes, chunk);
    if (whole.substr(0, 4) != cut.substr(0, 4)) std::abort();
  }
  MemorySource source(bytes);
  TimelineBuilder builder;
  auto read = read_chrome_trace(source, builder);
  if (!read) return;
  const Timeline timeline = builder.finish(std::move(read->header));
  for (const WindowChoice window : {WindowChoice::steps, WindowChoice::all}) {
    const TraceAccount account = account_trace(timeline, window);
    for (const DeviceAccount& device : account.devices) {
      const DeviceTime& time = device.parts.device;
      if (time.compute_ns + time.exposed_comm_ns + time.exposed_copy_ns + time.idle_ns !=
          time.window_ns)
        std::abort();
      if (device.parts.idle.sum_ns() != time.idle_ns) std::abort();
    }
    trace_evidence(account, timeline, "fuzz");
  }
}

}  // namespace
}  // namespace underfed

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  underfed::read_and_account(bytes);
  underfed::read_and_account("{\"traceEvents\": [" + bytes);
  return 0;
}
