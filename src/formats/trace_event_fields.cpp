// SPDX-License-Identifier: Apache-2.0
#include "formats/trace_event_fields.h"

#include <algorithm>

#include "formats/trace_number.h"

namespace underfed {
namespace {

constexpr std::int64_t kLongestNs = 30LL * 24 * 3600 * 1'000'000'000;  // a month is no event

std::string_view text_of(std::string_view token) {
  const auto last = token.rfind('"');
  if (token.empty() || token.front() != '"' || last == 0 || last == std::string_view::npos)
    return {};
  return token.substr(1, last - 1);
}

TrackId track_of(std::string_view token) {
  if (token.empty() || token.front() != '"') return {parse_integer(token).value_or(0), {}};
  const std::string_view text = text_of(token);
  const bool digits = !text.empty() && std::all_of(text.begin(), text.end(),
                                                   [](char c) { return c >= '0' && c <= '9'; });
  const auto number = digits ? parse_integer(text) : std::nullopt;
  return number ? TrackId{*number, {}} : TrackId{0, text};
}

void take_time(EventDraft& draft, std::string_view token) {
  const auto ns = parse_us_as_ns(token);
  draft.has_time = true;
  draft.bad_time = !ns;
  draft.event.start_ns = ns.value_or(0);
}

void take_duration(EventDraft& draft, std::string_view token) {
  const auto ns = parse_us_as_ns(token);
  draft.bad_duration = !ns;
  draft.event.duration_ns = ns.value_or(0);
}

std::int64_t integer_or_absent(std::string_view token) { return parse_integer(token).value_or(-1); }

}  // namespace

void take_scalar(EventDraft& draft, std::string_view key, std::string_view token) {
  if (key == "ph") {
    const std::string_view phase = text_of(token);
    draft.has_phase = phase.size() == 1;
    draft.event.phase = draft.has_phase ? phase[0] : '?';
  } else if (key == "cat") {
    draft.event.category = text_of(token);
  } else if (key == "name") {
    draft.event.name = text_of(token);
  } else if (key == "pid") {
    draft.event.process = track_of(token);
  } else if (key == "tid") {
    draft.event.thread = track_of(token);
  } else if (key == "ts") {
    take_time(draft, token);
  } else if (key == "dur") {
    take_duration(draft, token);
  }
}

void take_argument(TraceArgs& args, std::string_view key, std::string_view token) {
  if (key == "correlation") {
    args.correlation = integer_or_absent(token);
  } else if (key == "device" || key == "Device") {
    args.device = integer_or_absent(token);
  } else if (key == "stream") {
    args.stream = integer_or_absent(token);
  } else if (key == "External id" || key == "external id" || key == "External Id") {
    args.external_id = integer_or_absent(token);
  } else if (key == "bytes" || key == "Bytes") {
    args.bytes = integer_or_absent(token);
  } else if (key == "blocks per SM") {
    args.blocks_per_sm = parse_real(token).value_or(-1);
  } else if (key == "graph node id") {
    args.graph_node = integer_or_absent(token);
  } else if (key == "Group size") {
    args.group_size = integer_or_absent(token);
  } else if (key == "Collective name") {
    args.collective = text_of(token);
  } else if (key == "cuda_sync_kind") {
    args.sync_kind = text_of(token);
  }
}

std::string_view trouble_of(const EventDraft& draft) {
  if (!draft.has_phase) return "no phase";
  if (draft.event.phase == 'M') return {};
  if (!draft.has_time) return "no timestamp";
  if (draft.bad_time) return "timestamp is no number";
  if (draft.bad_duration) return "duration is no number";
  if (draft.event.duration_ns < 0) return "negative duration";
  if (draft.event.duration_ns > kLongestNs) return "duration over 30 days";
  if (draft.event.start_ns > INT64_MAX - draft.event.duration_ns) return "time beyond 64 bits";
  return {};
}

bool wants_arguments(const TraceEvent& event) {
  if (event.phase != 'X' && event.phase != 'i') return false;
  const std::string_view category = event.category;
  return category != "cpu_op" && category != "python_function" && category != "user_annotation" &&
         category != "Operator" && category != "ac2g" && category != "fwdbwd";
}

}  // namespace underfed
