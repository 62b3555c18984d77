// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

#include "cli/world.h"

namespace underfed {

// One line on standard error that says how much was read; only on a terminal, only after a second,
// and wiped away at the end.
class Progress {
 public:
  explicit Progress(const World& world);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::uint64_t bytes);

 private:
  using Clock = std::chrono::steady_clock;
  const World* world_;
  Clock::time_point next_;
  bool shown_ = false;
};

}  // namespace underfed
