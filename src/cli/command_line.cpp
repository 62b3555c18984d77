// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <ostream>

#include "cli/diagnose_command.h"
#include "cli/explain_command.h"

namespace underfed {
namespace {

constexpr const char* kWhat =
    "underfed tells why a GPU is underfed while it fine-tunes a model: the cause, the proof, the "
    "change to "
    "make, and what it gains.\nIt reads what you have and touches nothing: no network, no root, no "
    "daemon.";

constexpr const char* kExamples =
    "Examples:\n"
    "  underfed trace.json.gz                     a PyTorch profiler trace\n"
    "  underfed facts.json                        facts written by hand: {\"gpu.counter_busy\": "
    "0.35}\n"
    "  underfed trace.json.gz facts.json          any mix; each adds evidence\n"
    "  underfed trace.json.gz --format json       for programs; md for an issue or a chat, line "
    "for scripts\n"
    "  underfed trace.json.gz --fail-on 10%       exit code 1 when a tenth of the time or more is "
    "lost\n"
    "  underfed explain input-starvation          the page of a cause, or of a quantity\n\n"
    "Exit codes: 0 done, 1 the gate failed, 2 the gate cannot be decided, 64 usage, 65 not "
    "evidence,\n"
    "69 an input could not be had, 70 a bug of underfed, 73 a file could not be written.";

struct Parsed {
  DiagnoseArguments diagnose;
  std::string topic;
};

void declare_diagnose(CLI::App& app, DiagnoseArguments& into) {
  const std::map<std::string, ReportFormat> formats{{"text", ReportFormat::terminal},
                                                    {"json", ReportFormat::json},
                                                    {"md", ReportFormat::markdown},
                                                    {"line", ReportFormat::line}};
  const std::map<std::string, WindowOption> windows{{"steps", WindowOption::steps},
                                                    {"all", WindowOption::all}};
  const std::map<std::string, ColourChoice> colours{{"auto", ColourChoice::automatic},
                                                    {"always", ColourChoice::always},
                                                    {"never", ColourChoice::never}};
  app.add_option(
      "input", into.inputs,
      "evidence of one run: traces (plain, .gz, .zst), evidence files; - is standard input");
  app.add_option("--format", into.format, "text, json, md or line")
      ->transform(CLI::CheckedTransformer(formats).description("{text,json,md,line}"));
  app.add_option("--window", into.window,
                 "account between device steps, or over all that was recorded (for comparison)")
      ->transform(CLI::CheckedTransformer(windows).description("{steps,all}"));
  app.add_option("--device", into.device,
                 "judge this device; without it, the one that worked most");
  app.add_option("--price", into.price,
                 "what a GPU costs by the hour, such as 2.10/h: shows money too");
  app.add_option("--save-evidence", into.save_evidence,
                 "write what was read into this file; it can be given back as input");
  app.add_option("--fail-on", into.fail_on,
                 "a cause, or a share of time lost such as 10%: exit code 1");
  app.add_option("--color,--colour", into.colour, "auto, always or never")
      ->transform(CLI::CheckedTransformer(colours).description("{auto,always,never}"));
  app.add_option("--width", into.width, "columns of the text report, 40 to 120")
      ->check(CLI::Range(40, 120));
  app.add_flag("-v,--verbose", into.verbose, "all evidence, with where each number comes from");
}

ExitCode usage_error(const CLI::ParseError& error, const World& world) {
  *world.err << "underfed: " << error.what() << "\n  underfed --help shows what there is\n";
  return ExitCode::usage;
}

ExitCode nothing_given(const World& world) {
  *world.err << "underfed: no input given\n"
                "  underfed trace.json.gz      diagnoses a PyTorch profiler trace\n"
                "  underfed --help             shows what else there is\n";
  return ExitCode::usage;
}

}  // namespace

ExitCode run_command_line(std::vector<std::string> arguments, const World& world) {
  Parsed parsed;
  CLI::App app(kWhat, "underfed");
  app.set_version_flag("--version", std::string("underfed ") + UNDERFED_VERSION);
  app.footer(kExamples);
  declare_diagnose(app, parsed.diagnose);
  CLI::App* explaining = app.add_subcommand(
      "explain", "print the page of a cause or quantity; without one, list them");
  explaining->add_option("topic", parsed.topic, "the id of a cause, quantity or definition");
  std::reverse(arguments.begin(), arguments.end());  // what CLI11 takes
  try {
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    *world.out << (explaining->parsed() ? explaining->help() : app.help());
    return ExitCode::done;
  } catch (const CLI::CallForVersion&) {
    *world.out << "underfed " << UNDERFED_VERSION << '\n';
    return ExitCode::done;
  } catch (const CLI::ParseError& error) {
    return usage_error(error, world);
  }
  if (explaining->parsed()) return explain(parsed.topic, world);
  if (parsed.diagnose.inputs.empty()) return nothing_given(world);
  return diagnose_inputs(parsed.diagnose, world);
}

}  // namespace underfed
