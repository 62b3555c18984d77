// SPDX-License-Identifier: Apache-2.0
#include "formats/evidence_hand.h"

#include <gtest/gtest.h>

#include <string>

#include "formats/evidence_testing.h"

namespace underfed {
namespace {

using namespace evidence_testing;  // NOLINT: the test's own vocabulary

Value value_of(const std::string& text) {
  const auto document = read(text);
  EXPECT_TRUE(document) << (document ? "" : document.error().message);
  return document && !document->evidence.empty() ? document->evidence[0].value : Value{};
}

std::string problem_of(const std::string& text) {
  const auto document = read(text);
  return document ? "" : document.error().message + " | " + document.error().hint;
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(EvidenceByHand, JsonAndYamlWithUnits) {
  EXPECT_EQ(std::get<double>(value_of("{\"gpu.counter_busy\": 0.35}")), 0.35);
  EXPECT_EQ(std::get<double>(value_of("\xEF\xBB\xBF{\t\"gpu.counter_busy\":0.35}")), 0.35);
  EXPECT_EQ(std::get<double>(value_of("gpu.counter_busy: 35 %   # from nvidia-smi\n")), 0.35);
  EXPECT_EQ(std::get<double>(value_of("gpu:\n  counter_busy: 35 %\n")), 0.35);
  EXPECT_EQ(std::get<double>(value_of("gpu.counter_busy: 2e-4")), 2e-4);
  EXPECT_EQ(std::get<double>(value_of("gpu.counter_busy: +0.5")), 0.5);
}

TEST(EvidenceByHand, DistributionsBreakdownsAndSeries) {
  EXPECT_EQ(std::get<Distribution>(value_of("loader.fetch_time: 940 ms")).samples,
            std::vector<double>{0.94});
  EXPECT_EQ(std::get<Distribution>(value_of("loader.fetch_time: [1, 2e-1, 300 ms]")),
            (Distribution{{1, 0.2, 0.3}, 3}));
  EXPECT_EQ(std::get<Breakdown>(value_of("kernel.matrix_precision: {fp32: 0.9, bf16: 100 ms}"))
                .part("bf16"),
            0.1);
  EXPECT_EQ(std::get<Series>(value_of("gpu.power: {time_s: [0, 500 ms], values: [300 W, 0.2 kW]}")),
            (Series{{0, 0.5}, {300, 200}}));
}

TEST(EvidenceByHand, TablesAreRowsWithUnitsByColumnName) {
  const auto table =
      std::get<Table>(value_of("trace.copies:\n  - {kind: pageable, exposed_s: 372 ms, n: 12}\n"
                               "  - {n: \"3\", kind: pinned, exposed_s: 0}\n"));
  EXPECT_EQ(table.columns, (std::vector<std::string>{"kind", "exposed_s", "n"}));
  EXPECT_EQ(table.number(0, "exposed_s"), 0.372);
  EXPECT_EQ(table.number(0, "n"), 12);
  EXPECT_EQ(table.text(1, "kind"), "pinned");
  EXPECT_EQ(table.text(1, "n"), "3");  // in quotes it is text
  EXPECT_TRUE(says(problem_of("trace.copies: [{exposed_s: soon}]"), "exposed_s: \"soon\" is not"));
  EXPECT_TRUE(says(problem_of("trace.copies: [{a: 1}, {b: 1}]"), "with the same columns"));
}

TEST(EvidenceByHand, SettingsAreNormalised) {
  EXPECT_EQ(std::get<Setting>(value_of("loader.workers: 0")).value, "0");
  EXPECT_EQ(std::get<Setting>(value_of("train.precision: BF16")).value, "bf16");
  EXPECT_EQ(std::get<Setting>(value_of("train.precision: on")).value, "true");
  EXPECT_EQ(std::get<Setting>(value_of("train.precision:")).given, Given::as_null);
  EXPECT_EQ(std::get<Setting>(value_of("loader.workers: null")).given, Given::as_null);
  EXPECT_EQ(std::get<Setting>(value_of("train.precision: \"\"")).given, Given::explicitly);
  EXPECT_TRUE(says(problem_of("loader.workers: yes"), "\"yes\" is not a number"));
}

TEST(EvidenceByHand, KeepsTheLineOfEachFact) {
  const auto document = read("# a comment\n\ngpu.counter_busy: 0.3\n");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->evidence[0].provenance,
            (Provenance{Origin::person_given, "evidence", "facts", "line 3"}));
}

TEST(EvidenceByHand, NamesEveryProblemAtOnceWithLineMeaningAndHint) {
  const std::string problem = problem_of(
      "gpu.counter_bussy: 0.3\ngpu.counter_busy: 35\nloader.fetch_time: 3 GiB\ntrace.copies: 1\n");
  EXPECT_TRUE(says(problem,
                   "facts: line 1: gpu.counter_bussy: no such signal; did you mean "
                   "gpu.counter_busy?\n    that is: busy share\n"))
      << problem;
  EXPECT_TRUE(says(problem,
                   "facts: line 2: gpu.counter_busy: 35 is not a share from 0 to 1, it looks like "
                   "percent; write 0.35 or \"35 %\"\n    it is: busy share, from 0 to 1\n"))
      << problem;
  EXPECT_TRUE(says(problem, "line 3: loader.fetch_time: \"3 GiB\" is in bytes")) << problem;
  EXPECT_TRUE(says(problem, "line 4: trace.copies: must be a list of rows")) << problem;
}

TEST(EvidenceByHand, WhatWasNotMeasuredIsLeftOutAndNeverEmpty) {
  for (const std::string text :
       {"gpu.counter_busy:", "gpu.counter_busy: null", "gpu.model: ~", "loader.fetch_time: []",
        "kernel.matrix_precision: {}", "trace.copies: []", "trace.copies: [{}]",
        "gpu.power: {time_s: [], values: []}", "gpu.power: {}", "trace.python_stacks:"}) {
    EXPECT_TRUE(says(problem_of(text), "must be")) << text << ": " << problem_of(text);
  }
}

TEST(EvidenceByHand, AFactStandsOnceHoweverItIsWritten) {
  EXPECT_TRUE(says(problem_of("gpu.counter_busy: 0.1\ngpu.counter_busy: 0.2"), "twice"));
  EXPECT_TRUE(says(problem_of("gpu.counter_busy: 0.1\ngpu: {counter_busy: 0.1}"),
                   "line 2: gpu.counter_busy: stands in line 1 already"));
}

TEST(EvidenceByHand, ManyProblemsAreCounted) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "a" + std::to_string(i) + ": 1\n";
  EXPECT_TRUE(says(problem_of(text), "980 more problems"));
  EXPECT_LT(problem_of(text).size(), 3000U);
}

TEST(EvidenceByHand, WhatAnInputHoldsCannotDriveTheTerminal) {
  const std::string problem =
      problem_of("{\"a\\u001b[2J\": 1, \"gpu.counter_busy\": \"\\u001bc\"}");
  EXPECT_FALSE(problem.empty());
  EXPECT_EQ(problem.find('\x1B'), std::string::npos);
}

TEST(EvidenceByHand, RefusesWhatIsNoObjectOfFacts) {
  for (const std::string text :
       {"", "[1, 2]", "hello", "{", "{}", "a: &x 1\nb: *x\n", "? [1]\n: 2\n",
        "gpu.counter_busy: 0.1\n---\ngpu.counter_busy: 0.2\n", "gpu: 1", "gpu: {}"}) {
    EXPECT_FALSE(read(text)) << text;
  }
  EXPECT_TRUE(says(problem_of("a: &x 1\nb: *x\n"), "line 2: an alias"));
  EXPECT_TRUE(says(problem_of("gpu.counter_busy: 0.1\n---\nb: 2\n"), "line 2: a second document"));
}

TEST(EvidenceByHand, DepthSizeAndNumberAreBounded) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{a: ";
  EXPECT_TRUE(says(problem_of(deep), "nested too deeply"));
  std::string many = "loader.fetch_time: [";
  for (int i = 0; i < 300'000; ++i) many += "1,";
  EXPECT_TRUE(says(problem_of(many + "1]"), "too many values"));
  EXPECT_TRUE(says(problem_of("gpu.model: " + std::string(kLargestByHand, 'x')), "4 MB are more"));
  EXPECT_FALSE(read(std::string(100'000, 'g') + ": 1"));
}

}  // namespace
}  // namespace underfed
