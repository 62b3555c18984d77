// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/chrome_trace.h"

namespace underfed {

// How the parsing of a stretch of events ended.
struct EventBatch {
  std::size_t parsed_to = 0;  // everything before this byte of the stretch is done with
  bool array_ended = false;   // the closing bracket was found; parsed_to is just behind it
  bool broken = false;        // the event at parsed_to could not be parsed
};

// Parses stretches of "{...},{...}" with simdjson and hands each event on. Keeps its buffers; not
// for several threads.
class TraceEventParser {
 public:
  TraceEventParser();
  ~TraceEventParser();
  TraceEventParser(const TraceEventParser&) = delete;
  TraceEventParser& operator=(const TraceEventParser&) = delete;

  // `stretch` begins at an event. The byte before it and the byte behind it are overwritten for the
  // time of the call, and kPadding bytes behind it must be readable. `offset` is the stretch's
  // place in the file.
  EventBatch parse(std::span<char> stretch, std::uint64_t offset, TraceSink& sink,
                   TraceReadStats& stats);

  static constexpr std::size_t kPadding = 64;

 private:
  struct Engine;  // simdjson stays in one file
  std::unique_ptr<Engine> engine_;
};

}  // namespace underfed
