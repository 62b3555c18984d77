// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/intervals.h"
#include "support/synthetic_trace.h"

namespace underfed::synthetic {

// Why the device was idle, in the words of docs/definitions.md.
enum class Why : std::uint8_t {
  queue,
  launch_latency,
  profiler,
  pause,
  garbage,
  loading,
  input_wait,
  host_sync,
  allocator,
  optimizer_host,
  host_launch,
  between_operators,
  unattributed,
  tail,
};
inline constexpr std::size_t kWhys = static_cast<std::size_t>(Why::tail) + 1;

using WhyParts = std::array<std::int64_t, kWhys>;

struct TrueParts {
  Interval window;
  std::int64_t compute_ns = 0;
  std::int64_t exposed_comm_ns = 0;
  std::int64_t exposed_copy_ns = 0;
  std::int64_t idle_ns = 0;
  std::int64_t comm_ns = 0;  // hidden or not; likewise copy_ns
  std::int64_t copy_ns = 0;
  WhyParts why{};
  WhyParts after_sync{};  // of `why`: late gaps after a blocking call

  [[nodiscard]] std::int64_t why_ns(Why part) const { return why[static_cast<std::size_t>(part)]; }
};

struct TraceTruth {
  TrueParts window;  // of the steps below, warm-up left out
  std::vector<TrueParts> steps;
  std::optional<TrueParts> warm_up;
  std::int64_t latency_floor_ns = 0;

  [[nodiscard]] double step_period_ns() const;
};

// What an analysis of the trace must find, from what the simulator knows. It shares no code with
// the product: it walks over every boundary there is and asks what was open.
[[nodiscard]] TraceTruth find_truth(const SyntheticTrace& trace);
[[nodiscard]] TrueParts find_parts(const SyntheticTrace& trace, Interval window);

}  // namespace underfed::synthetic
