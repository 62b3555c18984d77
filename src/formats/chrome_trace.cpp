// SPDX-License-Identifier: Apache-2.0
// The reader's way through a trace: the top level up to the events, then stretches of whole events
// at simdjson's speed, and behind them the rest of the top level. A stretch ends before an event
// that begins behind a comma; should that have been a wrong guess (a list of objects inside of an
// event), the stretch is not balanced, and simdjson stops at exactly that event. From there the way
// is the slow one: one event, its end found by counting brackets; if that is no JSON either, by the
// next place that looks like an event.
#include "formats/chrome_trace.h"

#include <algorithm>

#include "formats/trace_event_parser.h"
#include "formats/trace_header.h"
#include "formats/trace_reader.h"
#include "formats/trace_repair.h"
#include "formats/trace_stream.h"
#include "formats/trace_top_level.h"

namespace underfed {
namespace {

bool is_separator(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ','; }

class Reader {
 public:
  Reader(ByteSource& source, TraceSink& sink, const ReadProgress& progress,
         const TraceReadOptions& options)
      : stream_(source, options.chunk_bytes),
        sink_(&sink),
        progress_(&progress),
        options_(options) {}

  Result<TraceRead> run() {
    UF_TRY_VOID(find_events());
    UF_TRY_VOID(read_events());
    UF_TRY_VOID(read_rest());
    if (read_.stats.events == 0) return no_trace();
    read_.header = parse_trace_header(top_.header_json());
    read_.stats.bytes = stream_.bytes_read();
    return std::move(read_);
  }

 private:
  static Error no_trace() {
    return Error{ErrorCode::not_evidence, "this holds no trace events",
                 "a PyTorch profiler trace has \"traceEvents\"; export it with "
                 "torch.profiler's export_chrome_trace"};
  }

  Result<void> find_events() {
    while (true) {
      std::size_t used = 0;
      const TopLevel::Found found = top_.scan(stream_.text(), used);
      stream_.take(used);
      if (found == TopLevel::Found::events) return {};
      if (found == TopLevel::Found::no_trace || stream_.ended()) return no_trace();
      UF_TRY_VOID(stream_.more());
    }
  }

  // Until the array's bracket is taken or the source ends.
  Result<void> read_events() {
    while (!done_) {
      if (*progress_) (*progress_)(stream_.offset());
      UF_TRY_VOID(fill_and_skip_separators());
      if (stream_.text().empty()) {
        read_.stats.cut_short_at = stream_.bytes_read();
        return {};
      }
      if (stream_.text().front() == ']') {
        stream_.take(1);
        return {};
      }
      UF_TRY_VOID(read_stretch());
    }
    return {};
  }

  Result<void> fill_and_skip_separators() {
    do {
      const std::string_view text = stream_.text();
      std::size_t skip = 0;
      while (skip < text.size() && is_separator(text[skip])) ++skip;
      stream_.take(skip);
      if (!stream_.text().empty()) return {};
      UF_TRY_VOID(stream_.more());
    } while (!stream_.text().empty());
    return {};
  }

  Result<void> read_stretch() {
    UF_TRY(const std::size_t length, stretch_length());
    const EventBatch batch = parse(length);
    stream_.take(batch.parsed_to);
    done_ = batch.array_ended;
    if (!batch.broken) return {};
    const std::size_t left = length - batch.parsed_to;
    if (replace_illegal_bytes(stream_.window().first(left))) {
      count("bytes that JSON does not allow, replaced");
      return {};
    }
    return recover_one();
  }

  // As many whole events as the window holds, more being read where it holds none; at the end all
  // there is.
  Result<std::size_t> stretch_length() {
    while (true) {
      if (stream_.ended()) return stream_.text().size();
      const std::size_t next = last_event_start(stream_.text());
      if (next != std::string_view::npos) return stream_.text().rfind(',', next);
      if (stream_.text().size() > options_.largest_event_bytes) return stream_.text().size();
      UF_TRY_VOID(stream_.more());
    }
  }

  EventBatch parse(std::size_t length) {
    return parser_.parse(stream_.window().first(length), stream_.offset(), *sink_, read_.stats);
  }

  // The window begins at an event that simdjson refused in company.
  Result<void> recover_one() {
    const std::size_t end = balanced_end(stream_.text());
    if (end != std::string_view::npos) {
      const EventBatch alone = parse(end);
      if (!alone.broken) {
        stream_.take(end);
        return {};
      }
    }
    UF_TRY(const std::size_t next, next_start());
    const bool last = next == std::string_view::npos;
    const std::string_view event = stream_.text().substr(0, next);
    if (last && end == std::string_view::npos) {
      read_.stats.cut_short_at = stream_.bytes_read();
      done_ = true;
    } else {
      take_loosely(event);
    }
    stream_.take(last ? (end != std::string_view::npos ? end : stream_.text().size()) : next);
    return {};
  }

  Result<std::size_t> next_start() {
    while (true) {
      const std::size_t next = next_event_start(stream_.text(), 1);
      if (next != std::string_view::npos || stream_.ended()) return next;
      if (stream_.text().size() > options_.largest_event_bytes) return stream_.text().size();
      UF_TRY_VOID(stream_.more());
    }
  }

  void take_loosely(std::string_view event) {
    auto draft = loose_event(event);
    if (!draft) return count("broken event");
    draft->event.offset = stream_.offset();
    if (const std::string_view trouble = trouble_of(*draft); !trouble.empty())
      return count(trouble);
    count("broken event, its fields recovered");
    ++read_.stats.events;
    sink_->on_event(draft->event);
  }

  void count(std::string_view trouble) {
    Skipped& skipped = read_.stats.skipped[std::string(trouble)];
    if (skipped.count++ == 0) skipped.first_offset = stream_.offset();
  }

  Result<void> read_rest() {
    while (true) {
      top_.take_rest(stream_.text());
      stream_.take(stream_.text().size());
      if (stream_.ended()) return {};
      UF_TRY_VOID(stream_.more());
    }
  }

  TraceStream stream_;
  TraceSink* sink_;
  const ReadProgress* progress_;
  TraceReadOptions options_;
  TraceEventParser parser_;
  TopLevel top_;
  TraceRead read_;
  bool done_ = false;
};

}  // namespace

Result<TraceRead> read_chrome_trace(ByteSource& source, TraceSink& sink,
                                    const ReadProgress& progress, const TraceReadOptions& options) {
  return Reader(source, sink, progress, options).run();
}

Result<TraceRead> read_chrome_trace(ByteSource& source, TraceSink& sink,
                                    const ReadProgress& progress) {
  return read_chrome_trace(source, sink, progress, TraceReadOptions{});
}

}  // namespace underfed
