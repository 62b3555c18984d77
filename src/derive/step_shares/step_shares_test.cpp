// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/derivation.h"
#include "signals/step.h"
#include "signals/trace.h"
#include "signals/trace_parts.h"

namespace underfed::step_shares {
extern const Derivation derivation;
namespace {

// Steps of one second that wait for data as given and compute otherwise.
EvidenceSet steps_that_wait(const std::vector<double>& waits) {
  Table table{{std::string(part::kLengthColumn), std::string(part::kCompute),
               std::string(part::kInputWait)},
              {}};
  for (const double wait : waits) table.rows.push_back({1.0, 1.0 - wait, wait});
  Evidence evidence;
  evidence.signal = &kTraceStepParts;
  evidence.subject = {Scope::device, "0"};
  evidence.value = std::move(table);
  EvidenceSet set;
  set.add(std::move(evidence));
  return set;
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

TEST(StepShares, TwoStepsGiveNoInterval) {
  const EvidenceSet set = steps_that_wait({0.4, 0.6});
  const auto made = derivation.compute(EvidenceView(set, "0"));
  EXPECT_FALSE(find(made, kStepInputShare)->interval);
}

TEST(StepShares, ProvidesWhatItSaysAndNothingWithoutSteps) {
  const EvidenceSet set = steps_that_wait({0.4, 0.5, 0.6});
  for (const Evidence& one : derivation.compute(EvidenceView(set, "0"))) {
    EXPECT_NE(std::find(derivation.provides.begin(), derivation.provides.end(), one.signal),
              derivation.provides.end());
  }
  const EvidenceSet none = steps_that_wait({});
  EXPECT_TRUE(derivation.compute(EvidenceView(none, "0")).empty());
}

}  // namespace
}  // namespace underfed::step_shares
