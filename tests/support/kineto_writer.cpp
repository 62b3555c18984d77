// SPDX-License-Identifier: Apache-2.0
#include "support/kineto_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "support/kineto_names.h"

namespace underfed::synthetic {
namespace {

constexpr std::int64_t kPid = 4'182;
constexpr std::int64_t kAutogradTid = 4'259;
// The profiler's clock at the simulation's 0: since the epoch, or since baseTimeNanoseconds.
constexpr std::int64_t kEpochStartNs = 1'655'142'623'460'000'000;
constexpr std::int64_t kRelativeStartNs = 4'961'661'476'348'000;
constexpr std::int64_t kBaseNs = 1'727'743'122'000'000'000;

bool is_relative(TraceDialect dialect) {
  return dialect == TraceDialect::recent || dialect == TraceDialect::rocm;
}

struct Categories {
  std::string_view op, annotation, call, kernel, copy, memset, flow, flow_name, external_id;
};
constexpr Categories kOld{"Operator", "Operator", "Runtime", "Kernel",     "Memcpy",
                          "Memset",   "async",    "launch",  "external id"};
constexpr Categories kLater{"cpu_op",     "user_annotation", "cuda_runtime", "kernel",
                            "gpu_memcpy", "gpu_memset",      "ac2g",         "ac2g",
                            "External id"};

class EventWriter {
 public:
  EventWriter(const SyntheticTrace& trace, TraceDialect dialect,
              const std::function<void(std::string_view)>& visit)
      : trace_(trace),
        old_(dialect == TraceDialect::old),
        relative_(is_relative(dialect)),
        vendor_(dialect == TraceDialect::rocm ? Vendor::amd : Vendor::nvidia),
        words_(old_ ? kOld : kLater),
        visit_(visit) {}

  std::uint64_t write_all() {
    write_metadata();
    for (const HostEvent& event : trace_.host) {
      if (event.kind == HostKind::op || event.kind == HostKind::annotation) write_op(event);
      if (event.kind == HostKind::python) write_python(event);
      if (event.kind == HostKind::overhead && !old_) write_overhead(event);
    }
    if (relative_) write_device_annotations();
    write_calls_and_device();
    write_end();
    return count_;
  }

 private:
  template <typename... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }
  void finish() {
    visit_({text_.data(), text_.size()});
    text_.clear();
    ++count_;
  }

  void put_time(std::int64_t ns) {
    relative_ ? put("{}.{:03}", ns / 1000, ns % 1000) : put("{}", ns / 1000);
  }
  void put_ts(std::int64_t ns) { put_time(ns + (relative_ ? kRelativeStartNs : kEpochStartNs)); }
  void put_host_track(std::uint8_t thread) {
    const std::int64_t tid = thread == kAutogradThread ? kAutogradTid : kPid;
    old_ ? put(R"("pid": {}, "tid": "{}")", kPid, tid) : put(R"("pid": {}, "tid": {})", kPid, tid);
  }
  void put_device_track(int stream) {
    old_ ? put(R"("pid": 0, "tid": "stream {}")", stream) : put(R"("pid": 0, "tid": {})", stream);
  }
  void put_span(std::int64_t start_ns, std::int64_t duration_ns) {
    put("    \"ts\": ");
    put_ts(start_ns);
    put(", \"dur\": ");
    put_time(duration_ns);
  }

  void put_shapes(std::uint32_t seed) {
    const int rows = 1 << (seed % 4);
    const int width = 1024 << (seed % 3);
    if (old_) {
      return put(R"("Input Dims": [[{}, 2048, {}], [{}, {}]], "Input type": ["float", "float"])",
                 rows, width, width, width);
    }
    put(R"("Sequence number": {}, "Fwd thread id": 0, "Record function id": 0, )",
        900 + seed % 977);
    put(R"("Concrete Inputs": ["", "", ""], "Input type": ["c10::BFloat16", "c10::BFloat16", ""], )");
    put(R"("Input Strides": [[{}, {}, 1], [1, {}], []], "Input Dims": [[{}, 2048, {}], [{}, {}], []])",
        2048 * width, width, width, rows, width, width, width);
  }

