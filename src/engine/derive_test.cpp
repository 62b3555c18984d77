// SPDX-License-Identifier: Apache-2.0
#include "engine/derive.h"

#include <gtest/gtest.h>

#include <array>

namespace underfed {
namespace {

constexpr Signal kRaw{.id = "test.raw", .scope = Scope::device};
constexpr Signal kTwice{.id = "test.twice", .scope = Scope::device};
constexpr Signal kFourTimes{.id = "test.four_times", .scope = Scope::device};

Evidence of(const Signal& signal, double value, const std::string& device = {}) {
  Evidence evidence;
  evidence.signal = &signal;
  evidence.value = value;
  evidence.subject = {Scope::device, device};
  return evidence;
}

std::vector<Evidence> double_raw(const EvidenceView& view) {
  return {of(kTwice, 2 * *view.number(kRaw))};
}
std::vector<Evidence> double_twice(const EvidenceView& view) {
  return {of(kFourTimes, 2 * *view.number(kTwice))};
}

constexpr std::array<const Signal*, 1> kRawOnly{&kRaw};
constexpr std::array<const Signal*, 1> kTwiceOnly{&kTwice};
constexpr std::array<const Signal*, 1> kFourOnly{&kFourTimes};
constexpr Derivation kFirst{"first", kTwiceOnly, kRawOnly, double_raw};
constexpr Derivation kSecond{"second", kFourOnly, kTwiceOnly, double_twice};

TEST(Derive, RunsInTheOrderOfNeedsForEachDevice) {
  EvidenceSet evidence;
  evidence.add(of(kRaw, 1, "0"));
  evidence.add(of(kRaw, 10, "1"));
  const std::array<const Derivation*, 2> wrong_order{&kSecond, &kFirst};
  derive(evidence, wrong_order);
  EXPECT_EQ(EvidenceView(evidence, "0").number(kFourTimes), 4);
  EXPECT_EQ(EvidenceView(evidence, "1").number(kFourTimes), 40);
  EXPECT_EQ(EvidenceView(evidence, "1").best(kFourTimes)->provenance.by, "second");
}

TEST(Derive, LeavesOutWhatIsNotReady) {
  EvidenceSet evidence;
  const std::array<const Derivation*, 1> second{&kSecond};
  derive(evidence, second);
  EXPECT_TRUE(evidence.empty());
}

TEST(Derive, DevicesAreSortedAsNumbers) {
  EvidenceSet evidence;
  for (const char* device : {"10", "2", "0"}) evidence.add(of(kRaw, 1, device));
  EXPECT_EQ(devices_of(evidence), (std::vector<std::string>{"0", "2", "10"}));
}

}  // namespace
}  // namespace underfed
