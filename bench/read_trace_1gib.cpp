// SPDX-License-Identifier: Apache-2.0
// How fast and in how much memory is a trace of 1 GiB read? On a simulated training whose truth is
// known, and with --real FILE on a real trace repeated to that size; plain on one processor, packed
// on two. Every measurement is a process of its own, and no time is told before its answer is
// right.
//
//   bench_read_trace_1gib [--smoke] [--runs N] [--real FILE]...
//
// Inputs are made once, in $UNDERFED_BENCH_DIR (or ~/.cache/underfed/bench).
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <sstream>

#include "bench/child.h"
#include "bench/trace_inputs.h"
#include "bench/trace_repeat.h"

namespace underfed::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMiB = 1U << 20U;
constexpr double kPlainBar = 600;   // MB/s, one processor
constexpr double kPackedBar = 400;  // MB/s of uncompressed text, two processors
constexpr int kInputVersion = 1;    // of what the simulator writes: old inputs are made anew

struct Options {
  bool smoke = false;
  int runs = 3;
  std::vector<fs::path> real;
  [[nodiscard]] std::uint64_t bytes() const { return (smoke ? 32 : 1024) * kMiB; }
};

fs::path input_folder() {
  if (const char* folder = std::getenv("UNDERFED_BENCH_DIR")) return folder;
  const char* home = std::getenv("HOME");
  return fs::path(home == nullptr ? "." : home) / ".cache/underfed/bench";
}

std::string self() { return fs::read_symlink("/proc/self/exe").string(); }

// The end of a name tells most.
std::string end_of(const std::string& name) {
  constexpr std::size_t kWidth = 28;
  return name.size() > kWidth ? name.substr(name.size() - kWidth) : name;
}

struct Input {
  std::string name;
  fs::path plain;
  fs::path packed;
  Answer answer;
};

Result<void> make(const std::vector<std::string>& command) {
  UF_TRY(const ChildRun run, run_child(command, 0));
  if (run.status == 0) return {};
  return Error{ErrorCode::internal, command[0] + " failed: " + run.output, ""};
}

Result<Input> prepare(const Options& options, const std::optional<fs::path>& real) {
  const fs::path folder = input_folder();
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  const std::string size = std::to_string(options.bytes() / kMiB) + "mib";
  Input input;
  input.name = real ? end_of(real->filename().string()) : "simulated training";
  const std::string stem = real ? "real-" + real->filename().string() + "-" + size
                                : fmt::format("simulated-v{}-{}", kInputVersion, size);
  input.plain = folder / (stem + ".json");
  input.packed = folder / (stem + ".json.gz");
  const fs::path answer = folder / (stem + ".answer");
  if (!fs::exists(answer) || !fs::exists(input.plain)) {
    fs::remove(input.packed, ignored);
    std::cerr << "making " << input.plain.string() << '\n';
    std::vector<std::string> command{self(), "--make", std::to_string(options.bytes()),
                                     input.plain.string(), answer.string()};
    if (real) command.push_back(real->string());
    UF_TRY_VOID(make(command));
  }
  if (!fs::exists(input.packed)) {
    UF_TRY_VOID(make({"gzip", "-k", "-f", "-6", input.plain.string()}));
  }
  UF_TRY(input.answer, load_answer(answer));
  return input;
}

struct Measured {
  double seconds = 0;
  double bytes = 0;
  double cpu_s = 0;
  double peak_mb = 0;
  [[nodiscard]] double mb_per_s() const { return bytes / 1e6 / seconds; }
};

// What --one printed: seconds, bytes, and the answer.
Result<Measured> check(const ChildRun& run, const Answer& expected, bool whole) {
  if (run.status != 0) return Error{ErrorCode::internal, "reading failed: " + run.output, ""};
  std::istringstream in(run.output);
  Measured measured;
  in >> measured.seconds >> measured.bytes;
  measured.cpu_s = run.cpu_s;
  measured.peak_mb = static_cast<double>(run.peak_bytes) / 1e6;
  Answer answer;
  std::int64_t value = 0;
  for (std::string name; in >> value && std::getline(in >> std::ws, name);) answer[name] = value;
  for (const auto& [name, right] : expected) {
    if (!whole && name != kEvents) continue;
    if (answer.contains(name) && answer[name] == right) continue;
    return Error{ErrorCode::internal,
                 fmt::format("wrong answer: {} is {}, not {}", name, answer[name], right), ""};
  }
  return measured;
}

