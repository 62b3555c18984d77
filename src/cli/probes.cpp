// SPDX-License-Identifier: Apache-2.0
#include "cli/probes.h"

#include <array>
#include <filesystem>

#include "base/shown_path.h"
#include "cli/progress.h"
#include "formats/compressed.h"
#include "formats/sniff.h"
#include "probes/evidence/evidence_probe.h"
#include "probes/trace/trace_probe.h"
#include "sys/file_source.h"

namespace underfed {
namespace {

// The first bytes of what the input holds, decompressed.
Result<std::string> prefix_of(Inputs& inputs, const std::string& target) {
  UF_TRY(auto file, inputs.open(target));
  UF_TRY(auto source, decompress(std::move(file), Ahead::no));
  std::string prefix(kSniffBytes, '\0');
  std::size_t length = 0;
  while (length < prefix.size()) {
    UF_TRY(const std::size_t got, source->read(std::span(prefix).subspan(length)));
    if (got == 0) break;
    length += got;
  }
  prefix.resize(length);
  return prefix;
}

std::string working_folder() {
  std::error_code ignored;
  return std::filesystem::current_path(ignored).string();
}

Result<Lead> recognise(Inputs& inputs, const Lead& lead) {
  UF_TRY(const std::string prefix, prefix_of(inputs, lead.target));
  const Sniffed sniffed = sniff(prefix);
  Lead known = lead;
  known.shown = shown_path(lead.target, working_folder());
  if (sniffed.kind == InputKind::chrome_trace) {
    known.kind = "trace";
  } else if (sniffed.kind == InputKind::evidence) {
    known.kind = "evidence";
  } else {
    const std::string verb = sniffed.kind == InputKind::empty ? ": this file is " : ": this is ";
    return Error{ErrorCode::not_evidence, known.shown + verb + std::string(sniffed.what),
                 std::string(sniffed.hint)};
  }
  return known;
}

}  // namespace

Result<Gathered> gather_inputs(const std::vector<std::string>& inputs, WindowOption window,
                               const World& world) {
  Inputs files;
  Progress progress(world);
  const OpenInput open = [&files](const std::string& target) { return files.open(target); };
  const WindowChoice choice = window == WindowOption::all ? WindowChoice::all : WindowChoice::steps;
  TraceProbe trace(open, choice, [&](std::uint64_t bytes) { progress.show(bytes); });
  EvidenceProbe evidence(open);
  const std::array<Probe*, 2> probes{&trace, &evidence};
  std::vector<Lead> leads;
  for (const std::string& input : inputs) leads.push_back({input, {}, {}, {}});
  return gather(std::move(leads), probes, [&](const Lead& lead) { return recognise(files, lead); });
}

}  // namespace underfed
