// SPDX-License-Identifier: Apache-2.0
// From the bytes of a trace to its account, on trainings whose truth is known.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "property/read_trace.h"
#include "support/arbitrary_plan.h"
#include "support/trace_truth.h"

namespace underfed {
namespace {

using namespace synthetic;

// A case takes a quarter of a second under the sanitizers; RC_PARAMS asks for more of them.
const int kFewerCases = ::setenv("RC_PARAMS", "max_success=40", 0);

// What a trace is made of, so that it can be put together in another way.
struct TraceText {
  std::string head;
  std::vector<std::string> events;
  std::string tail;

  [[nodiscard]] std::string whole() const {
    std::string text = head;
    for (std::size_t i = 0; i < events.size(); ++i) text += (i > 0 ? ",\n" : "") + events[i];
    return text + tail;
  }
};

TraceText text_of(const SyntheticTrace& trace, TraceDialect dialect) {
  TraceText text{kineto_head(trace, dialect), {}, kineto_tail(trace, dialect)};
  visit_kineto_events(trace, dialect,
                      [&](std::string_view event) { text.events.emplace_back(event); });
  return text;
}

IdlePart part_of(Why why) {
  switch (why) {
    case Why::queue:
      return IdlePart::queue;
    case Why::launch_latency:
      return IdlePart::launch_latency;
    case Why::profiler:
      return IdlePart::profiler_overhead;
    case Why::pause:
      return IdlePart::pause;
    case Why::garbage:
      return IdlePart::garbage_collection;
    case Why::loading:
      return IdlePart::loading;
    case Why::input_wait:
      return IdlePart::input_wait;
    case Why::host_sync:
      return IdlePart::host_sync;
    case Why::allocator:
      return IdlePart::allocator;
    case Why::optimizer_host:
      return IdlePart::optimizer_host;
    case Why::host_launch:
      return IdlePart::host_launch;
    case Why::between_operators:
      return IdlePart::between_ops;
    case Why::unattributed:
      return IdlePart::unattributed;
    case Why::tail:
      break;
  }
  return IdlePart::tail;
}

void same_idle(const IdleParts& found, const WhyParts& truth, const char* what) {
  for (std::size_t i = 0; i < kWhys; ++i) {
    const IdlePart part = part_of(static_cast<Why>(i));
    RC_LOG() << what << " " << to_text(part) << ": found " << found[part] << ", true " << truth[i]
             << "\n";
  }
  for (std::size_t i = 0; i < kWhys; ++i) {
    RC_ASSERT(found[part_of(static_cast<Why>(i))] == truth[i]);
  }
}

void same_parts(const TimeParts& found, const TrueParts& truth) {
  const DeviceTime& device = found.device;
  RC_ASSERT(device.window_ns == truth.window.length_ns());
  RC_ASSERT(device.compute_ns == truth.compute_ns);
  RC_ASSERT(device.exposed_comm_ns == truth.exposed_comm_ns);
  RC_ASSERT(device.exposed_copy_ns == truth.exposed_copy_ns);
  RC_ASSERT(device.idle_ns == truth.idle_ns);
  RC_ASSERT(device.comm_ns == truth.comm_ns);
  RC_ASSERT(device.copy_ns == truth.copy_ns);
  same_idle(found.idle, truth.why, "idle");
  same_idle(found.after_sync, truth.after_sync, "after sync");
}

void identities_hold(const TimeParts& parts) {
  const DeviceTime& device = parts.device;
  RC_ASSERT(device.compute_ns + device.exposed_comm_ns + device.exposed_copy_ns + device.idle_ns ==
            device.window_ns);
  RC_ASSERT(parts.idle.sum_ns() == device.idle_ns);
  for (std::size_t i = 0; i < kIdleParts; ++i) {
    RC_ASSERT(parts.after_sync.ns[i] >= 0);
    RC_ASSERT(parts.after_sync.ns[i] <= parts.idle.ns[i]);
  }
  RC_ASSERT(device.exposed_comm_ns <= device.comm_ns);
  RC_ASSERT(device.exposed_copy_ns <= device.copy_ns);
}

void finds_the_truth(TraceDialect dialect) {
  const SyntheticTrace trace = simulate(*arbitrary_plan(dialect));
  const TraceTruth truth = find_truth(trace);
  const TraceText text = text_of(trace, dialect);
  const AccountOfText found = account_of(text.whole());
  RC_ASSERT(found.stats.events == text.events.size());
  RC_ASSERT(found.stats.skipped.empty());
  RC_ASSERT(found.account.devices.size() == 1U);
  const DeviceAccount& device = found.account.devices.front();
  RC_ASSERT(device.operations == trace.device.size());
  RC_ASSERT(device.launch_record_share == 1.0);
  RC_ASSERT(device.latency_floor_ns == truth.latency_floor_ns);
  RC_ASSERT(device.warm_up.has_value() == truth.warm_up.has_value());
  RC_ASSERT(device.steps.size() == truth.steps.size());
  identities_hold(device.parts);
  same_parts(device.parts, truth.window);
  for (std::size_t i = 0; i < truth.steps.size(); ++i) {
    identities_hold(device.steps[i].parts);
    same_parts(device.steps[i].parts, truth.steps[i]);
  }
  if (truth.warm_up) same_parts(device.warm_up->parts, *truth.warm_up);
}

TEST(Accounting, FindsTheTruthInOldTraces) {
  EXPECT_TRUE(rc::check([] { finds_the_truth(TraceDialect::old); }));
}
TEST(Accounting, FindsTheTruthInTracesOfTheMiddleYears) {
  EXPECT_TRUE(rc::check([] { finds_the_truth(TraceDialect::middle); }));
}
TEST(Accounting, FindsTheTruthInRecentTraces) {
  EXPECT_TRUE(rc::check([] { finds_the_truth(TraceDialect::recent); }));
}
TEST(Accounting, FindsTheTruthInRocmTraces) {
  EXPECT_TRUE(rc::check([] { finds_the_truth(TraceDialect::rocm); }));
}

TraceDialect any_dialect() {
  return *rc::gen::element(TraceDialect::old, TraceDialect::middle, TraceDialect::recent,
                           TraceDialect::rocm);
}

// A small trace, as text.
TraceText any_text() {
  const TraceDialect dialect = any_dialect();
  TrainingPlan plan = *arbitrary_plan(dialect);
  plan.steps = 3;
  plan.layers = 1;
  return text_of(simulate(plan), dialect);
}

TEST(Accounting, IsTheSameHoweverTheInputIsCut) {
  EXPECT_TRUE(rc::check([] {
    const std::string whole = any_text().whole();
    const auto most = *rc::gen::element<std::size_t>(700, 5'000, 80'000);
    std::size_t state = *rc::gen::inRange<std::size_t>(1, 1'000'000);
    const auto piece = [&] { return (state = state * 48'271 % 2'147'483'647) % most; };
    TraceReadOptions options;
    options.chunk_bytes = *rc::gen::element<std::size_t>(256, 4'096, 65'536);
    const AccountOfText cut = account_of(whole, WindowChoice::steps, options, piece);
    const AccountOfText at_once = account_of(whole);
    RC_ASSERT(cut.stats.events == at_once.stats.events);
    RC_ASSERT(to_text(cut.account) == to_text(at_once.account));
  }));
}

TEST(Accounting, IsTheSameInAnyOrderOfEvents) {
  EXPECT_TRUE(rc::check([] {
    TraceText text = any_text();
    const std::string before = to_text(account_of(text.whole()).account);
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    std::shuffle(text.events.begin(), text.events.end(), random);
    RC_ASSERT(to_text(account_of(text.whole()).account) == before);
  }));
}

TEST(Accounting, IsTheSamePackedOrNot) {
  EXPECT_TRUE(rc::check([] {
    const std::string whole = any_text().whole();
    const std::string plain = to_text(account_of(whole).account);
    const std::size_t half = whole.find("\n  },\n", whole.size() / 2);
    RC_ASSERT(to_text(account_of(gzip(whole)).account) == plain);
    RC_ASSERT(to_text(account_of(zstd(whole)).account) == plain);
    const std::string members = gzip(whole.substr(0, half)) + gzip(whole.substr(half));
    RC_ASSERT(to_text(account_of(members).account) == plain);
  }));
}

TEST(Accounting, CountsNothingTwice) {
  EXPECT_TRUE(rc::check([] {
    TraceText text = any_text();
    const TraceAccount once = account_of(text.whole()).account;
    const std::vector<std::string> copy = text.events;
    text.events.insert(text.events.end(), copy.begin(), copy.end());
    const TraceAccount twice = account_of(text.whole()).account;
    RC_ASSERT(twice.devices.size() == 1U);
    const DeviceAccount& a = once.devices.front();
    const DeviceAccount& b = twice.devices.front();
    RC_ASSERT(b.duplicates == a.operations);
    RC_ASSERT(b.parts.device.window_ns == a.parts.device.window_ns);
    RC_ASSERT(b.parts.device.compute_ns == a.parts.device.compute_ns);
    RC_ASSERT(b.parts.device.comm_ns == a.parts.device.comm_ns);
    RC_ASSERT(b.parts.device.copy_ns == a.parts.device.copy_ns);
    RC_ASSERT(b.parts.idle.ns == a.parts.idle.ns);
    RC_ASSERT(b.parts.after_sync.ns == a.parts.after_sync.ns);
    RC_ASSERT(b.steps.size() == a.steps.size());
  }));
}

TEST(Accounting, OfAFileCutShortIsThatOfItsWholeEvents) {
  EXPECT_TRUE(rc::check([] {
    TraceText text = any_text();
    const std::string whole = text.whole();
    const std::string body = whole.substr(0, whole.size() - text.tail.size());
    // At least one event: a file without any is no trace.
    const std::size_t least = text.head.size() + text.events.front().size();
    const auto keep = *rc::gen::inRange<std::size_t>(least, body.size());
    const AccountOfText cut = account_of(body.substr(0, keep));
    RC_ASSERT(cut.stats.cut_short_at.has_value());
    std::size_t end = text.head.size();
    std::size_t complete = 0;
    for (; complete < text.events.size(); ++complete) {
      const std::size_t next = end + (complete > 0 ? 2 : 0) + text.events[complete].size();
      if (next > keep) break;
      end = next;
    }
    RC_ASSERT(cut.stats.events == complete);
    text.events.resize(complete);
    RC_ASSERT(to_text(cut.account) == to_text(account_of(text.whole()).account));
  }));
}

// A loop that waits for its loss every step and makes its batches itself, without chance: what is
// left out of it changes nothing else.
TrainingPlan any_drained_plan() {
  TrainingPlan plan;
  plan.variation = 0;
  plan.steps = 6;
  plan.layers = 2;
  plan.operator_ns = *rc::gen::inRange(2'000, 40'000);
  plan.kernel_ns = *rc::gen::inRange(5'000, 400'000);
  plan.batch_ns = *rc::gen::inRange(10'000, 30'000'000);
  plan.copies = *rc::gen::element(CopyMode::pinned, CopyMode::pageable);
  plan.item_every = 1;
  return plan;
}

DeviceAccount account_of_plan(const TrainingPlan& plan) {
  const std::string text = text_of(simulate(plan), TraceDialect::recent).whole();
  return account_of(text).account.devices.front();
}

double step_ns(const DeviceAccount& device) {
  return static_cast<double>(device.window.length_ns()) / static_cast<double>(device.steps.size());
}

TEST(Accounting, InputWaitIsWhatALoaderThatCostsNothingWouldSave) {
  EXPECT_TRUE(rc::check([] {
    TrainingPlan plan = any_drained_plan();
    const DeviceAccount starved = account_of_plan(plan);
    plan.batch_ns = 0;
    const double saved = step_ns(starved) - step_ns(account_of_plan(plan));
    const double wait = static_cast<double>(starved.parts.idle[IdlePart::input_wait]) /
                        static_cast<double>(starved.steps.size());
    RC_LOG() << "saved " << saved << ", wait " << wait << "\n";
    RC_ASSERT(std::abs(saved - wait) < 0.01 * step_ns(starved));
  }));
}

TEST(Accounting, ClaimOfBlockingCallsIsWhatDoingWithoutThemWouldSave) {
  EXPECT_TRUE(rc::check([] {
    TrainingPlan plan = any_drained_plan();
    plan.copies = CopyMode::pinned;
    const DeviceAccount drained = account_of_plan(plan);
    plan.item_every = 0;
    const double saved = step_ns(drained) - step_ns(account_of_plan(plan));
    const double claim =
        static_cast<double>(drained.sync_claim_ns) / static_cast<double>(drained.steps.size());
    RC_LOG() << "saved " << saved << ", claim " << claim << ", step " << step_ns(drained) << "\n";
    RC_ASSERT(saved < claim + 0.03 * step_ns(drained));
    RC_ASSERT(saved > claim - 0.03 * step_ns(drained));
  }));
}

}  // namespace
}  // namespace underfed
