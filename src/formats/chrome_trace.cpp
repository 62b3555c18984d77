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

constexpr std::size_t kKeyReach = 64;  // an event's start is recognised within so many bytes
constexpr std::size_t kSmallestStretch = 256;  // the size of an event
constexpr std::size_t kLargestStretch = 1 << 30;
constexpr std::size_t kLargestSearched =
    1 << 20;  // larger events that are broken are not looked through
constexpr std::int64_t kFirstSearches = 64 << 20;
constexpr std::size_t kSearchPerByte = 8;

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
    if (length == 0) return recover_one();
    const EventBatch batch = parse(length);
    stream_.take(batch.parsed_to);
    done_ = batch.array_ended;
    went_well(batch.parsed_to);
    if (!batch.broken) return {};
    stretch_bytes_ = kSmallestStretch;
    return replaced(length - batch.parsed_to) ? Result<void>{} : recover_one();
  }

  void went_well(std::size_t bytes) {
    search_budget_ += static_cast<std::int64_t>(kSearchPerByte * bytes);
    stretch_bytes_ = std::min(2 * stretch_bytes_, kLargestStretch);
  }

  // Whether bytes were replaced in the first `length` ones of the window: they are worth another
  // try then.
  bool replaced(std::size_t length) {
    const Replaced replaced = replace_illegal_bytes(stream_.window().first(length));
    if (replaced.count == 0) return false;
    count("bytes that JSON does not allow, replaced", replaced.count, replaced.first);
    return true;
  }

  // As many whole events as the window holds, more being read where it holds none; at the end all
  // there is. Behind a broken event the stretches begin small again: what cannot be parsed should
  // not be parsed twice. 0: there is no event in so small a stretch that ends in it.
  Result<std::size_t> stretch_length() {
    std::size_t searched = 0;  // up to here there is no place to end
    while (true) {
      const std::string_view text = stream_.text();
      if (text.size() > stretch_bytes_) {
        const std::size_t next = last_event_start(text.substr(0, stretch_bytes_));
        return next != std::string_view::npos ? text.rfind(',', next) : 0;
      }
      if (stream_.ended()) return text.size();
      const std::size_t next = last_event_start(text.substr(searched));
      if (next != std::string_view::npos) return text.rfind(',', searched + next);
      if (text.size() > options_.largest_event_bytes) return text.size();
      searched = text.size() > kKeyReach ? text.size() - kKeyReach : 0;
      UF_TRY_VOID(stream_.more());
    }
  }

  EventBatch parse(std::size_t length) {
    return parser_.parse(stream_.window().first(length), stream_.offset(), *sink_, read_.stats);
  }

  // The window begins at an event that simdjson refused in company.
  Result<void> recover_one() {
    UF_TRY(const std::size_t end, end_of_event());
    if (end != std::string_view::npos) {
      const EventBatch alone = parse(end);
      if (!alone.broken) {
        stream_.take(end);
        went_well(end);
        return {};
      }
      if (replaced(end)) return {};
    }
    UF_TRY(const std::size_t next, next_start());
    const std::size_t behind = next != std::string_view::npos ? next : end;
    if (behind == std::string_view::npos) {
      read_.stats.cut_short_at = stream_.bytes_read();
      done_ = true;
    } else {
      take_loosely(stream_.text().substr(0, behind));
    }
    stream_.take(std::min(behind, stream_.text().size()));
    return {};
  }

  // Just behind the event at the window's front, by counting brackets. Of a broken event that can
  // be anywhere: looking for it has a budget that grows with what was read, so that a file of
  // broken events is still read in linear time.
  Result<std::size_t> end_of_event() {
    while (true) {
      const std::size_t most = search_budget_ > 0 ? kLargestSearched : kSmallestStretch;
      const std::string_view text = stream_.text().substr(0, most);
      const std::size_t end = balanced_end(text);
      search_budget_ -= static_cast<std::int64_t>(std::min(end, text.size()));
      if (end != std::string_view::npos || stream_.ended() || text.size() == most) return end;
      UF_TRY_VOID(stream_.want(2 * text.size()));
    }
  }

  Result<std::size_t> next_start() {
    while (true) {
      const std::string_view text = stream_.text();
      const std::uint64_t known = std::max(no_start_to_, stream_.offset() + 1);
      const std::size_t next = next_event_start(text, known - stream_.offset());
      if (next != std::string_view::npos) return next;
      no_start_to_ = stream_.offset() + (text.size() > kKeyReach ? text.size() - kKeyReach : 0);
      if (stream_.ended()) return next;
      if (text.size() > options_.largest_event_bytes) return text.size();
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

  void count(std::string_view trouble, std::size_t times = 1, std::size_t at = 0) {
    Skipped& skipped = read_.stats.skipped[std::string(trouble)];
    if (skipped.count == 0) skipped.first_offset = stream_.offset() + at;
    skipped.count += times;
  }

  Result<void> read_rest() {
    while (true) {
      const std::size_t behind = top_.take_rest(stream_.text());
      if (behind != std::string_view::npos && !text_behind_) {
        text_behind_ = true;
        count("text behind the trace's end", 1, behind);
      }
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
  bool text_behind_ = false;
  std::size_t stretch_bytes_ = kLargestStretch;
  std::int64_t search_budget_ = kFirstSearches;
  std::uint64_t no_start_to_ = 0;  // between the window's first byte and here no event begins
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
