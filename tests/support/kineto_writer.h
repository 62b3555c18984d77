// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "support/synthetic_trace.h"

namespace underfed::synthetic {

// How PyTorch's profiler wrote traces over the years, and on AMD. `old` and `middle` write whole
// microseconds: give them plans with grain_ns = 1000, else the text loses what the truth has.
enum class TraceDialect : std::uint8_t {
  old,     // up to about torch 1.11: "Kernel", "Operator", streams as text
  middle,  // "kernel", "cpu_op", integer streams
  recent,  // from 2.4: nanoseconds as decimals, relative to baseTimeNanoseconds
  rocm,    // the same from an AMD device
};
inline constexpr TraceDialect kTraceDialects[] = {TraceDialect::old, TraceDialect::middle,
                                                  TraceDialect::recent, TraceDialect::rocm};

[[nodiscard]] bool writes_whole_us(TraceDialect dialect);

// The text before the first event, up to and with "[", and the text after the last.
[[nodiscard]] std::string kineto_head(const SyntheticTrace& trace, TraceDialect dialect);
[[nodiscard]] std::string kineto_tail(const SyntheticTrace& trace, TraceDialect dialect);

// Calls `visit` with the JSON of every event, without commas between them; in the order in which
// the profiler writes them: not by time. The text is good only during the call. Returns how many.
std::uint64_t visit_kineto_events(const SyntheticTrace& trace, TraceDialect dialect,
                                  const std::function<void(std::string_view)>& visit);

// Head, events and tail. Returns the number of events.
std::uint64_t write_kineto_json(const SyntheticTrace& trace, TraceDialect dialect,
                                std::ostream& out);

}  // namespace underfed::synthetic
