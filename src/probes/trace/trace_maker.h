// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "probes/trace/idle_gaps.h"
#include "probes/trace/timeline_builder.h"

namespace underfed {

// Makes small timelines by hand, for tests. All times are microseconds; the main thread is thread 1
// of process 1, which is also its number, so that it leads; the device is number 0.
class TraceMaker {
 public:
  static constexpr std::int64_t kMain = 1;

  TraceMaker& range(std::string_view category, std::string_view name, std::int64_t start,
                    std::int64_t end, std::int64_t thread = kMain) {
    add(category, name, start, end, thread, -1);
    return *this;
  }
  TraceMaker& op(std::string_view name, std::int64_t start, std::int64_t end,
                 std::int64_t thread = kMain) {
    return range("cpu_op", name, start, end, thread);
  }
  TraceMaker& annotation(std::string_view name, std::int64_t start, std::int64_t end,
                         std::int64_t thread = kMain) {
    return range("user_annotation", name, start, end, thread);
  }
  // A call of the runtime; returns its correlation id.
  std::int64_t call(std::string_view name, std::int64_t start, std::int64_t end,
                    std::int64_t thread = kMain) {
    add("cuda_runtime", name, start, end, thread, ++correlation_);
    return correlation_;
  }
  // A kernel launch of 2 us, at most.
  std::int64_t launch(std::int64_t start, std::int64_t thread = kMain) {
    return call("cudaLaunchKernel", start, start + 2, thread);
  }
  TraceMaker& device(std::string_view category, std::string_view name, std::int64_t correlation,
                     std::int64_t start, std::int64_t end, std::int64_t stream = 7,
                     double blocks_per_sm = -1) {
    TraceEvent event = event_of(category, name, start, end);
    event.process.number = 0;
    event.thread.number = stream;
    event.args.device = 0;
    event.args.stream = stream;
    event.args.correlation = correlation;
    event.args.blocks_per_sm = blocks_per_sm;
    event.args.bytes = category == "kernel" ? -1 : 1024;
    builder_.on_event(event);
    return *this;
  }
  TraceMaker& kernel(std::int64_t correlation, std::int64_t start, std::int64_t end,
                     std::int64_t stream = 7, std::string_view name = "vectorized_elementwise") {
    return device("kernel", name, correlation, start, end, stream);
  }
  // A kernel that is launched 10 us before it starts.
  TraceMaker& launched(std::int64_t start, std::int64_t end, std::int64_t thread = kMain) {
    return kernel(launch(start - 10, thread), start, end);
  }
  Timeline finish() { return builder_.finish({}); }
  TimelineBuilder& builder() { return builder_; }

  static TraceEvent event_of(std::string_view category, std::string_view name, std::int64_t start,
                             std::int64_t end) {
    TraceEvent event;
    event.name = name;
    event.category = category;
    event.start_ns = start * 1000;
    event.duration_ns = (end - start) * 1000;
    return event;
  }

 private:
  void add(std::string_view category, std::string_view name, std::int64_t start, std::int64_t end,
           std::int64_t thread, std::int64_t correlation) {
    TraceEvent event = event_of(category, name, start, end);
    event.process.number = kMain;
    event.thread.number = thread;
    event.args.correlation = correlation;
    builder_.on_event(event);
  }

  TimelineBuilder builder_;
  std::int64_t correlation_ = 0;
};

}  // namespace underfed
