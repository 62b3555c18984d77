// SPDX-License-Identifier: Apache-2.0
#include "bench/trace_inputs.h"

#include <fstream>
#include <utility>

#include "formats/compressed.h"
#include "probes/trace/account.h"
#include "probes/trace/timeline_builder.h"
#include "support/kineto_writer.h"
#include "support/trace_truth.h"
#include "sys/file_source.h"

namespace underfed::bench {
namespace {

using namespace synthetic;

constexpr std::uint64_t kStepBytes = 1'620'000;  // about, of the plan below

// A training of 32 layers with a loader that falls behind now and then: every kind of event.
TrainingPlan big_plan(std::uint64_t bytes) {
  TrainingPlan plan;
  plan.seed = 20'260;
  plan.steps = static_cast<int>(bytes / kStepBytes) + 3;
  plan.layers = 32;
  plan.kernel_ns = 60'000;
  plan.workers = 2;
  plan.batch_ns = 150'000'000;
  plan.copies = CopyMode::pageable;
  plan.collectives = Collectives::overlapped;
  plan.item_every = 1;
  plan.evaluation_every = 40;
  plan.gc_every = 10;
  plan.malloc_every = 25;
  return plan;
}

void add(const TrueParts& parts, Answer& answer) {
  answer["window"] = parts.window.length_ns();
  answer["compute"] = parts.compute_ns;
  answer["exposed communication"] = parts.exposed_comm_ns;
  answer["exposed copies"] = parts.exposed_copy_ns;
  answer["idle"] = parts.idle_ns;
  answer["input wait"] = parts.why_ns(Why::input_wait);
  answer["host launch"] = parts.why_ns(Why::host_launch);
  answer["queue"] = parts.why_ns(Why::queue);
}

void add(const TimeParts& parts, Answer& answer) {
  answer["window"] = parts.device.window_ns;
  answer["compute"] = parts.device.compute_ns;
  answer["exposed communication"] = parts.device.exposed_comm_ns;
  answer["exposed copies"] = parts.device.exposed_copy_ns;
  answer["idle"] = parts.device.idle_ns;
  answer["input wait"] = parts.idle[IdlePart::input_wait];
  answer["host launch"] = parts.idle[IdlePart::host_launch];
  answer["queue"] = parts.idle[IdlePart::queue];
}

class CountingSink final : public TraceSink {
 public:
  void on_event(const TraceEvent& event) override { ns_ += event.duration_ns; }
  [[nodiscard]] std::int64_t ns() const { return ns_; }

 private:
  std::int64_t ns_ = 0;  // so that no event is read in vain
};

void add_account(const Timeline& timeline, Answer& answer) {
  const TraceAccount account = account_trace(timeline, WindowChoice::steps);
  std::int64_t operations = 0;
  DeviceTime span;
  for (const DeviceTrack& device : timeline.devices) {
    const DeviceTime time = device_time(device, device_span(device));
    operations += static_cast<std::int64_t>(device.ops.size());
    span.compute_ns += time.compute_ns;
    span.exposed_comm_ns += time.exposed_comm_ns;
    span.exposed_copy_ns += time.exposed_copy_ns;
  }
  answer[kOperations] = operations;
  answer[std::string(kSpanPrefix) + "compute"] = span.compute_ns;
  answer[std::string(kSpanPrefix) + "exposed communication"] = span.exposed_comm_ns;
  answer[std::string(kSpanPrefix) + "exposed copies"] = span.exposed_copy_ns;
  if (!account.devices.empty()) add(account.devices.front().parts, answer);
}

}  // namespace

Result<Answer> load_answer(const std::filesystem::path& path) {
  std::ifstream in(path);
  Answer answer;
  std::int64_t value = 0;
  for (std::string name; in >> value && std::getline(in >> std::ws, name);) answer[name] = value;
  if (answer.empty()) return Error{ErrorCode::not_found, path.string() + ": no answer in it", ""};
  return answer;
}

Result<void> save_answer(const Answer& answer, const std::filesystem::path& path) {
  const std::filesystem::path part = path.string() + ".part";
  std::ofstream out(part);
  for (const auto& [name, value] : answer) out << value << ' ' << name << '\n';
  out.close();
  std::error_code trouble;
  if (out) std::filesystem::rename(part, path, trouble);
  if (!out || trouble) return Error{ErrorCode::not_writable, "cannot write " + path.string(), ""};
  return {};
}

Result<Answer> write_synthetic_trace(std::uint64_t bytes, const std::filesystem::path& path) {
  const SyntheticTrace trace = simulate(big_plan(bytes));
  std::ofstream out(path, std::ios::binary);
  Answer answer;
  answer[kEvents] = static_cast<std::int64_t>(write_kineto_json(trace, TraceDialect::recent, out));
  out.close();
  if (!out) return Error{ErrorCode::not_writable, "cannot write " + path.string(), ""};
  answer[kOperations] = static_cast<std::int64_t>(trace.device.size());
  add(find_truth(trace).window, answer);
  return answer;
}

Result<Reading> read_trace(const std::filesystem::path& path, Depth depth) {
  UF_TRY(auto file, open_file(path.string()));
  const bool packed = path.extension() == ".gz" || path.extension() == ".zst";
  UF_TRY(auto bytes, decompress(std::move(file), packed ? Ahead::yes : Ahead::no));
  Reading reading;
  if (depth == Depth::events) {
    CountingSink sink;
    UF_TRY(const TraceRead read, read_chrome_trace(*bytes, sink));
    reading.bytes = read.stats.bytes;
    reading.answer[kEvents] = static_cast<std::int64_t>(read.stats.events);
    reading.answer["sum of durations"] = sink.ns();
    return reading;
  }
  TimelineBuilder builder;
  UF_TRY(TraceRead read, read_chrome_trace(*bytes, builder));
  reading.bytes = read.stats.bytes;
  reading.answer[kEvents] = static_cast<std::int64_t>(read.stats.events);
  add_account(builder.finish(std::move(read.header)), reading.answer);
  return reading;
}

}  // namespace underfed::bench