  void write_op(const HostEvent& event) {
    const std::string& name = trace_.names[event.name];
    const bool annotates = event.kind == HostKind::annotation && !name.starts_with("autograd::");
    put("  {{\n    \"ph\": \"X\", \"cat\": \"{}\", {}\"name\": \"{}\", ",
        annotates ? words_.annotation : words_.op, old_ ? "\n    " : "", name);
    put_host_track(event.thread);
    put(",\n");
    put_span(event.start_ns, event.duration_ns);
    put(",\n    \"args\": {{\n      \"External id\": {},", event.external_id);
    if (event.kind == HostKind::op)
      put_shapes(event.external_id);
    else
      put("\"Record function id\": 0");
    put(", \"Ev Idx\": {}\n    }}\n  }}", event.external_id);
    finish();
  }

  void write_python(const HostEvent& event) {
    put("  {{\n    \"ph\": \"X\", \"cat\": \"python_function\", \"name\": \"{}\", ",
        trace_.names[event.name]);
    put_host_track(event.thread);
    put(",\n");
    put_span(event.start_ns, event.duration_ns);
    put(",\n    \"args\": {{\n      \"Python parent id\": {}, \"Python id\": {}, ", python_id_ / 2,
        python_id_ + 1);
    put("\"Ev Idx\": {}\n    }}\n  }}", 1'000'000 + python_id_);
    ++python_id_;
    finish();
  }

  void write_overhead(const HostEvent& event) {
    put("  {{\n    \"ph\": \"X\", \"cat\": \"overhead\", \"name\": \"{}\", \"pid\": -1, \"tid\": "
        "0,\n",
        trace_.names[event.name]);
    put_span(event.start_ns, event.duration_ns);
    put("\n  }}");
    finish();
  }

  void write_flow(char phase, std::uint32_t id, std::int64_t at_ns, auto put_track) {
    put("  {{\n    \"ph\": \"{}\", \"id\": {}, ", phase, id);
    put_track();
    put(", \"ts\": ");
    put_ts(at_ns);
    put(",\n    \"cat\": \"{}\", \"name\": \"{}\"{}\n  }}", words_.flow, words_.flow_name,
        phase == 'f' ? R"(, "bp": "e")" : "");
    finish();
  }

  void write_call(const HostEvent& event) {
    const auto call = static_cast<Call>(event.name);
    put("  {{\n    \"ph\": \"X\", \"cat\": \"{}\", {}\"name\": \"{}\", ", words_.call,
        old_ ? "\n    " : "", call_name(call, vendor_));
    put_host_track(event.thread);
    put(",\n");
    put_span(event.start_ns, event.duration_ns);
    put(",\n    \"args\": {{\n      \"{}\": {}, \"cbid\": {}, \"correlation\": {}\n    }}\n  }}",
        words_.external_id, event.external_id, 200 + event.name, event.correlation);
    finish();
    if (relative_ && call == Call::stream_synchronize) write_sync(event);
  }

  // The device's side of a synchronize call: no work, though it looks like an event of the device.
  void write_sync(const HostEvent& event) {
    put("  {{\n    \"ph\": \"X\", \"cat\": \"cuda_sync\", \"name\": \"Stream Sync\", ");
    put_device_track(7);
    put(",\n");
    put_span(event.start_ns, event.duration_ns);
    put(",\n    \"args\": {{\n      \"cuda_sync_kind\": \"Stream Sync\", \"stream\": 7, ");
    put("\"correlation\": {}, \"device\": 0, \"context\": 1\n    }}\n  }}", event.correlation);
    finish();
  }

