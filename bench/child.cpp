// SPDX-License-Identifier: Apache-2.0
#include "bench/child.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>

namespace underfed::bench {
namespace {

void use_processors(unsigned count) {
  cpu_set_t allowed;
  if (count == 0 || sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  cpu_set_t chosen;
  CPU_ZERO(&chosen);
  for (unsigned cpu = 0, found = 0; cpu < CPU_SETSIZE && found < count; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed)) continue;
    CPU_SET(cpu, &chosen);
    ++found;
  }
  sched_setaffinity(0, sizeof chosen, &chosen);
}

[[noreturn]] void become(std::vector<char*>& argv, unsigned cpus, Quiet quiet, int output) {
  use_processors(cpus);
  dup2(output, STDOUT_FILENO);
  if (quiet == Quiet::yes) dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
  execvp(argv[0], argv.data());
  _exit(127);
}

std::string read_all(int from) {
  std::string all;
  std::array<char, 65'536> buffer;
  for (ssize_t size = 0; (size = read(from, buffer.data(), buffer.size())) > 0;) {
    all.append(buffer.data(), static_cast<std::size_t>(size));
  }
  return all;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

Result<ChildRun> run_child(const std::vector<std::string>& argv, unsigned cpus, Quiet quiet) {
  std::vector<char*> pointers;
  for (const std::string& argument : argv) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return Error{ErrorCode::internal, std::string("no pipe: ") + std::strerror(errno), ""};
  }
  const auto start = std::chrono::steady_clock::now();
  const pid_t pid = fork();
  if (pid == 0) become(pointers, cpus, quiet, ends[1]);
  close(ends[1]);
  if (pid < 0) return Error{ErrorCode::internal, "cannot start " + argv[0], ""};
  ChildRun run;
  run.output = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  rusage usage{};
  wait4(pid, &status, 0, &usage);
  run.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.cpu_s = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  run.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (run.status == 127) return Error{ErrorCode::not_found, "cannot run " + argv[0], ""};
  return run;
}

}  // namespace underfed::bench
