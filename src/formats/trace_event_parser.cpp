// SPDX-License-Identifier: Apache-2.0
#include "formats/trace_event_parser.h"

#include <simdjson.h>

#include <algorithm>
#include <cstring>

#include "formats/trace_event_fields.h"
#include "formats/trace_repair.h"

namespace underfed {
namespace {

namespace ondemand = simdjson::ondemand;

std::string_view key_text(ondemand::field& field) {
  const char* raw = field.key().raw();
  const auto* end = static_cast<const char*>(std::memchr(raw, '"', 256));
  return end != nullptr ? std::string_view(raw, static_cast<std::size_t>(end - raw))
                        : std::string_view();
}

// Unescaped where it must be; the unescaped text lives in the parser until the next batch.
simdjson::error_code take_text(ondemand::value value, std::string_view token, EventDraft& draft,
                               std::string_view key) {
  if (token.find('\\') == std::string_view::npos) {
    take_scalar(draft, key, token);
    return simdjson::SUCCESS;
  }
  std::string_view text;
  if (const auto error = value.get_string().get(text)) return error;
  (key == "name" ? draft.event.name : draft.event.category) = text;
  return simdjson::SUCCESS;
}

simdjson::error_code take_arguments(ondemand::value value, TraceArgs& args) {
  ondemand::object object;
  if (value.get_object().get(object) != simdjson::SUCCESS)
    return simdjson::SUCCESS;  // args of another shape
  for (auto entry : object) {
    ondemand::field field;
    if (const auto error = std::move(entry).get(field)) return error;
    take_argument(args, key_text(field), field.value().raw_json_token());
  }
  return simdjson::SUCCESS;
}

simdjson::error_code read_event(ondemand::object object, EventDraft& draft) {
  for (auto entry : object) {
    ondemand::field field;
    if (const auto error = std::move(entry).get(field)) return error;
    const std::string_view key = key_text(field);
    if (key == "args") {
      if (!wants_arguments(draft.event)) continue;
      if (const auto error = take_arguments(field.value(), draft.event.args)) return error;
      continue;
    }
    const std::string_view token = field.value().raw_json_token();
    if (key == "name" || key == "cat") {
      if (const auto error = take_text(field.value(), token, draft, key)) return error;
    } else {
      take_scalar(draft, key, token);
    }
  }
  return simdjson::SUCCESS;
}

void count(TraceReadStats& stats, std::string_view trouble, std::uint64_t offset) {
  Skipped& skipped = stats.skipped[std::string(trouble)];
  if (skipped.count++ == 0) skipped.first_offset = offset;
}

// An element that is no event. A list of events is one too, and a stretch may end in the middle of
// it: it is broken then.
simdjson::error_code pass_over(ondemand::value value, ondemand::json_type type) {
  if (type != ondemand::json_type::array) return simdjson::SUCCESS;
  ondemand::array list;
  if (const auto error = value.get_array().get(list)) return error;
  for (auto entry : list) {
    if (const auto error = entry.error()) return error;
  }
  return value.current_location().error();  // the list took the bracket behind the stretch
}

// One element of the array: handed on, or counted. The error of a broken one.
simdjson::error_code take_element(simdjson::simdjson_result<ondemand::value> element,
                                  std::uint64_t offset, TraceSink& sink, TraceReadStats& stats) {
  ondemand::value value;
  if (const auto error = std::move(element).get(value)) return error;
  ondemand::json_type type{};
  if (const auto error = value.type().get(type)) return error;
  if (type != ondemand::json_type::object) {
    if (const auto error = pass_over(value, type)) return error;
    count(stats, "not an object", offset);
    return simdjson::SUCCESS;
  }
  EventDraft draft;
  ondemand::object object;
  if (const auto error = value.get_object().get(object)) return error;
  if (const auto error = read_event(object, draft)) return error;
  draft.event.offset = offset;
  if (const std::string_view trouble = trouble_of(draft); !trouble.empty()) {
    count(stats, trouble, offset);
    return simdjson::SUCCESS;
  }
  ++stats.events;
  sink.on_event(draft.event);
  return simdjson::SUCCESS;
}

// Where simdjson is; behind an error it can be outside of the text.
std::size_t place_in(std::span<const char> stretch, const char* at) {
  const std::ptrdiff_t place = at - stretch.data();
  return static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(place, 0, static_cast<std::ptrdiff_t>(stretch.size())));
}

// Behind the element that begins at `start`, which is whole.
std::size_t behind_element(std::span<const char> stretch, std::size_t start) {
  const std::size_t length = balanced_end({stretch.data() + start, stretch.size() - start});
  return length == std::string_view::npos ? stretch.size() : start + length;
}

// The array ended before the text did: just behind its bracket. simdjson tells the next token's
// place.
std::size_t behind_bracket(std::span<const char> stretch, const char* next_token) {
  std::size_t at = place_in(stretch, next_token);
  while (at > 0 && stretch[at - 1] != ']') --at;
  return at;
}

}  // namespace

struct TraceEventParser::Engine {
  ondemand::parser parser;

  // The brackets around the stretch are set.
  EventBatch parse(std::span<char> stretch, std::uint64_t offset, TraceSink& sink,
                   TraceReadStats& stats) {
    EventBatch batch;
    ondemand::document document;
    ondemand::array events;
    const simdjson::padded_string_view json(stretch.data() - 1, stretch.size() + 2,
                                            stretch.size() + 2 + kPadding);
    if (parser.iterate(json).get(document) != simdjson::SUCCESS ||
        document.get_array().get(events) != simdjson::SUCCESS) {
      batch.broken = true;
      return batch;
    }
    const char* at = nullptr;
    std::size_t done_to = 0;  // behind the last element that was taken
    for (auto element : events) {
      if (document.current_location().get(at) != simdjson::SUCCESS) break;
      const std::size_t place = place_in(stretch, at);
      batch.parsed_to =
          place < done_to ? behind_element(stretch, done_to - 1)
                          : place;  // behind a trailing comma simdjson is at the last element again
      batch.broken = place < done_to ||
                     take_element(element, offset + place, sink, stats) != simdjson::SUCCESS;
      if (batch.broken) return batch;
      done_to = place + 1;
    }
    batch.array_ended = document.current_location().get(at) == simdjson::SUCCESS;
    batch.parsed_to = batch.array_ended ? behind_bracket(stretch, at) : stretch.size();
    return batch;
  }
};

TraceEventParser::TraceEventParser() : engine_(std::make_unique<Engine>()) {}
TraceEventParser::~TraceEventParser() = default;

EventBatch TraceEventParser::parse(std::span<char> stretch, std::uint64_t offset, TraceSink& sink,
                                   TraceReadStats& stats) {
  char& before = *(stretch.data() - 1);
  char& behind = *(stretch.data() + stretch.size());
  const char kept[2] = {before, behind};
  before = '[';
  behind = ']';
  const EventBatch batch = engine_->parse(stretch, offset, sink, stats);
  before = kept[0];
  behind = kept[1];
  return batch;
}

}  // namespace underfed
