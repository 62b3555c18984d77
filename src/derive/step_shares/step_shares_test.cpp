// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "core/derivation.h"
#include "signals/step.h"
#include "signals/trace.h"
#include "signals/trace_parts.h"

namespace underfed::step_shares {
extern const Derivation derivation;
namespace {

EvidenceSet set_of(Table table) {
  Evidence evidence;
  evidence.signal = &kTraceStepParts;
  evidence.subject = {Scope::device, "0"};
  evidence.value = std::move(table);
  EvidenceSet set;
  set.add(std::move(evidence));
  return set;
}

// Steps of one second that wait for data as given and compute otherwise.
EvidenceSet steps_that_wait(const std::vector<double>& waits) {
  Table table{{std::string(part::kLengthColumn), std::string(part::kCompute),
               std::string(part::kInputWait)},
              {}};
  for (const double wait : waits) table.rows.push_back({1.0, 1.0 - wait, wait});
  return set_of(std::move(table));
}

const Evidence* find(const std::vector<Evidence>& all, const Signal& signal) {
  for (const Evidence& one : all) {
    if (one.signal == &signal) return &one;
  }
  return nullptr;
}

TEST(StepShares, AreRatiosOfSumsWithAnInterval) {
  const EvidenceSet set = steps_that_wait({0.4, 0.5, 0.6, 0.5});
  const auto made = derivation.compute(EvidenceView(set, "0"));
  const Evidence* wait = find(made, kStepInputShare);
  ASSERT_NE(wait, nullptr);
  EXPECT_DOUBLE_EQ(std::get<double>(wait->value), 0.5);
  ASSERT_TRUE(wait->interval);
  EXPECT_LT(wait->interval->low, 0.5);
  EXPECT_GT(wait->interval->high, 0.5);
  EXPECT_DOUBLE_EQ(std::get<double>(find(made, kStepMeanTime)->value), 1);
  EXPECT_DOUBLE_EQ(std::get<double>(find(made, kStepComputeShare)->value), 0.5);
}

TEST(StepShares, HaveAnIntervalFromThreeStepsOn) {
  for (const std::size_t steps : {1U, 2U, 3U, 4U}) {
    const EvidenceSet set = steps_that_wait(std::vector<double>(steps, 0.5));
    const auto made = derivation.compute(EvidenceView(set, "0"));
    EXPECT_EQ(find(made, kStepInputShare)->interval.has_value(), steps >= 3) << steps;
  }
}

// The mean of 0.1 and 0.5 is 0.3; of the time, 0.6 of 2.0 seconds are waits.
TEST(StepShares, LongStepsCountMore) {
  const EvidenceSet set = set_of({{std::string(part::kLengthColumn), std::string(part::kInputWait)},
                                  {{1.0, 0.5}, {0.5, 0.05}, {0.5, 0.05}}});
  const auto made = derivation.compute(EvidenceView(set, "0"));
  EXPECT_DOUBLE_EQ(std::get<double>(find(made, kStepInputShare)->value), 0.3);
  EXPECT_DOUBLE_EQ(std::get<double>(find(made, kStepMeanTime)->value), 2.0 / 3);
}

TEST(StepShares, BusyIsComputeCommunicationAndCopiesAndLoadingHoldsCompilation) {
  const EvidenceSet set =
      set_of({{std::string(part::kLengthColumn), std::string(part::kCompute),
               std::string(part::kComm), std::string(part::kCopies), std::string(part::kIdle),
               std::string(part::kLoading), std::string(part::kCompiling)},
              {{4.0, 1.0, 0.5, 0.5, 2.0, 0.25, 0.75}}});
  const auto made = derivation.compute(EvidenceView(set, "0"));
  EXPECT_DOUBLE_EQ(std::get<double>(find(made, kStepBusyShare)->value), 0.5);
  EXPECT_DOUBLE_EQ(std::get<double>(find(made, kStepIdleShare)->value), 0.5);
  EXPECT_DOUBLE_EQ(std::get<double>(find(made, kStepLoadingShare)->value), 0.25);
}

TEST(StepShares, StepsWithoutLengthGiveNothing) {
  const EvidenceSet set = set_of({{std::string(part::kLengthColumn)}, {{0.0}, {0.0}}});
  EXPECT_TRUE(derivation.compute(EvidenceView(set, "0")).empty());
}

TEST(StepShares, ProvidesWhatItSaysAndNothingWithoutSteps) {
  const EvidenceSet set = steps_that_wait({0.4, 0.5, 0.6});
  for (const Evidence& one : derivation.compute(EvidenceView(set, "0"))) {
    EXPECT_NE(std::find(derivation.provides.begin(), derivation.provides.end(), one.signal),
              derivation.provides.end());
  }
  const EvidenceSet no_rows = steps_that_wait({});
  EXPECT_TRUE(derivation.compute(EvidenceView(no_rows, "0")).empty());
  const EvidenceSet no_table;
  EXPECT_TRUE(derivation.compute(EvidenceView(no_table, "0")).empty());
}

}  // namespace
}  // namespace underfed::step_shares
