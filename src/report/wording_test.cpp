// SPDX-License-Identifier: Apache-2.0
#include "report/wording.h"

#include <gtest/gtest.h>

#include "report/step_division.h"
#include "report/testing/cases.h"
#include "signals/config.h"
#include "signals/trace.h"

namespace underfed {
namespace {

Assessment found(Statement summary, Range lost) {
  Assessment out;
  out.outcome = Outcome::present;
  out.confidence = Confidence::certain;
  out.summary = std::move(summary);
  out.lost = LostTime{.share = lost};
  return out;
}

TEST(Clause, PutsTheRangeBehindItsNumber) {
  EXPECT_EQ(clause(found({"{} of the time", {share(0.51)}}, {0.49, 0.53})),
            "51 % of the time (49-53), certain");
  EXPECT_EQ(clause(found({"{} of the time, all in one gap", {share(0.51)}}, {0.49, 0.53})),
            "51 % of the time (49-53), all in one gap, certain");
}

TEST(Clause, SaysTheTimeLostWhereTheSummaryIsAboutSomethingElse) {
  EXPECT_EQ(clause(found({"{} of matrix time is fp32", {share(0.93)}}, {0.3, 0.46})),
            "93 % of matrix time is fp32; costs 30-46 % of the time, certain");
  EXPECT_EQ(clause(found({}, {0.3, 0.46})), "costs 30-46 % of the time, certain");
}

TEST(SettingWords, PrefersTheUsersOwnKey) {
  EvidenceSet set;
  const SettingChange change{&kLoaderWorkers, "0", "3", {"{} keep up", {count(2)}}};
  SettingWords words = setting_words(change, EvidenceView(set));
  EXPECT_EQ(words.key, "dataloader_num_workers");
  EXPECT_FALSE(words.own_key);
  EXPECT_EQ(words.why, "now 0; 2 keep up");
  set.add(Evidence{
      &kLoaderWorkers, {}, Setting{"0", "num_workers", Given::explicitly, ""}, {}, {}, {}});
  words = setting_words(change, EvidenceView(set));
  EXPECT_EQ(words.key, "num_workers");
  EXPECT_TRUE(words.own_key);
}

TEST(SettingWords, DoNotSayTheValueInForceTwice) {
  const EvidenceSet set;
  EXPECT_EQ(setting_words({&kLoaderWorkers, "2", "4", {"2 do not keep up"}}, EvidenceView(set)).why,
            "2 do not keep up");
}

TEST(SettingWords, WriteAPrecisionAsItsSwitch) {
  const EvidenceSet set;
  const SettingWords words = setting_words({&kPrecisionSetting, "fp32", "fp16"}, EvidenceView(set));
  EXPECT_EQ(words.key + ": " + words.value, "fp16: true");
}

TEST(SpeedupText, IsAFactorWhereItIsLarge) {
  EXPECT_EQ(speedup_text({0.49, 0.53}), "2.0x to 2.1x");
  EXPECT_EQ(speedup_text({0, 0.5}), "up to 2x");
  EXPECT_EQ(speedup_text({0.03, 0.04}), "3-4 % less time");
  EXPECT_EQ(speedup_text({0, 0.04}), "up to 4 % less time");
}

TEST(SettleOptions, PutFirstWhatSettlesMost) {
  const Diagnosis d = testing::make_case("counter_only");
  const std::vector<SettleOption> ways = settle_options(d);
  ASSERT_EQ(ways.size(), 2U);
  EXPECT_EQ(ways[0].settle->add, "trace.json.gz");
  EXPECT_EQ(questions_text(ways[0]), "settles 1, 2, 3 and 5");
  EXPECT_EQ(settle_command(d, *ways[0].settle), "underfed gpu.csv trace.json.gz");
}

TEST(LostText, SpeaksOfGpuHours) {
  Diagnosis d = testing::make_case("starved");
  EXPECT_EQ(lost_text(d), "0.51 GPU-hours in every hour");
  d.time_lost = Range{0.2, 0.4};
  EXPECT_EQ(lost_text(d), "0.20 to 0.40 GPU-hours in every hour");
  d.time_lost.reset();
  EXPECT_EQ(lost_text(d), "");
}

TEST(AllNotices, TellsEachOnce) {
  EXPECT_EQ(all_notices(testing::make_case("cut_short")).size(), 3U);
}

TEST(StepDivision, GroupsIdlePartsAndAddsUp) {
  const std::vector<GroupShare> division = step_division(testing::make_case("starved"));
  ASSERT_EQ(division.size(), 4U);
  EXPECT_EQ(division[1].group, StepGroup::data);
  int total = 0;
  for (const GroupShare& part : division) total += part.percent;
  EXPECT_EQ(total, 100);
}

TEST(StepDivision, CallsIdleIdleWhereNothingSaysWhy) {
  Diagnosis d;
  d.evidence.add(Evidence{&kTraceDeviceTime,
                          {Scope::device, "0"},
                          Breakdown{{{"compute", 3}, {"idle", 1}}},
                          {},
                          {},
                          {}});
  const std::vector<GroupShare> division = step_division(d);
  ASSERT_EQ(division.size(), 2U);
  EXPECT_EQ(division[1].group, StepGroup::idle);
  EXPECT_EQ(division[1].percent, 25);
}

TEST(StepDivision, TitleHasThreeDigitsOfAStep) {
  EXPECT_EQ(division_title(testing::make_case("several")).scope, "124 ms, steps 3-14");
}

}  // namespace
}  // namespace underfed
