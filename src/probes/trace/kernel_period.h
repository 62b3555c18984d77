// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "probes/trace/timeline.h"

namespace underfed {

// How many kernels a step has, if the names of a stream repeat: the smallest lag at which the share
// of equal names is (nearly) the largest. Nothing below 97 % of equal names, with fewer than three
// repetitions, or if a lag below 200 does it: so short a period is a layer more often than a step,
// and an inference of many equal layers repeats as well as a training does.
[[nodiscard]] std::optional<std::size_t> name_period(std::span<const std::uint32_t> names);

// The first operations of the periods of the device's busiest stream; a period begins where the
// stream waits longest, on average. Indices into device.ops; empty without a period.
[[nodiscard]] std::vector<std::size_t> period_starts(const DeviceTrack& device);

}  // namespace underfed
