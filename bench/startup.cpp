// SPDX-License-Identifier: Apache-2.0
// How long does a person wait for the program itself? The median of whole processes, from starting
// one until it has ended.
//
//   bench_startup [--smoke] path/to/underfed
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "bench/child.h"
#include "support/kineto_writer.h"

namespace underfed::bench {
namespace {

namespace fs = std::filesystem;

struct Task {
  std::string name;
  std::vector<std::string> command;
  double bar_ms;
  std::string says;  // its output must hold this
};

fs::path small_input(const char* name) {
  return fs::temp_directory_path() / fmt::format("underfed-bench-{}-{}", getpid(), name);
}

Result<double> median_ms(const Task& task, int runs) {
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) {
    UF_TRY(const ChildRun run, run_child(task.command, 0));
    if (run.status != 0 || run.output.find(task.says) == std::string::npos) {
      return Error{ErrorCode::internal,
                   fmt::format("{}: exit code {}, and it said: {}", task.name, run.status,
                               run.output.substr(0, 400)),
                   ""};
    }
    times.push_back(run.wall_s * 1e3);
  }
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

Result<void> measure(const std::string& program, bool smoke) {
  const fs::path evidence = small_input("run.evidence");
  const fs::path trace = small_input("trace.json");
  std::ofstream(evidence) << R"({"gpu.counter_busy": 0.35, "loader.workers": 0})" << '\n';
  std::ofstream out(trace);
  synthetic::write_kineto_json(synthetic::simulate({.steps = 4, .layers = 1}),
                               synthetic::TraceDialect::recent, out);
  out.close();
  const std::vector<Task> tasks{
      {"--version", {program, "--version"}, 20, "underfed"},
      {"diagnosis of an evidence file", {program, evidence.string()}, 50, "waiting for data"},
      {"diagnosis of a small trace", {program, trace.string()}, 50, "waiting for data"},
  };
  Result<void> done;
  fmt::print("{:<32} {:>9} {:>5}\n", "task", "median ms", "bar");
  for (const Task& task : tasks) {
    const auto ms = median_ms(task, smoke ? 3 : 51);
    if (!ms) {
      done = Result<void>(ms.error());
      break;
    }
    fmt::print("{:<32} {:>9.1f} {:>5.0f} {}\n", task.name, *ms, task.bar_ms,
               smoke               ? "-"
               : *ms < task.bar_ms ? "holds"
                                   : "MISSED");
  }
  fs::remove(evidence);
  fs::remove(trace);
  return done;
}

}  // namespace
}  // namespace underfed::bench

int main(int count, char** values) {
  std::vector<std::string> arguments(values + 1, values + count);
  const bool smoke = std::erase(arguments, "--smoke") > 0;
  if (arguments.size() != 1) {
    std::cerr << "bench_startup [--smoke] path/to/underfed\n";
    return 64;
  }
  const auto done = underfed::bench::measure(arguments[0], smoke);
  if (done) return 0;
  std::cerr << "bench_startup: " << done.error().message << '\n';
  return 1;
}
