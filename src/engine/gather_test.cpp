// SPDX-License-Identifier: Apache-2.0
#include "engine/gather.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>

#include "signals/gpu.h"

namespace underfed {
namespace {

using LeadsOf = std::map<std::string, std::vector<std::string>>;  // what an input points to

// Inputs that live in memory: each hands out the leads that it is given here.
class FakeProbe : public Probe {
 public:
  explicit FakeProbe(LeadsOf leads) : leads_(std::move(leads)) {}

  [[nodiscard]] std::string_view kind() const override { return "fake"; }

  Result<ProbeOutput> gather(const Lead& lead) override {
    opened.push_back(lead.target);
    if (leads_.count(lead.target) == 0)
      return Error{ErrorCode::not_found, "no file " + lead.target, ""};
    ProbeOutput output;
    output.summary.source = lead.shown;
    for (const std::string& target : leads_[lead.target])
      output.leads.push_back({target, "", lead.shown, target});
    Evidence evidence;
    evidence.signal = &kGpuCounterBusy;
    evidence.value = 0.5;
    evidence.provenance.source = lead.shown;
    output.evidence.push_back(std::move(evidence));
    return output;
  }

  std::vector<std::string> opened;

 private:
  LeadsOf leads_;
};

Result<Lead> all_are_fake(const Lead& lead) {
  Lead known = lead;
  known.kind = "fake";
  return known;
}

Lead given(const std::string& target) { return {target, "", "", target}; }

Result<Gathered> gather_from(FakeProbe& probe, std::vector<Lead> leads) {
  const std::array<Probe*, 1> probes{&probe};
  return gather(std::move(leads), probes, all_are_fake);
}

TEST(Gather, FollowsTheLeadsOfLeads) {
  FakeProbe probe(LeadsOf{{"run", {"config"}}, {"config", {"data"}}, {"data", {}}});
  const auto gathered = gather_from(probe, {given("run")});
  ASSERT_TRUE(gathered);
  EXPECT_EQ(probe.opened, (std::vector<std::string>{"run", "config", "data"}));
  EXPECT_EQ(gathered->inputs.size(), 3U);
  EXPECT_EQ(gathered->evidence.evidence().size(), 3U);
}

TEST(Gather, OpensEachTargetOnceAlsoWhereLeadsGoInACircle) {
  FakeProbe probe(LeadsOf{{"a", {"b", "a"}}, {"b", {"a", "b"}}});
  ASSERT_TRUE(gather_from(probe, {given("a"), given("b"), given("a")}));
  EXPECT_EQ(probe.opened, (std::vector<std::string>{"a", "b"}));
}

TEST(Gather, StopsAfterTheMostLeads) {
  LeadsOf chain;
  for (std::size_t i = 0; i < 2 * kMostLeads; ++i)
    chain[std::to_string(i)] = {std::to_string(i + 1)};
  FakeProbe probe(std::move(chain));
  ASSERT_TRUE(gather_from(probe, {given("0")}));
  EXPECT_EQ(probe.opened.size(), kMostLeads);
}

TEST(Gather, ALeadOfALeadThatCannotBeOpenedIsANoticeOfItsInput) {
  FakeProbe probe(LeadsOf{{"log", {}}, {"config", {"data set"}}});
  const auto gathered = gather_from(probe, {given("log"), given("config")});
  ASSERT_TRUE(gathered);
  ASSERT_EQ(gathered->inputs.size(), 2U);
  EXPECT_TRUE(gathered->inputs[0].notices.empty());
  ASSERT_EQ(gathered->inputs[1].notices.size(), 1U);
  const Notice& notice = gathered->inputs[1].notices[0];
  EXPECT_EQ(notice.id, "lead-not-opened");
  EXPECT_EQ(std::get<std::string>(notice.text.values.at(0)), "no file data set");
}

TEST(Gather, WhatTheUserGaveMustBeReadable) {
  FakeProbe probe(LeadsOf{{"here", {}}});
  const auto gathered = gather_from(probe, {given("here"), given("gone")});
  ASSERT_FALSE(gathered);
  EXPECT_EQ(gathered.error().code, ErrorCode::not_found);
  EXPECT_EQ(gathered.error().message, "no file gone");
}

TEST(Gather, AnInputThatNobodyRecognisesIsAnErrorOfTheRecogniser) {
  FakeProbe probe(LeadsOf{{"a", {}}});
  const std::array<Probe*, 1> probes{&probe};
  const auto gathered = gather({given("a")}, probes, [](const Lead& /*lead*/) -> Result<Lead> {
    return Error{ErrorCode::not_evidence, "a: says nothing of a run", ""};
  });
  ASSERT_FALSE(gathered);
  EXPECT_EQ(gathered.error().code, ErrorCode::not_evidence);
  EXPECT_TRUE(probe.opened.empty());
}

TEST(Gather, AKindWithoutAProbeIsNotSupported) {
  const auto gathered = gather({given("a")}, {}, all_are_fake);
  ASSERT_FALSE(gathered);
  EXPECT_EQ(gathered.error().code, ErrorCode::unsupported_format);
  EXPECT_EQ(gathered.error().message, "a: nothing here reads fake");
}

// Two inputs may say the same quantity; both stay, so that a contradiction can be named.
TEST(Gather, KeepsTheEvidenceOfEachInput) {
  FakeProbe probe(LeadsOf{{"a", {}}, {"b", {}}});
  const auto gathered = gather_from(probe, {given("a"), given("b")});
  ASSERT_TRUE(gathered);
  ASSERT_EQ(gathered->evidence.evidence().size(), 2U);
  EXPECT_EQ(gathered->evidence.evidence()[0].provenance.source, "a");
  EXPECT_EQ(gathered->evidence.evidence()[1].provenance.source, "b");
}

}  // namespace
}  // namespace underfed
