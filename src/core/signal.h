// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/units.h"

namespace underfed {

// What a signal's value looks like; core/value.h has the type of each.
enum class Shape { number, text, flag, series, distribution, breakdown, setting, table };

// What a value is about. A view of one device also sees what belongs to its process, rank, node and
// run.
enum class Scope { run, node, rank, device, process, step };

// What it costs a person to obtain a signal; cheaper comes first. "The one cheapest thing" that
// would settle an open question is chosen by this order.
enum class Cost {
  nothing,     // a file that is already there: a config, a log
  one_minute,  // look at the running job from outside
  short_run,   // run a few steps again, with a profiler window or another setting
  restart,     // stop the training and start it anew
};

// How a person can obtain a signal.
struct Obtain {
  std::string_view how;       // an imperative phrase: "give the config of the run"
  std::string_view add = {};  // what to add to the command line, where it is that: "config.yml"
  Cost cost = Cost::short_run;
};

// A named quantity, declared once (signals/*.h). Two things that are not the same quantity are not
// the same signal. Identity is the address: probes and causes both name the constant.
struct Signal {
  std::string_view id;  // "gpu.kernel_busy": family, then quantity; stable for ever
  Unit unit = Unit::none;
  Shape shape = Shape::number;
  Scope scope = Scope::run;
  std::string_view meaning;   // what it is and where it comes from, one sentence
  std::string_view misleads;  // what it is not
  Obtain obtain;
  std::string_view key =
      {};  // settings: the field's most common spelling, as HF TrainingArguments has it
};

[[nodiscard]] std::string_view to_text(Shape shape);
[[nodiscard]] std::string_view to_text(Scope scope);

}  // namespace underfed
