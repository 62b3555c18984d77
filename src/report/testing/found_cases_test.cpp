// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/testing/builders.h"
#include "report/testing/cases.h"
#include "signals/config.h"
#include "signals/data.h"
#include "signals/gpu.h"
#include "signals/loader.h"
#include "signals/run.h"

// The cases in which something is found.
namespace underfed::testing {
namespace {

Assessment starved_by_no_workers(Diagnosis& d) {
  Assessment found;
  found.outcome = Outcome::present;
  found.confidence = Confidence::certain;
  found.summary = says("{} of the time", {share(0.51)});
  found.decided_by = {measure(d, kStepInputShare, 0.51, Range{0.49, 0.53})};
  found.lost = LostTime{{0.49, 0.53}, true, 0.94, 0};
  found.detail = {
      says("the loader makes a batch in {} in the training process itself (no workers); "
           "everything else takes {}",
           {seconds(0.94), seconds(0.90)})};
  Remedy workers{.id = "more-workers"};
  workers.changes = {
      {&kLoaderWorkers, "0", "3", says("now 0; {} keep up, {} leave room", {count(2), count(3)})},
      {&kLoaderPinMemory, "", "true", says("copies are pageable: {} a step", {seconds(0.031)})}};
  workers.gain = Range{0.49, 0.53};
  workers.bound = says("bound by the other {}", {seconds(0.90)});
  Remedy prefetch{.id = "prefetch"};
  prefetch.changes = {{&kLoaderPrefetch, "2", "4"}};
  prefetch.gain = Range{0, 0.01};
  found.remedies = {workers, prefetch};
  found.check = says(
      "the wait must fall below {}; if not, run underfed again: it then says what slows "
      "the loader",
      {share(0.02)});
  return found;
}

Assessment fp32_math(Diagnosis& d) {
  Assessment found;
  found.outcome = Outcome::present;
  found.confidence = Confidence::likely;
  found.confidence_reason = says("fewer than 3 whole steps");
  found.summary = says("{} of matrix time is fp32 on CUDA cores", {share(0.93)});
  found.decided_by = {measure(d, kStepComputeShare, 0.63)};
  found.lost = LostTime{{0.31, 0.46}, false, 0, 0.1};
  Remedy bf16{.id = "bf16"};
  bf16.changes = {
      {&kPrecisionSetting, "fp32", "bf16", says("this GPU multiplies bf16 16x faster")}};
  bf16.gain = Range{0.31, 0.46};
  bf16.risk = says("sums keep fp32, weights too; compare the loss on a short run");
  Remedy tf32{.id = "tf32"};
  tf32.changes = {{&kTf32Setting, "", "true", says("where bf16 is no choice")}};
  tf32.gain = Range{0.2, 0.35};
  tf32.advice = Advice::offer;
  found.remedies = {bf16, tf32};
  found.check = says("matrix time must be {}", {"bf16"});
  return found;
}

Assessment launch_bound(Diagnosis& d) {
  Assessment found;
  found.outcome = Outcome::present;
  found.confidence = Confidence::possible;
  found.confidence_reason = says("its interval reaches the threshold");
  found.summary = says("{} of the time", {share(0.17)});
  found.decided_by = {measure(d, kStepLaunchShare, 0.17, Range{0.09, 0.22})};
  found.lost = LostTime{{0.09, 0.22}, true, 0.02, 0};
  found.detail = {
      says("the median launch is {} ahead, {} is the floor", {seconds(9e-6), seconds(6e-6)})};
  Remedy batch{.id = "larger-batch"};
  batch.changes = {{&kMicroBatch, "2", "8"}, {&kAccumulation, "16", "4"}};
  batch.gain = Range{0.05, 0.2};
  batch.on_resume = OnResume::changes_schedule;
  found.remedies = {batch};
  return found;
}

Assessment syncs_after_launch() {
  Assessment found;
  found.outcome = Outcome::present;
  found.confidence = Confidence::likely;
  found.confidence_reason = says("recording Python stacks inflates host time");
  found.summary = says("{} of the time", {share(0.06)});
  found.lost = LostTime{{0.05, 0.07}, true, 0.01, 0};
  found.explained_by = "small-batch";
  return found;
}

Assessment evaluations() {
  Assessment found;
  found.outcome = Outcome::present;
  found.confidence = Confidence::likely;
  found.confidence_reason = says("one evaluation only");
  found.summary = says("{} of the time", {share(0.044)});
  found.lost = LostTime{{0.04, 0.05}, true, 0.01, 0};
  Remedy fewer{.id = "fewer-evaluations"};
  fewer.changes = {{&kEvalEvery, "50", "200"}};
  fewer.gain = Range{0.03, 0.04};
  Remedy log{.id = "log-less"};
  log.action = says("read the loss every {} steps, not every step", {count(10)});
  found.remedies = {fewer, log};
  return found;
}

}  // namespace

Diagnosis starved() {
  Diagnosis d;
  d.inputs = {{"trace.json.gz", "PyTorch profiler trace", {}}};
  d.device = "0";
  d.verdict = Verdict::cause_found;
  add_time(d, 1.84, 12, {0.42, 0, 0.02, 0.56},
           {{part::kInputWait, 0.51}, {part::kHostLaunch, 0.03}, {part::kLaunchLatency, 0.02}});
  ran(d, kGpuModel, std::string("NVIDIA A100-SXM4-80GB"));
  ran(d, kTraceCopies,
      Table{{"kind", "number", "bytes", "seconds_s", "exposed_s"},
            {{std::string("host to device, pageable"), 36.0, 4.1e8, 0.39, 0.37}}});
  d.evidence.add(Absence{&kPaddingShare, {}, "the trace holds no tokens", "give the config"});
  d.checklist = {
      judged("input-starvation", starved_by_no_workers(d)),
      clear("small-batch", says("the host is {} ahead at every launch", {seconds(0.003)})),
      clear("wrong-precision", says("{} of matrix time is {}", {share(0.97), "bf16"})),
      open("padding-waste", Lean::none, says("a trace does not show it"), by_config()),
      clear("slow-attention",
            says("{} (flash-attn 2), {} of compute", {"flash_fwd", share(0.11)}))};
  add_clear_others(d, {"compile-trouble", "exposed-communication", "held-idle", "host-sync",
                       "method-price", "pauses"});
  rank(d, {"input-starvation"});
  const Assessment& first = d.checklist.front().assessment;
  d.plan.remedies = {{"input-starvation", first.remedies[0]}};
  d.plan.left_out = {{"input-starvation", first.remedies[1], says("more workers suffice")}};
  d.plan.prediction = Prediction{.time_saved = {0.49, 0.53}, .step_s = Range{0.87, 0.94}};
  d.time_lost = Range{0.49, 0.53};
  return d;
}

Diagnosis several() {
  Diagnosis d;
  d.inputs = {{"runs/a/trace.json", "PyTorch profiler trace", {}},
              {"gpu.csv", "nvidia-smi log", {}}};
  d.device = "0";
  d.verdict = Verdict::cause_found;
  add_time(d, 0.1235, 2, {0.632, 0.041, 0.0004, 0.3266},
           {{part::kHostLaunch, 0.15},
            {part::kOptimizerHost, 0.03},
            {part::kPause, 0.0466},
            {part::kUnattributed, 0.06},
            {part::kQueue, 0.04}});
  d.evidence.add(Evidence{&kPrecisionSetting,
                          {},
                          Setting{"fp32", "bf16", Given::as_null, ""},
                          {},
                          {Origin::setting_resolved, "config", "config.yml", "line 14"},
                          {}});
  measure(d, kRunWorldSize, 4);
  d.checklist = {
      clear("input-starvation", says("the GPU waits for data {} of the time", {share(0)})),
      judged("small-batch", launch_bound(d)), judged("wrong-precision", fp32_math(d)),
      open("padding-waste", Lean::suspected, says("lengths vary {} between steps", {factor(2.4)}),
           by_config()),
      judged("slow-attention", not_applicable(says("no attention in this model")))};
  d.others = {judged("pauses", evaluations()), judged("host-sync", syncs_after_launch()),
              clear("compile-trouble", says("no compilation after the first step")),
              open("exposed-communication", Lean::none, says("one rank of {}", {count(4)}),
                   {"traces of all ranks show who waits for whom", "", Cost::short_run})};
  rank(d, {"small-batch", "wrong-precision", "pauses"});
  for (const Judgement* one : d.ranked) {
    for (const Remedy& remedy : one->assessment.remedies) {
      if (remedy.id == "tf32") {
        d.plan.left_out.push_back(
            {std::string(one->cause->id), remedy, says("offered, not planned")});
      } else {
        d.plan.remedies.push_back({std::string(one->cause->id), remedy});
      }
    }
  }
  d.plan.prediction = Prediction{.time_saved = {0.4, 0.6},
                                 .step_s = Range{0.049, 0.074},
                                 .memory_bytes = Range{29.0 * 1073741824, 31.0 * 1073741824},
                                 .examples_per_step = Range{128, 128}};
  d.plan.next_limit = says("the loader becomes the limit: {} a batch", {seconds(0.06)});
  d.time_lost = Range{0.4, 0.6};
  d.notices = {
      {"one-rank", says("one rank of {}: how long the others waited cannot be said", {count(4)})},
      {"outside-window", says("{} of the device's work lies outside the window", {share(0.08)})}};
  const Evidence& config =
      d.evidence.add(Evidence{&kLoaderWorkers,
                              {},
                              Setting{"8", "num_workers", Given::explicitly, ""},
                              {},
                              {Origin::setting_resolved, "config", "conf/config.yml", "line 3"},
                              {}});
  const Evidence& log =
      d.evidence.add(Evidence{&kLoaderWorkers,
                              {},
                              Setting{"4", "", Given::explicitly, ""},
                              {},
                              {Origin::log_written, "log", "train.log", "line 90"},
                              {}});
  d.contradictions = {{&log, &config}};
  return d;
}

TEST(FoundCases, HaveAPlanThatTreatsTheirFirstFinding) {
  for (Diagnosis (*make)() : {starved, several}) {
    const Diagnosis d = make();
    ASSERT_FALSE(d.plan.remedies.empty());
    EXPECT_EQ(d.plan.remedies.front().cause, d.ranked.front()->cause->id);
  }
}

}  // namespace underfed::testing