  std::string_view device_name(const DeviceEvent& op) const {
    if (op.role != KernelRole::none) return kernel_name(op.role, trace_.plan.precision, vendor_);
    return copy_name(op.kind, vendor_);
  }

  std::string_view device_category(const DeviceEvent& op) const {
    if (op.role != KernelRole::none) return words_.kernel;
    return op.kind == DeviceKind::memset ? words_.memset : words_.copy;
  }

  void put_kernel_args(const DeviceEvent& op) {
    if (op.kind == DeviceKind::collective && !old_) {
      put(R"(, "Collective name": "allreduce", "In msg nelems": {}, "Out msg nelems": {})",
          op.bytes / 2, op.bytes / 2);
      put(R"(, "Group size": 8, "dtype": "BFloat16", "Process Group Name": "0")");
    }
    if (vendor_ == Vendor::amd) return;
    put(R"(, "registers per thread": 128, "shared memory": 98304, "blocks per SM": {:.6f})",
        op.blocks_per_sm);
    put(R"(, "warps per SM": {:.6f}, "grid": [{}, 1, 1], "block": [128, 1, 1])",
        4 * op.blocks_per_sm, static_cast<int>(108 * op.blocks_per_sm));
    put(R"(, "est. achieved occupancy %": {})", static_cast<int>(op.blocks_per_sm * 4) % 100);
  }

  void write_device(const DeviceEvent& op) {
    const LaunchRecord& launch = trace_.launches[op.launch];
    put("  {{\n    \"ph\": \"X\", \"cat\": \"{}\", {}\"name\": \"{}\", ", device_category(op),
        old_ ? "\n    " : "", device_name(op));
    put_device_track(op.stream);
    put(",\n");
    put_span(op.start_ns, op.duration_ns);
    put(",\n    \"args\": {{\n      \"{}\": {}, ", words_.external_id, launch.external_id);
    if (op.role != KernelRole::none) put("\"queued\": 0, ");
    put("\"device\": 0, \"context\": 1, \"stream\": {}, \"correlation\": {}", op.stream,
        launch.correlation);
    if (op.role != KernelRole::none)
      put_kernel_args(op);
    else
      put(R"~(, "bytes": {}, "memory bandwidth (GB/s)": {:.6f})~", op.bytes,
          static_cast<double>(op.bytes) / static_cast<double>(op.duration_ns));
    put("\n    }}\n  }}");
    finish();
    write_flow('f', launch.correlation, op.start_ns, [&] { put_device_track(op.stream); });
  }

  // The profiler writes an operation before the call that launched it.
  void write_calls_and_device() {
    std::size_t next = 0;
    for (const HostEvent& event : trace_.host) {
      if (event.kind != HostKind::call) continue;
      const bool launches =
          next < trace_.device.size() && launch_of(next).correlation == event.correlation;
      while (next < trace_.device.size() && launch_of(next).correlation == event.correlation) {
        write_device(trace_.device[next++]);
      }
      write_call(event);
      if (!launches) continue;
      write_flow('s', event.correlation, event.start_ns, [&] { put_host_track(event.thread); });
    }
  }

  const LaunchRecord& launch_of(std::size_t op) const {
    return trace_.launches[trace_.device[op].launch];
  }

  // Steps as the device saw them: a copy of ProfilerStep# on the device's track.
  void write_device_annotations() {
    std::size_t op = 0;
    for (std::size_t i = 0; i < trace_.profiler_steps.size(); ++i) {
      const Interval& step = trace_.profiler_steps[i];
      std::int64_t start = 0;
      std::int64_t end = 0;
      for (; op < trace_.device.size() && launch_of(op).call.start_ns < step.end_ns; ++op) {
        if (launch_of(op).call.start_ns < step.start_ns) continue;
        start = start == 0 ? trace_.device[op].start_ns : start;
        end = std::max(end, trace_.device[op].end_ns());
      }
      if (end == 0) continue;
      put("  {{\n    \"ph\": \"X\", \"cat\": \"gpu_user_annotation\", ");
      put("\"name\": \"ProfilerStep#{}\", ", i);
      put_device_track(7);
      put(",\n");
      put_span(start, end - start);
      put(",\n    \"args\": {{\n      \"External id\": {}\n    }}\n  }}", i + 1);
      finish();
    }
  }

