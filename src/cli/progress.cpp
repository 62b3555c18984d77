// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <fmt/format.h>

#include <ostream>

namespace underfed {
namespace {

constexpr std::chrono::milliseconds kPatience{1000};
constexpr std::chrono::milliseconds kBetween{200};
constexpr const char* kWipe = "\r\033[K";

}  // namespace

Progress::Progress(const World& world) : world_(&world), next_(Clock::now() + kPatience) {}

Progress::~Progress() {
  if (shown_) *world_->err << kWipe << std::flush;
}

void Progress::show(std::uint64_t bytes) {
  if (!world_->err_is_terminal) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kBetween;
  shown_ = true;
  *world_->err << kWipe << fmt::format("reading: {:.1f} GB", static_cast<double>(bytes) / 1e9)
               << std::flush;
}

}  // namespace underfed
