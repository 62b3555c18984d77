// SPDX-License-Identifier: Apache-2.0
#include "report/json_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "report/testing/cases.h"
#include "report/testing/random_diagnosis.h"

namespace underfed {
namespace {

using Json = nlohmann::json;

Json parsed(const Diagnosis& diagnosis) {
  std::ostringstream out;
  render_json(diagnosis, out);
  return Json::parse(out.str());
}

void collect_keys(const Json& value, std::set<std::string>& keys) {
  if (value.is_object()) {
    for (const auto& [key, child] : value.items()) {
      keys.insert(key);
      collect_keys(child, keys);
    }
  } else if (value.is_array()) {
    for (const Json& child : value) collect_keys(child, keys);
  }
}

std::string documentation() {
  std::ifstream file(std::string(UNDERFED_SOURCE_DIR) + "/docs/json.md");
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::vector<std::string> outcomes_in(const Json& report) {
  std::vector<std::string> all;
  for (const char* list : {"checklist", "others"}) {
    for (const Json& one : report[list]) all.push_back(one["outcome"]);
  }
  return all;
}

std::vector<std::string> outcomes_of(const Diagnosis& diagnosis) {
  std::vector<std::string> all;
  for (const auto* list : {&diagnosis.checklist, &diagnosis.others}) {
    for (const Judgement& one : *list) all.emplace_back(to_text(one.assessment.outcome));
  }
  return all;
}

TEST(JsonReport, EveryFieldIsDocumented) {
  const std::string page = documentation();
  ASSERT_FALSE(page.empty());
  std::set<std::string> keys;
  for (const testing::ReportCase& one : testing::report_cases())
    collect_keys(parsed(one.make()), keys);
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    collect_keys(parsed(testing::random_diagnosis(seed)), keys);
  }
  EXPECT_GT(keys.size(), 60U);
  for (const std::string& key : keys) {
    EXPECT_THAT(page, ::testing::HasSubstr("`" + key + "`")) << "docs/json.md lacks it";
  }
}

TEST(JsonReport, SettingsAreTyped) {
  const Json report = parsed(testing::make_case("starved"));
  const Json& changes = report["checklist"][0]["remedies"][0]["changes"];
  EXPECT_EQ(changes[0]["setting"], "loader.workers");
  EXPECT_EQ(changes[0]["to"], 3);
  EXPECT_TRUE(changes[0]["to"].is_number_integer());
  EXPECT_EQ(changes[0]["from"], 0);
  EXPECT_EQ(changes[1]["to"], true);
  EXPECT_TRUE(changes[1]["from"].is_null());
}

TEST(JsonReport, NamesStayWholeWhereSentencesCutThem) {
  const Json report = parsed(testing::make_case("hostile"));
  const Json& summary = report["checklist"][4]["summary"];
  EXPECT_GT(summary["values"][0].get<std::string>().size(), 700U);
  EXPECT_LT(summary["text"].get<std::string>().size(), 120U);
}

TEST(JsonReport, DecidingEvidenceCanBeFollowed) {
  const Json report = parsed(testing::make_case("starved"));
  const Json& reference = report["checklist"][0]["decided_by"][0];
  const Json& evidence = report["evidence"][reference["evidence"].get<std::size_t>()];
  EXPECT_EQ(evidence["signal"], "step.input_wait_share");
  EXPECT_EQ(evidence["interval"]["low"], 0.49);
}

TEST(JsonReport, WhatIsNotFiniteIsNull) {
  Diagnosis d = testing::make_case("starved");
  d.time_lost = Range{std::numeric_limits<double>::quiet_NaN(), 0.5};
  const Json report = parsed(d);
  EXPECT_TRUE(report["time_lost"]["low"].is_null());
  EXPECT_EQ(report["time_lost"]["high"], 0.5);
}

TEST(JsonReport, AccountsForEachDevice) {
  const Json report = parsed(testing::make_case("starved"));
  ASSERT_EQ(report["devices"].size(), 1U);
  const Json& device = report["devices"][0];
  double total = 0;
  for (const Json& part : device["device_time_s"]["parts"]) total += part["amount"].get<double>();
  EXPECT_NEAR(total, device["window"]["seconds"].get<double>(), 1e-9);
}

// A fixed set of seeds, not RapidCheck: a document of this size takes a debug build its time.
TEST(JsonReport, ParsesBackToTheSameOutcomes) {
  for (std::uint32_t seed = 100; seed < 130; ++seed) {
    const Diagnosis d = testing::random_diagnosis(seed);
    const Json report = parsed(d);
    EXPECT_EQ(outcomes_in(report), outcomes_of(d)) << seed;
    EXPECT_EQ(report["findings"].size(), d.ranked.size()) << seed;
    EXPECT_EQ(report["schema"], kJsonSchema);
  }
}

}  // namespace
}  // namespace underfed
