// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "probes/trace/launches.h"
#include "probes/trace/timeline.h"

namespace underfed {

enum class LoaderKind : std::uint8_t {
  none,            // the trace names no DataLoader
  single_process,  // no workers: the training process makes the batches itself
  workers,
  unknown,  // a DataLoader that does not say
};
[[nodiscard]] std::string_view to_text(LoaderKind kind);

// What the training fetched. With workers a fetch takes as long as the wait for a batch that is
// ready, without them as long as making one.
struct LoaderAccount {
  LoaderKind kind = LoaderKind::none;
  Spread fetch_ns;           // of each __next__ on the main thread that begins in the host window
  Spread interval_ns;        // from the start of one to the start of the next
  bool from_frames = false;  // seen only as Python frames, which say nothing of workers
};
[[nodiscard]] LoaderAccount loader_account(const Timeline& timeline, const DeviceTrack& device,
                                           Interval host);

}  // namespace underfed
