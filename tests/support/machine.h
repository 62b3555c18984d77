// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "support/synthetic_trace.h"

namespace underfed::synthetic {

inline constexpr std::uint8_t kComputeStream = 7;
inline constexpr std::uint8_t kCopyStream = 13;
inline constexpr std::uint8_t kCommStream = 20;
inline constexpr std::uint8_t kSideStream = 24;

// A host with one clock (its threads take turns) and a device whose streams run what they are given
// in order. Everything that happens is written into a SyntheticTrace.
class Machine {
 public:
  explicit Machine(const TrainingPlan& plan);

  // A range on the host, from its making to its end.
  class [[nodiscard]] Range {
   public:
    Range(Machine& machine, HostKind kind, std::string_view name, Doing doing);
    ~Range();
    Range(const Range&) = delete;
    Range& operator=(const Range&) = delete;

   private:
    Machine& machine_;
    std::size_t event_;
    Doing doing_;
  };

  // Calling it takes a moment, so that nested operators do not begin at the same instant.
  [[nodiscard]] Range op(std::string_view name) {
    work(400);
    return {*this, HostKind::op, name, Doing::other};
  }
  [[nodiscard]] Range annotation(std::string_view name, Doing doing) {
    return {*this, HostKind::annotation, name, doing};
  }
  // Doing::nothing: a range that only frames others.
  [[nodiscard]] Range frame(std::string_view name) {
    return {*this, HostKind::python, name, Doing::other};
  }

  [[nodiscard]] std::int64_t now_ns() const { return now_ns_; }
  // The thread that acts from now on.
  void use_thread(std::uint8_t thread) { thread_ = thread; }
  // The acting thread works for about so long.
  void work(std::int64_t mean_ns) { now_ns_ += vary(mean_ns); }
  void wait_until(std::int64_t at_ns) { now_ns_ = now_ns_ > at_ns ? now_ns_ : at_ns; }
  std::int64_t vary(std::int64_t mean_ns);
  std::uint64_t random();

  // Puts one operation on a stream. `call_ns`: how long the call takes, 0: as usual.
  void launch(DeviceEvent op, Call call, std::int64_t call_ns = 0);
  // Puts many on the compute stream with one call.
  void launch_graph(const std::vector<DeviceEvent>& ops);
  // A copy whose call returns when it is done.
  void launch_blocking(DeviceEvent op, Call call);
  void synchronize(Call call);
  void call(Call call, std::int64_t mean_ns, Doing doing);
  // What is put on `stream` from now on waits for all that is on `other` now.
  void make_wait(std::uint8_t stream, std::uint8_t other);
  void profiler_overhead(std::int64_t mean_ns);

  SyntheticTrace take();
  SyntheticTrace& trace() { return trace_; }

 private:
  std::uint32_t name(std::string_view text);
  void claim(Interval when, Doing doing) { trace_.claims[thread_].push_back({when, doing}); }
  std::size_t begin_call(Call call);
  void end_call(std::size_t event, Doing doing);
  void wait_for_room();
  void record_launch(std::size_t event, LaunchOf of);
  void place(DeviceEvent op, std::int64_t arrives_ns, std::int64_t gap_ns);

  TrainingPlan plan_;
  SyntheticTrace trace_;
  std::unordered_map<std::string, std::uint32_t> name_index_;
  std::map<std::uint8_t, std::int64_t> free_at_ns_;  // by stream
  std::vector<std::int64_t> compute_starts_ns_;      // to know how many launches are ahead
  std::vector<std::uint32_t> open_ids_;              // external ids of the open operators
  std::int64_t now_ns_ = 0;
  std::uint64_t random_state_;
  std::uint32_t next_correlation_ = 4'001;
  std::uint32_t next_external_id_ = 1;
  std::uint8_t thread_ = kMainThread;
};

}  // namespace underfed::synthetic
