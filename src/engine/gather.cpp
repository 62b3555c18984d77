// SPDX-License-Identifier: Apache-2.0
#include "engine/gather.h"

#include <algorithm>
#include <set>
#include <string>

namespace underfed {
namespace {

Probe* probe_for(const Lead& lead, std::span<Probe* const> probes) {
  const auto at = std::find_if(probes.begin(), probes.end(),
                               [&](const Probe* probe) { return probe->kind() == lead.kind; });
  return at != probes.end() ? *at : nullptr;
}

Result<ProbeOutput> open(const Lead& lead, std::span<Probe* const> probes,
                         const Recognise& recognise) {
  UF_TRY(const Lead known, recognise(lead));
  Probe* probe = probe_for(known, probes);
  if (probe == nullptr) {
    return Error{ErrorCode::unsupported_format, known.shown + ": nothing here reads " + known.kind,
                 ""};
  }
  return probe->gather(known);
}

void keep(ProbeOutput output, Gathered& gathered) {
  for (Evidence& evidence : output.evidence) gathered.evidence.add(std::move(evidence));
  for (Absence& absence : output.absences) gathered.evidence.add(std::move(absence));
  gathered.inputs.push_back(std::move(output.summary));
}

// A lead that another input handed out could not be opened: told, and nothing more.
void tell(const Lead& lead, const Error& error, Gathered& gathered) {
  for (InputSummary& input : gathered.inputs) {
    if (input.source != lead.from) continue;
    input.notices.push_back(Notice{"lead-not-opened", {"{}", {error.message}}});
    return;
  }
}

}  // namespace

Result<Gathered> gather(std::vector<Lead> leads, std::span<Probe* const> probes,
                        const Recognise& recognise) {
  Gathered gathered;
  std::set<std::string> opened;
  for (std::size_t next = 0; next < leads.size() && next < kMostLeads; ++next) {
    const Lead lead = leads[next];
    if (!opened.insert(lead.target).second) continue;
    auto output = open(lead, probes, recognise);
    if (!output && lead.from.empty()) return std::move(output).error();
    if (!output) {
      tell(lead, output.error(), gathered);
      continue;
    }
    for (Lead& found : output->leads) leads.push_back(std::move(found));
    keep(std::move(*output), gathered);
  }
  return gathered;
}

}  // namespace underfed