  void write_metadata() {
    for (const bool device : {false, true}) {
      put("  {{\n    \"name\": \"process_name\", \"ph\": \"M\", \"ts\": ");
      put_ts(trace_.span.start_ns);
      put(", \"pid\": {}, \"tid\": 0,\n    \"args\": {{\n      \"name\": \"python\"\n    }}\n  }}",
          device ? 0 : kPid);
      finish();
      put("  {{\n    \"name\": \"process_labels\", \"ph\": \"M\", \"ts\": ");
      put_ts(trace_.span.start_ns);
      put(", \"pid\": {}, \"tid\": 0,\n    \"args\": {{\n      \"labels\": \"{}\"\n    }}\n  }}",
          device ? 0 : kPid, device ? "GPU 0" : "CPU");
      finish();
    }
    for (const std::int64_t tid : {kPid, kAutogradTid}) {
      put("  {{\n    \"name\": \"thread_name\", \"ph\": \"M\", \"ts\": ");
      put_ts(trace_.span.start_ns);
      put(", \"pid\": {}, \"tid\": {},\n    \"args\": {{\n      \"name\": \"thread {} (python)\"\n",
          kPid, tid, tid);
      put("    }}\n  }}");
      finish();
    }
  }

  void write_end() {
    put("  {{\n    \"ph\": \"X\", \"cat\": \"Trace\", ");
    put_span(trace_.span.start_ns, trace_.span.length_ns());
    put(",\n    \"pid\": \"{}\", \"tid\": \"PyTorch Profiler\",\n", relative_ ? "Spans" : "Traces");
    put("    \"name\": \"PyTorch Profiler (0)\",\n    \"args\": {{\n      \"Op count\": 0\n    "
        "}}\n  }}");
    finish();
    put("  {{\n    \"name\": \"Iteration Start: PyTorch Profiler\", \"ph\": \"i\", \"s\": "
        "\"g\",\n");
    put("    \"pid\": \"Traces\", \"tid\": \"Trace PyTorch Profiler\", \"ts\": ");
    put_ts(trace_.span.start_ns);
    put("\n  }}");
    finish();
    put("  {{\n    \"name\": \"Record Window End\", \"ph\": \"i\", \"s\": \"g\",\n");
    put("    \"pid\": \"\", \"tid\": \"\", \"ts\": ");
    put_ts(trace_.span.end_ns);
    put("\n  }}");
    finish();
  }

  const SyntheticTrace& trace_;
  bool old_;
  bool relative_;
  Vendor vendor_;
  const Categories& words_;
  const std::function<void(std::string_view)>& visit_;
  fmt::memory_buffer text_;
  std::uint64_t count_ = 0;
  std::int64_t python_id_ = 0;
};

constexpr std::string_view kVolta =
    R"("name": "Tesla V100-SXM2-32GB", "totalGlobalMem": 34079637504,
      "computeMajor": 7, "computeMinor": 0,
      "maxThreadsPerBlock": 1024, "maxThreadsPerMultiprocessor": 2048,
      "regsPerBlock": 65536, "regsPerMultiprocessor": 65536, "warpSize": 32,
      "sharedMemPerBlock": 49152, "sharedMemPerMultiprocessor": 98304,
      "numSms": 80, "sharedMemPerBlockOptin": 98304)";
constexpr std::string_view kAmpere =
    R"("name": "NVIDIA A100-SXM4-80GB", "totalGlobalMem": 85175173120,
      "computeMajor": 8, "computeMinor": 0,
      "maxThreadsPerBlock": 1024, "maxThreadsPerMultiprocessor": 2048,
      "regsPerBlock": 65536, "warpSize": 32,
      "sharedMemPerBlock": 49152, "numSms": 108
    , "regsPerMultiprocessor": 65536, "sharedMemPerBlockOptin": 166912, "sharedMemPerMultiprocessor": 167936)";
