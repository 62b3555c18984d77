// SPDX-License-Identifier: Apache-2.0
// Every case of every cause, through derivations, causes and ranking. NAME.expected.json says of
// the cause whose folder it is in (all members may be left out):
//   outcome      "present", "ruled out", "not applicable", "cannot tell"
//   lean         "suspected", "unlikely", "none"
//   confidence   "certain", "likely", "possible"
//   first        true: it is the headline; false: it is not
//   lost         [low, high]: the range of time lost as shares of the step, each within 0.01
//   setting      {"loader.workers": "3"}: what its remedies set; null: they must not set it
//   explained_by the cause that it is shown under
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>

#include "causes/causes.h"
#include "derive/derivations.h"
#include "engine/diagnose.h"
#include "support/case_files.h"

namespace underfed {
namespace {

using nlohmann::json;
using testing_support::CaseFile;

struct CauseCase {
  std::string cause;
  CaseFile file;
};

void PrintTo(const CauseCase& one, std::ostream* out) { *out << one.cause << "/" << one.file.name; }

std::vector<CauseCase> all_cases() {
  std::vector<CauseCase> all;
  for (const Cause* cause : all_causes()) {
    std::string folder(cause->id);
    std::replace(folder.begin(), folder.end(), '-', '_');
    const std::string cases = UNDERFED_SOURCE_DIR + ("/src/causes/" + folder + "/cases");
    for (CaseFile& file : testing_support::case_files(cases))
      all.push_back({std::string(cause->id), std::move(file)});
  }
  return all;
}

const Judgement* find(const Diagnosis& diagnosis, const std::string& cause) {
  for (const auto* list : {&diagnosis.checklist, &diagnosis.others}) {
    for (const Judgement& one : *list) {
      if (one.cause->id == cause) return &one;
    }
  }
  return nullptr;
}

// What the remedies set a setting to; nothing where they leave it alone.
std::optional<std::string> set_to(const Assessment& answer, const std::string& setting) {
  for (const Remedy& remedy : answer.remedies) {
    for (const SettingChange& change : remedy.changes) {
      if (change.setting->id == setting) return change.to;
    }
  }
  return std::nullopt;
}

void check_settings(const Assessment& answer, const json& wanted) {
  for (const auto& [setting, value] : wanted.items()) {
    const auto to = set_to(answer, setting);
    if (value.is_null()) {
      EXPECT_FALSE(to) << setting << " is set to " << *to;
    } else {
      ASSERT_TRUE(to) << setting << " is not set";
      EXPECT_EQ(*to, value.get<std::string>()) << setting;
    }
  }
}

void check_answer(const Assessment& answer, const json& expected) {
  const auto expect_word = [&](const char* member, std::string_view said) {
    const std::string wanted = expected.value(member, std::string(said));
    EXPECT_EQ(wanted, said) << member;
  };
  expect_word("outcome", to_text(answer.outcome));
  expect_word("lean", to_text(answer.lean));
  expect_word("confidence", to_text(answer.confidence));
  expect_word("explained_by", answer.explained_by);
  if (expected.contains("lost")) {
    ASSERT_TRUE(answer.lost);
    EXPECT_NEAR(answer.lost->share.low, expected["lost"][0].get<double>(), 0.01);
    EXPECT_NEAR(answer.lost->share.high, expected["lost"][1].get<double>(), 0.01);
  }
  if (expected.contains("setting")) check_settings(answer, expected["setting"]);
}

void check_members(const json& expected) {
  const std::set<std::string> known{"outcome", "lean",    "confidence",  "first",
                                    "lost",    "setting", "explained_by"};
  EXPECT_TRUE(expected.contains("outcome"));
  for (const auto& [member, value] : expected.items())
    EXPECT_TRUE(known.count(member)) << member << " is not known; see cases_test.cpp";
}

class Cases : public ::testing::TestWithParam<CauseCase> {};

TEST_P(Cases, AreJudgedAsExpected) {
  const auto& [cause, file] = GetParam();
  auto read = testing_support::read_case(file);
  ASSERT_TRUE(read) << read.error().message;
  check_members(read->expected);
  const Diagnosis diagnosis =
      diagnose({std::move(read->evidence), {}}, all_derivations(), all_causes());
  const Judgement* judgement = find(diagnosis, cause);
  ASSERT_NE(judgement, nullptr);
  check_answer(judgement->assessment, read->expected);
  if (!read->expected.contains("first")) return;
  const bool first = !diagnosis.ranked.empty() && diagnosis.ranked.front() == judgement;
  EXPECT_EQ(first, read->expected["first"].get<bool>())
      << (diagnosis.ranked.empty()
              ? "nothing is present"
              : std::string(diagnosis.ranked.front()->cause->id) + " is first");
}

INSTANTIATE_TEST_SUITE_P(OfCauses, Cases, ::testing::ValuesIn(all_cases()),
                         [](const ::testing::TestParamInfo<CauseCase>& one) {
                           std::string name = one.param.cause + "_" + one.param.file.name;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace underfed
