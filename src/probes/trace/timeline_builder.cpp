// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/timeline_builder.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <functional>
#include <limits>

#include "model/kernel_names.h"

namespace underfed {
namespace {

constexpr std::int64_t kLatestNs = std::int64_t{1} << 61U;
constexpr std::size_t kMostThreads = 65535;
constexpr std::size_t kMostDevices = 128;
constexpr std::size_t kForeignNames = 8;
constexpr std::int64_t kShortestBlockingOpNs = 20'000;
constexpr std::int64_t kShortestLoadingNs = 1'000'000;

// A number for whatever a track is called: its own where it is one, else a hash, made negative.
std::int64_t number_of(const TrackId& id) {
  if (id.text.empty()) return id.number;
  std::int64_t number = 0;
  const char* end = id.text.data() + id.text.size();
  const auto [stop, error] = std::from_chars(id.text.data(), end, number);
  if (error == std::errc() && stop == end) return number;
  const std::uint64_t hash = std::hash<std::string_view>{}(id.text);
  return -static_cast<std::int64_t>(hash >> 2U) - 2;
}

std::string text_of(const TrackId& id) {
  return id.text.empty() ? std::to_string(id.number) : std::string(id.text);
}

bool has_sane_time(const TraceEvent& event) {
  return event.start_ns > -kLatestNs && event.start_ns < kLatestNs && event.duration_ns < kLatestNs;
}

// Correlation ids are 32 bits wide in CUPTI; wider ones are folded.
std::uint32_t fold(std::int64_t correlation) {
  if (correlation < 0) return kNoIndex;
  const auto wide = static_cast<std::uint64_t>(correlation);
  const auto narrow = static_cast<std::uint32_t>(wide ^ (wide >> 32U));
  return narrow == kNoIndex ? kNoIndex - 1 : narrow;
}

OpKind copy_kind(std::string_view name) {
  const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  if (has("HtoD") || has("HtoA") || has("Host to Device")) return OpKind::copy_to_device;
  if (has("DtoH") || has("AtoH") || has("Device to Host")) return OpKind::copy_to_host;
  if (has("PtoP") || has("Peer")) return OpKind::copy_between_devices;
  if (has("DtoD") || has("AtoD") || has("DtoA") || has("AtoA")) return OpKind::copy_on_device;
  if (has("HtoH")) return OpKind::copy_on_host;
  return OpKind::copy_unknown;
}

// "stream 7" -> 7: how the first generation writes a stream.
std::int64_t stream_of(const TraceEvent& event) {
  return event.args.stream >= 0 ? event.args.stream : number_of(event.thread);
}

}  // namespace

void TimelineBuilder::on_event(const TraceEvent& event) {
  if (event.phase != 'X') return;
  const EventKind kind = event_kind(event.category);
  if (kind == EventKind::other) return;
  if (!has_sane_time(event)) {
    ++timeline_.left_out;
    return;
  }
  switch (kind) {
    case EventKind::kernel:
    case EventKind::copy:
    case EventKind::memset:
      return add_device_op(kind, event);
    case EventKind::foreign_device:
      return add_foreign(event);
    default:
      return add_host_range(kind, event);
  }
}

void TimelineBuilder::add_foreign(const TraceEvent& event) {
  ++timeline_.foreign.kinds[std::string(event.category)];
  std::vector<std::string>& names = timeline_.foreign.names;
  if (names.size() >= kForeignNames) return;
  if (std::find(names.begin(), names.end(), event.name) == names.end()) {
    names.emplace_back(event.name);
  }
}

TimelineBuilder::Device* TimelineBuilder::device_of(const TraceEvent& event) {
  const std::int64_t process = number_of(event.process);
  const std::int64_t id = event.args.device >= 0 ? event.args.device : process;
  const TrackKey key{process, id};
  if (last_device_ != nullptr && key == last_device_key_) return last_device_;
  const auto found = device_index_.find(key);
  if (found == device_index_.end()) {
    if (devices_.size() >= kMostDevices) return nullptr;
    device_index_.emplace(key, devices_.size());
    devices_.emplace_back().data.id = id;
    last_device_ = &devices_.back();
  } else {
    last_device_ = &devices_[found->second];
  }
  last_device_key_ = key;
  return last_device_;
}

OpKind TimelineBuilder::op_kind(EventKind kind, const TraceEvent& event, std::uint32_t name) {
  if (kind == EventKind::memset) return OpKind::memset;
  if (kind == EventKind::copy) return copy_kind(event.name);
  if (collective_.size() <= name) collective_.resize(name + 1, -1);
  std::int8_t& known = collective_[name];
  if (known < 0) known = is_collective(event.name) ? 1 : 0;
  return known == 1 || !event.args.collective.empty() ? OpKind::collective : OpKind::kernel;
}

void TimelineBuilder::add_device_op(EventKind kind, const TraceEvent& event) {
  Device* device = device_of(event);
  if (device == nullptr) {
    ++timeline_.left_out;
    return;
  }
  DeviceOp op;
  op.start_ns = event.start_ns;
  op.duration_ns = std::max<std::int64_t>(event.duration_ns, 0);
  op.name = names_.intern(event.name);
  op.launch = fold(event.args.correlation);
  op.kind = op_kind(kind, event, op.name);
  const auto next_stream = static_cast<std::uint16_t>(
      std::min<std::size_t>(device->streams.size(), std::numeric_limits<std::uint16_t>::max()));
  op.stream = next_stream == std::numeric_limits<std::uint16_t>::max()
                  ? next_stream
                  : device->streams.try_emplace(stream_of(event), next_stream).first->second;
  if (op.kind == OpKind::kernel) {
    op.payload = std::bit_cast<std::uint32_t>(static_cast<float>(event.args.blocks_per_sm));
  } else {
    const bool named = !event.args.collective.empty();
    op.payload = static_cast<std::uint32_t>(device->data.details.size());
    device->data.details.push_back({event.args.bytes, event.args.group_size,
                                    named ? names_.intern(event.args.collective) : kNoIndex});
  }
  device->data.ops.push_back(op);
}

std::uint16_t TimelineBuilder::process_of(const TrackId& process, std::int64_t key) {
  const auto next = static_cast<std::uint16_t>(timeline_.processes.size());
  const auto [entry, is_new] = process_index_.try_emplace(key, next);
  if (is_new) timeline_.processes.push_back({.id = text_of(process)});
  return entry->second;
}

std::uint16_t TimelineBuilder::thread_of(const TraceEvent& event) {
  const TrackKey key{number_of(event.process), number_of(event.thread)};
  if (!threads_.empty() && key == last_thread_key_) return last_thread_;
  last_thread_key_ = key;
  const auto found = thread_index_.find(key);
  if (found != thread_index_.end()) return last_thread_ = found->second;
  if (threads_.size() >= kMostThreads) return last_thread_ = kMostThreads - 1;
  last_thread_ = static_cast<std::uint16_t>(threads_.size());
  thread_index_.emplace(key, last_thread_);
  Thread& thread = threads_.emplace_back();
  thread.data.id = text_of(event.thread);
  thread.data.process = process_of(event.process, key.first);
  thread.data.active = {kLatestNs, -kLatestNs};
  return last_thread_;
}

void TimelineBuilder::add_host_range(EventKind kind, const TraceEvent& event) {
  if (kind != EventKind::overhead) ++timeline_.host_events;
  if (kind == EventKind::python_frame) ++timeline_.python_frames;
  const HostMeaning meaning = meanings_.of(kind, event.name);
  const std::uint16_t number = thread_of(event);
  Thread& thread = threads_[number];
  const Interval range{event.start_ns,
                       event.start_ns + std::max<std::int64_t>(event.duration_ns, 0)};
  if (meaning.covers) thread.doing[static_cast<std::size_t>(meaning.activity)].add(range);
  if (kind == EventKind::overhead) return;
  thread.only_overhead = false;
  ++timeline_.processes[thread.data.process].ranges;
  if (meaning.covers || meaning.range == RangeKind::profiler_step) {
    thread.data.active.start_ns = std::min(thread.data.active.start_ns, range.start_ns);
    thread.data.active.end_ns = std::max(thread.data.active.end_ns, range.end_ns);
  }
  keep(meaning, event, number);
}

void TimelineBuilder::keep(const HostMeaning& meaning, const TraceEvent& event,
                           std::uint16_t thread) {
  const std::int64_t duration = std::max<std::int64_t>(event.duration_ns, 0);
  if (meaning.launch != LaunchKind::nothing && event.args.correlation >= 0) {
    timeline_.launches.push_back(
        {event.start_ns, duration, fold(event.args.correlation), thread, meaning.launch});
    ++threads_[thread].data.launches;
  }
  const bool too_short =
      meaning.range == RangeKind::maybe_loading_call && duration < kShortestLoadingNs;
  if (meaning.range != RangeKind::nothing && !too_short) {
    timeline_.ranges.push_back(
        {event.start_ns, duration, names_.intern(event.name), thread, meaning.range});
  }
  const bool quick = meaning.mark == OpMark::may_block && duration < kShortestBlockingOpNs;
  if (meaning.mark != OpMark::nothing && !quick) {
    timeline_.marked.push_back(
        {event.start_ns, duration, names_.intern(event.name), thread, meaning.mark});
  }
}

}  // namespace underfed
