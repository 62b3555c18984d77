// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "formats/chrome_trace.h"

// From the fields of an event, as text, to a TraceEvent; shared by the fast parser and by the one
// for broken events.
namespace underfed {

// What of an event has been seen; a duration or a time that cannot be makes it unusable.
struct EventDraft {
  TraceEvent event;
  bool has_phase = false;
  bool has_time = false;
  bool bad_time = false;
  bool bad_duration = false;
};

// A scalar's token: text with its quotes, or a number.
void take_scalar(EventDraft& draft, std::string_view key, std::string_view token);
void take_argument(TraceArgs& args, std::string_view key, std::string_view token);

// Why the event cannot be used, as a short name for the counts; empty if it can.
[[nodiscard]] std::string_view trouble_of(const EventDraft& draft);

// Whether this event's arguments matter; those of operators, frames and flows do not, and are most
// of a file.
[[nodiscard]] bool wants_arguments(const TraceEvent& event);

}  // namespace underfed
