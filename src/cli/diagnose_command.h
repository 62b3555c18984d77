// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/terminal.h"
#include "cli/world.h"

namespace underfed {

enum class ReportFormat { terminal, json, markdown, line };
enum class WindowOption { steps, all };

// underfed INPUT...: what the command line says.
struct DiagnoseArguments {
  std::vector<std::string> inputs;
  ReportFormat format = ReportFormat::terminal;
  WindowOption window = WindowOption::steps;
  std::string device;         // empty: the one that worked most
  std::string price;          // "2.10/h"; empty: no money is shown
  std::string save_evidence;  // file to write; empty: none
  std::string fail_on;        // a cause or a share; empty: no gate
  ColourChoice colour = ColourChoice::automatic;
  int width = 0;  // 0: the terminal's
  bool verbose = false;
};

// Reads the inputs, diagnoses and reports. Errors go to world.err as one line and a hint.
[[nodiscard]] ExitCode diagnose_inputs(const DiagnoseArguments& arguments, const World& world);

}  // namespace underfed
