// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace underfed::bench {

// What one run of a program took. The peak is that of the program alone, as long as the process
// that starts it is small: a child begins with the memory of its parent.
struct ChildRun {
  int status = 0;  // its exit code; 128 + the signal that ended it
  double wall_s = 0;
  double cpu_s = 0;
  std::uint64_t peak_bytes = 0;
  std::string output;  // what it wrote to standard output
};

enum class Quiet { no, yes };  // standard error thrown away

// Runs argv[0] (a path, or a name to be found) on the first `cpus` processors that this process may
// use, or on all for 0.
[[nodiscard]] Result<ChildRun> run_child(const std::vector<std::string>& argv, unsigned cpus,
                                         Quiet quiet = Quiet::no);

}  // namespace underfed::bench
