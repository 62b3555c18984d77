// SPDX-License-Identifier: Apache-2.0
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "cli/command_line.h"

namespace underfed {
namespace {

int columns_of(int descriptor) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

World this_world() {
  World world;
  world.out = &std::cout;
  world.err = &std::cerr;
  world.out_is_terminal = isatty(STDOUT_FILENO) != 0;
  world.err_is_terminal = isatty(STDERR_FILENO) != 0;
  world.terminal_width = columns_of(STDOUT_FILENO);
  world.environment = [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value != nullptr ? std::optional<std::string>(value) : std::nullopt;
  };
  return world;
}

// Output that could not be delivered is an error too: a full disk behind a redirection.
int finish(ExitCode code) {
  std::cout.flush();
  if (!std::cout && code == ExitCode::done) {
    std::cerr << "underfed: standard output could not be written\n";
    return static_cast<int>(ExitCode::not_written);
  }
  return static_cast<int>(code);
}

}  // namespace
}  // namespace underfed

int main(int argc, char** argv) {
  using namespace underfed;       // NOLINT: the program's own names
  std::signal(SIGPIPE, SIG_DFL);  // a closed pipe, as of head, ends the program quietly
  try {
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return finish(run_command_line(arguments, this_world()));
  } catch (const std::exception& error) {
    std::cerr << "underfed: bug: " << error.what()
              << "\n  please report it with the command line\n";
    return static_cast<int>(ExitCode::bug);
  }
}
