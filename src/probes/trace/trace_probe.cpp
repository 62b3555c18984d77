// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/trace_probe.h"

#include <fmt/format.h>

#include "formats/compressed.h"
#include "probes/trace/host_math.h"
#include "probes/trace/timeline_builder.h"
#include "probes/trace/trace_evidence.h"
#include "signals/host.h"
#include "signals/trace.h"

namespace underfed {
namespace {

constexpr const char* kRecordDevice =
    "record with activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA] around the GPU's work";

std::vector<Notice> read_notices(const TraceReadStats& stats, const std::string& trouble) {
  std::vector<Notice> notices;
  if (!trouble.empty()) notices.push_back({"damaged-compression", {trouble}});
  if (stats.cut_short_at) {
    notices.push_back({"cut-short",
                       {"cut short at byte {} (inside an event); {} events before it were read",
                        {count(static_cast<double>(*stats.cut_short_at)),
                         count(static_cast<double>(stats.events))}}});
  }
  for (const auto& [name, skipped] : stats.skipped) {
    notices.push_back({"events-skipped",
                       {"{} events: {} (first at byte {})",
                        {count(static_cast<double>(skipped.count)), name,
                         count(static_cast<double>(skipped.first_offset))}}});
  }
  return notices;
}

// Why there is nothing to account, in one sentence.
std::string why_no_device_work(const TraceAccount& account) {
  if (account.foreign.kinds.empty()) {
    return account.host_events ? "the trace holds host events only: no kernels, copies or memsets"
                               : "the trace holds no kernels, copies or memsets";
  }
  std::string kinds;
  for (const auto& [kind, events] : account.foreign.kinds) {
    kinds += fmt::format("{}{} ({})", kinds.empty() ? "" : ", ", kind, events);
  }
  return "the trace holds work of a device that underfed cannot read: " + kinds;
}

void add_absences(const TraceAccount& account, ProbeOutput& output) {
  if (!account.devices.empty()) return;
  const std::string reason = why_no_device_work(account);
  for (const Signal* signal : {&kTraceDeviceTime, &kTraceIdle, &kTraceStepParts}) {
    output.absences.push_back({signal, {Scope::run, {}}, reason, kRecordDevice});
  }
  output.summary.notices.push_back({"no-device-work", {"{}", {reason}}});
}

}  // namespace

TraceProbe::TraceProbe(OpenInput open, WindowChoice window, ReadProgress progress)
    : open_(std::move(open)), window_(window), progress_(std::move(progress)) {}

Result<ProbeOutput> TraceProbe::gather(const Lead& lead) {
  UF_TRY(auto file, open_(lead.target));
  UF_TRY(auto source, decompress(std::move(file), Ahead::yes));
  TimelineBuilder builder;
  HostMath host_math(builder);
  auto read = read_chrome_trace(*source, host_math, progress_);
  if (!read) return std::move(read).error().with_context(lead.shown);
  const Timeline timeline = builder.finish(std::move(read->header));
  const TraceAccount account = account_trace(timeline, window_);
  ProbeOutput output;
  output.summary.source = lead.shown;
  output.summary.kind = "PyTorch profiler trace";
  output.summary.notices = read_notices(read->stats, source->trouble());
  for (Notice& notice : account_notices(account))
    output.summary.notices.push_back(std::move(notice));
  output.evidence = trace_evidence(account, timeline, lead.shown);
  if (account.devices.empty()) {
    Evidence share;
    share.signal = &kHostOnCpuShare;
    share.value = host_math.share();
    share.provenance = {Origin::host_measured, "trace", lead.shown, {}};
    output.evidence.push_back(std::move(share));
  }
  add_absences(account, output);
  return output;
}

}  // namespace underfed
