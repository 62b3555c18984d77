// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "core/evidence.h"
#include "core/notice.h"

namespace underfed {

// An input to be opened: what the user gave, or what another input points to (a config names a data
// set, a run folder holds five kinds of file). Opened once each, until none is left.
struct Lead {
  std::string target;  // path, or "-" for standard input
  std::string kind;    // which probe takes it: "trace", "evidence"; empty: to be sniffed
  std::string from;    // the input that pointed to it, as shown; empty for what the user gave
  std::string shown;   // how reports and messages name it: nothing private in it
};

// What an input was and how its reading went.
struct InputSummary {
  std::string source;  // as shown: relative to the working folder
  std::string kind;    // "PyTorch profiler trace"
  std::vector<Notice> notices;
};

struct ProbeOutput {
  InputSummary summary;
  std::vector<Evidence> evidence;
  std::vector<Absence> absences;
  std::vector<Lead> leads;
};

// Gathers evidence from one kind of input. Never sees another probe, and never judges.
class Probe {
 public:
  virtual ~Probe() = default;
  [[nodiscard]] virtual std::string_view kind() const = 0;  // the Lead::kind that it takes
  virtual Result<ProbeOutput> gather(const Lead& lead) = 0;
};

}  // namespace underfed
