// SPDX-License-Identifier: Apache-2.0
#include "report/line_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "signals/gpu.h"
#include "signals/step.h"

namespace underfed {
namespace {

std::string with_hyphens(std::string_view words) {
  std::string text(words);
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

std::string lost_field(const LostTime& lost) {
  const Range& share = lost.share;
  if (!std::isfinite(share.low) || !std::isfinite(share.high)) return {};
  return fmt::format(" lost={:.2f} ({:.2f}-{:.2f})", (share.low + share.high) / 2, share.low,
                     share.high);
}

std::string verdict_word(Verdict verdict) {
  return verdict == Verdict::job_too_small ? "job-too-small" : with_hyphens(to_text(verdict));
}

std::string busy_field(const Diagnosis& diagnosis) {
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  for (const Signal* signal : {&kStepBusyShare, &kGpuKernelBusy, &kGpuCounterBusy}) {
    const auto busy = view.number(*signal);
    if (busy && std::isfinite(*busy)) return fmt::format(" busy={:.2f}", *busy);
  }
  return {};
}

}  // namespace

void render_line(const Diagnosis& diagnosis, std::ostream& out) {
  if (diagnosis.ranked.empty()) {
    out << "- " << verdict_word(diagnosis.verdict) << busy_field(diagnosis) << '\n';
    return;
  }
  const Judgement& first = *diagnosis.ranked.front();
  const Assessment& finding = first.assessment;
  out << first.cause->id << " present" << (finding.lost ? lost_field(*finding.lost) : std::string{})
      << ' ' << to_text(finding.confidence) << '\n';
}

}  // namespace underfed