Result<Measured> measure(const fs::path& path, bool whole, const Answer& expected,
                         const Options& options) {
  const unsigned cpus = path.extension() == ".gz" ? 2 : 1;
  std::optional<Measured> best;
  for (int i = 0; i < options.runs; ++i) {
    UF_TRY(const ChildRun run,
           run_child({self(), "--one", whole ? "account" : "events", path.string()}, cpus));
    UF_TRY(const Measured measured, check(run, expected, whole));
    if (!best || measured.seconds < best->seconds) best = measured;
  }
  return *best;
}

void print(const Input& input, const fs::path& path, bool whole, const Measured& m, bool smoke) {
  const bool packed = path.extension() == ".gz";
  const double bar = packed ? kPackedBar : kPlainBar;
  const double memory_bar = 0.05 * m.bytes / 1e6 + 64;
  const auto verdict = [&](bool holds) { return smoke ? "-" : holds ? "holds" : "MISSED"; };
  fmt::print("{:<28.28} {:<6} {:<8} {:>7.0f} {:>9.0f} {:>5.0f} {:<6} {:>8.0f} {:>6.0f} {}\n",
             input.name, packed ? ".gz" : "plain", whole ? "account" : "events", m.mb_per_s(),
             m.bytes / 1e6 / m.cpu_s, bar, verdict(m.mb_per_s() >= bar), m.peak_mb, memory_bar,
             verdict(m.peak_mb <= memory_bar));
}

Result<void> measure_input(const Options& options, const std::optional<fs::path>& real) {
  UF_TRY(const Input input, prepare(options, real));
  for (const fs::path& path : {input.plain, input.packed}) {
    for (const bool whole : {false, true}) {
      UF_TRY(const Measured measured, measure(path, whole, input.answer, options));
      print(input, path, whole, measured, options.smoke);
    }
  }
  return {};
}

Result<void> measure_all(const Options& options) {
  fmt::print("best of {} runs; events: read and handed on; account: the whole way\n", options.runs);
  fmt::print("{:<28} {:<6} {:<8} {:>7} {:>9} {:>5} {:<6} {:>8} {:>6}\n", "trace", "file", "task",
             "MB/s", "MB/cpu-s", "bar", "", "peak MB", "bar");
  UF_TRY_VOID(measure_input(options, std::nullopt));
  for (const fs::path& real : options.real) UF_TRY_VOID(measure_input(options, real));
  return {};
}

// --one TASK FILE: reads and prints what it took and what it found.
Result<void> read_one(const std::string& task, const fs::path& path) {
  const auto start = std::chrono::steady_clock::now();
  UF_TRY(const Reading reading,
         read_trace(path, task == "account" ? Depth::account : Depth::events));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::cout << took.count() << ' ' << reading.bytes << '\n';
  for (const auto& [name, value] : reading.answer) std::cout << value << ' ' << name << '\n';
  return {};
}

// --make BYTES PATH ANSWER [REAL]: writes an input and what is true of it.
Result<void> make_input(const std::vector<std::string>& arguments) {
  const std::uint64_t bytes = std::stoull(arguments[1]);
  if (arguments.size() == 4) {
    UF_TRY(const Answer answer, write_synthetic_trace(bytes, arguments[2]));
    return save_answer(answer, arguments[3]);
  }
  std::int64_t times = 0;
  UF_TRY_VOID(repeat_trace(arguments[4], bytes, arguments[2], times));
  UF_TRY(const Reading once, read_trace(arguments[4], Depth::account));
  return save_answer(repeated(once.answer, times), arguments[3]);
}

Result<void> run(const std::vector<std::string>& arguments) {
  if (arguments.size() == 3 && arguments[0] == "--one") return read_one(arguments[1], arguments[2]);
  if (arguments.size() >= 4 && arguments[0] == "--make") return make_input(arguments);
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool has_value = i + 1 < arguments.size();
    if (arguments[i] == "--smoke") {
      options.smoke = true;
      options.runs = 1;
    } else if (arguments[i] == "--runs" && has_value) {
      options.runs = std::max(1, std::atoi(arguments[++i].c_str()));
    } else if (arguments[i] == "--real" && has_value) {
      options.real.emplace_back(arguments[++i]);
    } else {
      return Error{ErrorCode::usage, "what is " + arguments[i] + "?",
                   "--smoke --runs N --real FILE"};
    }
  }
  return measure_all(options);
}

}  // namespace
}  // namespace underfed::bench

int main(int count, char** values) {
  const auto done = underfed::bench::run({values + 1, values + count});
  if (done) return 0;
  std::cerr << "bench_read_trace_1gib: " << done.error().message << '\n'
            << done.error().hint << '\n';
  return 1;
}
