// SPDX-License-Identifier: Apache-2.0
// Any bytes as a trace: no crash, no hang, and, where nothing is broken, the same events and counts
// whatever the chunk size (where something is, the place of the next event is a guess that depends
// on what was seen); then the whole accounting, whose parts add up.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "base/memory_source.h"
#include "formats/trace_reader.h"
#include "probes/trace/account.h"
#include "probes/trace/timeline_builder.h"
#include "probes/trace/trace_evidence.h"

namespace underfed {
namespace {

constexpr std::size_t kLargestInSmallChunks = 8 << 10;  // a byte is looked at once per chunk

struct Recorder final : TraceSink {
  std::map<std::uint64_t, std::string> events;  // by their place
  void on_event(const TraceEvent& e) override {
    const TraceArgs& a = e.args;
    const std::string who =
        fmt::format("{} {}|{}|{} {}|{} {}|{} {}", e.phase, e.name, e.category, e.process.number,
                    e.process.text, e.thread.number, e.thread.text, e.start_ns, e.duration_ns);
    const std::string what = fmt::format("|{} {} {} {} {} {} {} {}|{}|{}", a.device, a.stream,
                                         a.correlation, a.external_id, a.graph_node, a.bytes,
                                         a.group_size, a.blocks_per_sm, a.collective, a.sync_kind);
    if (!events.emplace(e.offset, who + what).second) std::abort();
  }
};

// What the reader says about the bytes.
struct Told {
  std::map<std::uint64_t, std::string> events;
  std::string counts;
  std::uint64_t whole_to = UINT64_MAX;  // the first place that is no JSON
};

Told told(const std::string& bytes, std::size_t chunk) {
  MemorySource source(bytes);
  Recorder recorder;
  Told told;
  const auto read = read_chrome_trace(source, recorder, {}, TraceReadOptions{.chunk_bytes = chunk});
  told.events = std::move(recorder.events);
  if (!read) {
    told.counts = read.error().message;
    return told;
  }
  const TraceReadStats& stats = read->stats;
  if (told.events.size() != stats.events || stats.bytes != bytes.size()) std::abort();
  told.counts = fmt::format("cut at {}\n", stats.cut_short_at.value_or(0));
  for (const auto& [trouble, skipped] : stats.skipped) {
    told.counts += fmt::format("{}: {} from {}\n", trouble, skipped.count, skipped.first_offset);
    const bool no_json = trouble.starts_with("broken") || trouble.starts_with("bytes");
    if (no_json) told.whole_to = std::min(told.whole_to, skipped.first_offset);
  }
  told.counts += fmt::format("{} devices, schema {}, base {}\n", read->header.devices.size(),
                             read->header.schema_version, read->header.base_ns);
  return told;
}

// Behind a place that is no JSON, where the next event begins is a guess, and may depend on how
// much of it is seen.
bool same(const Told& one, const Told& other) {
  const std::uint64_t to = std::min(one.whole_to, other.whole_to);
  if (to == UINT64_MAX) return one.events == other.events && one.counts == other.counts;
  return std::equal(one.events.begin(), one.events.lower_bound(to), other.events.begin(),
                    other.events.lower_bound(to));
}

void same_in_any_chunks(const std::string& bytes) {
  if (bytes.size() > kLargestInSmallChunks) return;
  const Told whole = told(bytes, 1 << 20);
  for (const std::size_t chunk : {7, 64}) {
    const Told cut = told(bytes, chunk);
    if (same(whole, cut)) continue;
    for (const Told* one : {&whole, &cut}) {
      for (const auto& [at, event] : one->events) fmt::print(stderr, "{}: {}\n", at, event);
      fmt::print(stderr, "{}in chunks of {} or whole\n\n", one->counts, chunk);
    }
    std::abort();
  }
}

void adds_up(const TraceAccount& account) {
  for (const DeviceAccount& device : account.devices) {
    const DeviceTime& time = device.parts.device;
    const auto sum = time.compute_ns + time.exposed_comm_ns + time.exposed_copy_ns + time.idle_ns;
    if (sum != time.window_ns || device.parts.idle.sum_ns() != time.idle_ns) std::abort();
  }
}

void account(const std::string& bytes) {
  MemorySource source(bytes);
  TimelineBuilder builder;
  auto read = read_chrome_trace(source, builder);
  if (!read) return;
  const Timeline timeline = builder.finish(std::move(read->header));
  for (const WindowChoice window : {WindowChoice::steps, WindowChoice::all}) {
    const TraceAccount account = account_trace(timeline, window);
    adds_up(account);
    static_cast<void>(trace_evidence(account, timeline, "fuzz"));
  }
}

}  // namespace
}  // namespace underfed

// The bytes as a file (an object, or a bare array), and as the events of one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const char* before : {"", "[", "{\"traceEvents\": ["}) {
    underfed::same_in_any_chunks(before + bytes);
    underfed::account(before + bytes);
  }
  return 0;
}
