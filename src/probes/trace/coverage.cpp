// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/coverage.h"

#include <algorithm>
#include <utility>

namespace underfed {
namespace {

constexpr std::size_t kLateBeforeMerge = 4096;

}  // namespace

void Coverage::add(Interval interval) {
  if (interval.empty()) return;
  if (!merged_.empty() && merged_.back().start_ns > interval.end_ns) {
    late_.push_back(interval);
    if (late_.size() > std::max(kLateBeforeMerge, merged_.size() / 2)) merged_ = take();
    return;
  }
  while (!merged_.empty() && merged_.back().end_ns >= interval.start_ns) {
    interval.start_ns = std::min(interval.start_ns, merged_.back().start_ns);
    interval.end_ns = std::max(interval.end_ns, merged_.back().end_ns);
    merged_.pop_back();
  }
  merged_.push_back(interval);
}

IntervalSet Coverage::take() {
  IntervalSet all = std::exchange(merged_, {});
  if (late_.empty()) return all;
  all.insert(all.end(), late_.begin(), late_.end());
  late_.clear();
  return unite(std::move(all));
}

}  // namespace underfed
