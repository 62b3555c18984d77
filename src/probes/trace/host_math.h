// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "formats/chrome_trace.h"

namespace underfed {

// Passes events on and adds up the time in which the host itself did matrix work: what a model that
// was left on the CPU shows. Only operators that do the work are counted, not those around them.
class HostMath final : public TraceSink {
 public:
  explicit HostMath(TraceSink& next) : next_(&next) {}
  void on_event(const TraceEvent& event) override;

  // Of the time from the first host event to the last, 0..1.
  [[nodiscard]] double share() const;

 private:
  TraceSink* next_;
  std::int64_t math_ns_ = 0;
  std::int64_t first_ns_ = INT64_MAX;
  std::int64_t last_ns_ = INT64_MIN;
};

}  // namespace underfed
