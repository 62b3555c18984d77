// SPDX-License-Identifier: Apache-2.0
#include "report/testing/cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "report/testing/builders.h"
#include "signals/config.h"
#include "signals/data.h"
#include "signals/gpu.h"
#include "signals/host.h"
#include "signals/kernel.h"
#include "signals/loader.h"
#include "signals/run.h"
#include "signals/step.h"
#include "signals/trace.h"
#include "signals/trace_parts.h"

namespace underfed::testing {
namespace {

constexpr std::array kCauses{
    Cause{.id = "input-starvation", .title = "waiting for data", .checklist = 1},
    Cause{.id = "small-batch", .title = "batch too small", .checklist = 2},
    Cause{.id = "wrong-precision", .title = "wrong precision", .checklist = 3},
    Cause{.id = "padding-waste", .title = "padding", .checklist = 4},
    Cause{.id = "slow-attention", .title = "slow attention", .checklist = 5},
    Cause{.id = "compile-trouble", .title = "compile trouble"},
    Cause{.id = "exposed-communication", .title = "exposed communication"},
    Cause{.id = "held-idle", .title = "held and idle"},
    Cause{.id = "host-sync", .title = "host syncs"},
    Cause{.id = "method-price", .title = "price of the method"},
    Cause{.id = "pauses", .title = "pauses"},
};

Diagnosis well_fed() {
  Diagnosis d;
  d.inputs = {{"trace.json", "PyTorch profiler trace", {}}};
  d.device = "0";
  d.verdict = Verdict::well_fed;
  add_time(d, 0.412, 8, {0.957, 0.003, 0, 0.04}, {{part::kHostLaunch, 0.04}});
  measure(d, kStepBusyShare, 0.96, Range{0.95, 0.97});
  measure(d, kRunMfu, 0.41);
  d.checklist = {
      clear("input-starvation", says("the GPU waits for data {} of the time", {share(0.0004)})),
      clear("small-batch", says("the host is {} ahead at every launch", {seconds(0.12)})),
      clear("wrong-precision", says("{} of matrix time is {}", {share(0.996), "bf16"})),
      open("padding-waste", Lean::unlikely, says("every step takes the same time"), by_config()),
      clear("slow-attention", says("{}, {} of compute", {"flash_fwd", share(0.08)}))};
  add_clear_others(d, {"compile-trouble", "host-sync", "pauses"});
  return d;
}

Diagnosis too_small() {
  Diagnosis d = well_fed();
  d.verdict = Verdict::job_too_small;
  d.evidence = EvidenceSet();
  add_time(d, 0.004, 40, {0.31, 0, 0, 0.69},
           {{part::kHostLaunch, 0.2}, {part::kUnattributed, 0.49}});
  ran(d, kGpuModel, std::string("NVIDIA H100 80GB HBM3"));
  return d;
}

// MOCKS 5: a busy counter is all there is.
Diagnosis counter_only() {
  Diagnosis d;
  d.inputs = {{"gpu.csv", "nvidia-smi log", {}}};
  d.device = "0";
  d.verdict = Verdict::cannot_tell;
  d.evidence.add(Evidence{&kGpuCounterBusy,
                          gpu(),
                          0.37,
                          Range{0.28, 0.47},
                          {Origin::host_measured, "telemetry", "gpu.csv", "61 samples"},
                          Range{0, 60}});
  d.checklist = {
      open("input-starvation", Lean::suspected,
           says("the GPU was idle {} of the time; its counter does not say why", {share(0.63)}),
           by_trace()),
      open("small-batch", Lean::suspected, says("one sample a second hides short gaps"),
           by_trace()),
      open("wrong-precision", Lean::none, says("a counter does not show kernels"), by_trace()),
      open("padding-waste", Lean::none, says("a counter does not show tokens"), by_config()),
      open("slow-attention", Lean::none, says("a counter does not show kernels"), by_trace())};
  d.others = {open("held-idle", Lean::unlikely, says("it works {} of the time", {share(0.37)}),
                   by_trace())};
  d.evidence.add(Absence{&kTraceDeviceTime, gpu(), "no trace was given",
                         "record 10 steps with torch.profiler"});
  return d;
}

Diagnosis nothing_known() {
  Diagnosis d;
  for (const Cause& cause : kCauses) {
    auto& list = cause.checklist > 0 ? d.checklist : d.others;
    list.push_back({&cause, cannot_tell(Lean::none, {}, by_trace())});
  }
  return d;
}

Diagnosis no_device_work() {
  Diagnosis d;
  d.inputs = {{"mtia.json.gz", "PyTorch profiler trace", {}}};
  d.verdict = Verdict::no_device_work;
  d.evidence.add(Evidence{&kTraceUnread,
                          {},
                          Table{{"kind", "events"}, {{std::string("MTIA"), 18'204.0}}},
                          {},
                          {Origin::kernels_ran, "trace", "mtia.json.gz", ""},
                          {}});
  for (const Cause& cause : kCauses) {
    auto& list = cause.checklist > 0 ? d.checklist : d.others;
    list.push_back({&cause, not_applicable(says("no GPU work"))});
  }
  return d;
}

// MOCKS 6: the file ends inside an event.
Diagnosis cut_short() {
  Diagnosis d = starved();
  const Provenance at{Origin::kernels_ran, "trace", "trace.json.gz", "byte 1203442176"};
  d.inputs.front().notices = {
      {"cut-short",
       says("{}: cut short at byte {} (inside an event); {} events were read before it and the "
            "diagnosis covers {} whole steps",
            {"trace.json.gz", count(1203442176), count(4118220), count(12)}),
       at},
      {"skipped-events",
       says("{} events skipped: {} without a duration, the first at byte {}",
            {count(17), count(17), count(20481)}),
       at},
      {"warm-up", says("the first step ({}) is set apart as warm-up", {seconds(11.2)}), at}};
  d.notices = d.inputs.front().notices;
  return d;
}

// Everything that an input can do to a report.
Diagnosis hostile() {
  Diagnosis d = starved();
  const std::string kernel =
      "void \033[31mevil\033]0;title\007<" + std::string(700, 'T') +
      ">\n\r\t\xff\xc3 \xe2\x80\xae|`a`| *b* <script> \xe4\xb8\xad\xe6\x96\x87";
  d.inputs.front().source = "dir/\033[2J my file|`x`.json";
  d.evidence.add(Evidence{&kTraceDeviceTime,
                          gpu(),
                          Breakdown{{{"compute", 1}, {"idle", 1}, {"\033[7mnew part", 1}}},
                          {},
                          from_trace("step ```\n" + kernel),
                          {}});
  d.checklist[4] = clear("slow-attention", says("{} runs", {kernel}));
  d.checklist[0].assessment.detail.push_back(says("slowest row: {}", {kernel}));
  d.checklist[0].assessment.remedies[0].changes[0].to = "3\nrm -rf";
  d.evidence.add(Evidence{&kKernelTop,
                          {Scope::device, "0"},
                          Table{{"name", "number", "total_s"}, {{kernel, 3.0, 0.2}}},
                          {},
                          from_trace(kernel),
                          {}});
  d.evidence.add(Absence{&kHostWork, {}, kernel, "\033[5mblink"});
  d.notices = {{"skipped", says("event {} has no duration", {kernel})}};
  return d;
}

}  // namespace

const Cause& cause_named(std::string_view id) {
  const auto* const found = std::find_if(kCauses.begin(), kCauses.end(),
                                         [id](const Cause& cause) { return cause.id == id; });
  UF_CHECK(found != kCauses.end());
  return *found;
}

const std::vector<ReportCase>& report_cases() {
  static const std::vector<ReportCase> kCases{{"starved", starved},
                                              {"several", several},
                                              {"well_fed", well_fed},
                                              {"too_small", too_small},
                                              {"counter_only", counter_only},
                                              {"nothing_known", nothing_known},
                                              {"no_device_work", no_device_work},
                                              {"cut_short", cut_short},
                                              {"hostile", hostile}};
  return kCases;
}

Diagnosis make_case(std::string_view name) {
  for (const ReportCase& one : report_cases()) {
    if (one.name == name) return one.make();
  }
  UF_CHECK(false);
  return {};
}

TEST(ReportCases, AreDiagnosesThatTheEngineCouldMake) {
  for (const ReportCase& one : report_cases()) {
    SCOPED_TRACE(one.name);
    const Diagnosis d = one.make();
    ASSERT_EQ(d.checklist.size(), 5U);
    for (std::size_t at = 0; at < 5; ++at) {
      EXPECT_EQ(d.checklist[at].cause->checklist, static_cast<int>(at) + 1);
    }
    EXPECT_EQ(d.verdict == Verdict::cause_found, !d.ranked.empty());
    for (const Judgement* found : d.ranked) {
      EXPECT_EQ(found->assessment.outcome, Outcome::present);
      EXPECT_TRUE(found->assessment.explained_by.empty());
    }
  }
}

}  // namespace underfed::testing