constexpr std::string_view kInstinct =
    R"("name": "AMD Instinct MI300X", "totalGlobalMem": 205822885888,
      "computeMajor": 9, "computeMinor": 4,
      "maxThreadsPerBlock": 1024, "maxThreadsPerMultiprocessor": 2048,
      "regsPerBlock": 65536, "warpSize": 64,
      "sharedMemPerBlock": 65536, "numSms": 304
    , "maxSharedMemoryPerMultiProcessor": 65536)";

std::string_view device_properties(TraceDialect dialect) {
  if (dialect == TraceDialect::rocm) return kInstinct;
  return dialect == TraceDialect::old ? kVolta : kAmpere;
}

}  // namespace

bool writes_whole_us(TraceDialect dialect) { return !is_relative(dialect); }

std::string kineto_head(const SyntheticTrace& trace, TraceDialect dialect) {
  std::string head = "{\n  \"schemaVersion\": 1,\n";
  if (dialect == TraceDialect::old) head.insert(0, "\n");
  head += fmt::format("  \"deviceProperties\": [\n    {{\n      \"id\": 0, {}\n    }}\n  ],\n",
                      device_properties(dialect));
  if (trace.plan.collectives != Collectives::none && dialect != TraceDialect::old) {
    head +=
        "  \"distributedInfo\": {\"backend\": \"nccl\", \"rank\": 0, \"world_size\": 8, "
        "\"pg_count\": 1, \"pg_config\": [{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", "
        "\"backend_config\": \"cuda:nccl\", \"pg_size\": 8, \"ranks\": [0, 1, 2, 3, 4, 5, 6, "
        "7]}], \"nccl_version\": \"2.21.5\"},\n";
  }
  if (is_relative(dialect)) {
    head += "  \"cupti_version\": 24,\n  \"cuda_runtime_version\": 12060,\n";
    head += "  \"record_shapes\": 1,\n";
    if (trace.plan.python_stacks) head += "  \"with_stack\": 1,\n";
    head += "  \"trace_id\": \"7B8C7A14D1E04B5D9C4A5B1D0F3E2A91\",\n";
  }
  return head + "  \"traceEvents\": [\n";
}

std::string kineto_tail(const SyntheticTrace& trace, TraceDialect dialect) {
  if (dialect == TraceDialect::old) return "\n]}\n";
  std::string tail = "\n  ],\n";
  if (trace.plan.seed % 2 == 0) {
    tail += "  \"INFO\": [\"INFO: CuptiActivityProfiler.cpp:907] Enabling GPU tracing\"],\n";
  }
  tail += "  \"traceName\": \"log/train_4182.pt.trace.json\"";
  if (is_relative(dialect)) {
    tail +=
        fmt::format(",\n  \"displayTimeUnit\": \"ms\",\n  \"baseTimeNanoseconds\": {}", kBaseNs);
  }
  return tail + "\n}\n";
}

std::uint64_t visit_kineto_events(const SyntheticTrace& trace, TraceDialect dialect,
                                  const std::function<void(std::string_view)>& visit) {
  return EventWriter(trace, dialect, visit).write_all();
}

std::uint64_t write_kineto_json(const SyntheticTrace& trace, TraceDialect dialect,
                                std::ostream& out) {
  out << kineto_head(trace, dialect);
  bool first = true;
  const std::uint64_t count = visit_kineto_events(trace, dialect, [&](std::string_view event) {
    if (!first) out << ",\n";
    first = false;
    out.write(event.data(), static_cast<std::streamsize>(event.size()));
  });
  out << kineto_tail(trace, dialect);
  return count;
}

}  // namespace underfed::synthetic
