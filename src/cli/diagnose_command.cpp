// SPDX-License-Identifier: Apache-2.0
#include "cli/diagnose_command.h"

#include <fmt/format.h>

#include <ostream>

#include "base/text.h"
#include "base/units.h"
#include "causes/causes.h"
#include "cli/gate.h"
#include "cli/probes.h"
#include "cli/save_evidence.h"
#include "derive/derivations.h"
#include "engine/diagnose.h"
#include "report/display_text.h"
#include "report/json_report.h"
#include "report/line_report.h"
#include "report/markdown_report.h"
#include "report/terminal_report.h"
#include "signals/run.h"

namespace underfed {
namespace {

// Messages name files, and names can hold anything: nothing of it reaches a terminal as a command.
ExitCode tell(const Error& error, const World& world) {
  const char* before = "underfed: ";
  for (const std::string_view line : split(error.message, '\n')) {
    *world.err << before << printable(line, Charset::unicode) << '\n';
    before = "";
  }
  if (!error.hint.empty()) *world.err << "  " << printable(error.hint, Charset::unicode) << '\n';
  return exit_code_of(error.code);
}

// "2.10/h", "$2.10/h" or "2.10": the currency is the person's own affair.
Result<double> parse_price(std::string text) {
  if (!text.empty() && text.front() == '$') text.erase(0, 1);
  if (text.size() > 2 && text.compare(text.size() - 2, 2, "/h") == 0) text.resize(text.size() - 2);
  const auto price = parse_quantity(text, Unit::count);
  if (price && *price > 0) return *price;
  return Error{ErrorCode::usage, "--price: \"" + text + "\" is no price by the hour",
               "write 2.10/h"};
}

Evidence given_price(double price) {
  Evidence evidence;
  evidence.signal = &kRunPriceByHour;
  evidence.value = price;
  evidence.provenance = {Origin::person_given, "command line", "--price", {}};
  return evidence;
}

void render(const Diagnosis& diagnosis, const DiagnoseArguments& arguments, const World& world) {
  switch (arguments.format) {
    case ReportFormat::json:
      return render_json(diagnosis, *world.out);
    case ReportFormat::markdown:
      return render_markdown(diagnosis, *world.out);
    case ReportFormat::line:
      return render_line(diagnosis, *world.out);
    case ReportFormat::terminal:
      break;
  }
  const Detail detail = arguments.verbose ? Detail::verbose : Detail::normal;
  render_terminal(diagnosis, terminal_style(world, arguments.colour, arguments.width, detail),
                  *world.out);
}

Result<Diagnosis> look(const DiagnoseArguments& arguments, const World& world) {
  UF_TRY(Gathered gathered, gather_inputs(arguments.inputs, arguments.window, world));
  if (!arguments.price.empty()) {
    UF_TRY(const double price, parse_price(arguments.price));
    gathered.evidence.add(given_price(price));
  }
  if (!arguments.save_evidence.empty()) {
    UF_TRY_VOID(save_evidence(gathered.evidence, arguments.save_evidence));
  }
  DiagnoseOptions options;
  options.device = arguments.device;
  return diagnose(std::move(gathered), all_derivations(), all_causes(), options);
}

// A device that is asked for must be there.
Result<void> check_device(const Diagnosis& diagnosis, const std::string& device) {
  if (device.empty()) return {};
  for (const Evidence& one : diagnosis.evidence.evidence()) {
    if (one.subject.scope == Scope::device && one.subject.id == device) return {};
  }
  return Error{ErrorCode::unavailable,
               "--device " + device + ": the inputs say nothing of this device", ""};
}

}  // namespace

ExitCode diagnose_inputs(const DiagnoseArguments& arguments, const World& world) {
  Gate gate;
  if (!arguments.fail_on.empty()) {
    auto parsed = parse_gate(arguments.fail_on, all_causes());
    if (!parsed) return tell(parsed.error(), world);
    gate = *parsed;
  }
  const auto diagnosis = look(arguments, world);
  if (!diagnosis) return tell(diagnosis.error(), world);
  if (const auto known = check_device(*diagnosis, arguments.device); !known) {
    return tell(known.error(), world);
  }
  render(*diagnosis, arguments, world);
  return arguments.fail_on.empty() ? ExitCode::done : decide(gate, *diagnosis);
}

}  // namespace underfed
