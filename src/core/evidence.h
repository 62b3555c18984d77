// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/signal.h"
#include "core/value.h"

namespace underfed {

// Whom a value is about: device "0", rank "3"; the run itself has no id.
struct Subject {
  Scope scope = Scope::run;
  std::string id;
  friend bool operator==(const Subject&, const Subject&) = default;
};

// How directly a value was come by; the first is believed most.
enum class Origin {
  kernels_ran,       // the device's own record
  host_measured,     // measured on the host: ranges, counters, /proc
  log_written,       // a training log says so
  setting_resolved,  // a config, after the framework's own rules
  setting_default,   // nobody wrote it
  built_in_table,    // underfed's tables
  person_given,      // written by hand into an evidence file or the command line
  derived,           // computed from other signals
};

// Where a value comes from, so that a person can look it up.
struct Provenance {
  Origin origin = Origin::person_given;
  std::string by;      // probe or derivation: "trace"
  std::string source;  // the input as shown to the user, relative to the working folder
  std::string where;   // place in it: "line 14", "steps 3-14, device 0"
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

// A closed range of a number; which meaning it has is said where it is used.
struct Range {
  double low = 0;
  double high = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

// A signal's value, with provenance.
struct Evidence {
  const Signal* signal = nullptr;  // never null
  Subject subject;
  Value value;
  std::optional<Range> interval;  // 95 % for the number, where it could be given
  Provenance provenance;
  std::optional<Range> span_s;  // the time it covers, seconds since the start of its source
};

// A signal that could not be had: its reason and what to do. Never a zero.
struct Absence {
  const Signal* signal = nullptr;  // never null
  Subject subject;
  std::string reason;  // "the trace has no device events"
  std::string hint;    // "record with ProfilerActivity.CUDA"; may be empty
};

[[nodiscard]] std::string_view to_text(Origin origin);

}  // namespace underfed
