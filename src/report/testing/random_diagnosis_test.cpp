// SPDX-License-Identifier: Apache-2.0
#include "report/testing/random_diagnosis.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "report/testing/cases.h"
#include "signals/config.h"
#include "signals/gpu.h"
#include "signals/kernel.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::testing {
namespace {

class Maker {
 public:
  explicit Maker(std::uint32_t seed) : random_(seed) {}

  Diagnosis diagnosis() {
    Diagnosis d;
    d.device = chance(2) ? "0" : text();
    for (int at = below(4); at > 0; --at) d.inputs.push_back({text(), text(), notices()});
    evidence(d);
    constexpr std::array kFive{"input-starvation", "small-batch", "wrong-precision",
                               "padding-waste", "slow-attention"};
    constexpr std::array kOthers{"host-sync", "pauses", "exposed-communication", "held-idle"};
    for (const char* id : kFive) d.checklist.push_back({&cause_named(id), assessment(d)});
    for (const char* id : kOthers) d.others.push_back({&cause_named(id), assessment(d)});
    for (const auto* list : {&d.checklist, &d.others}) {
      for (const Judgement& one : *list) {
        if (one.assessment.outcome == Outcome::present) d.ranked.push_back(&one);
      }
    }
    d.verdict = d.ranked.empty() ? static_cast<Verdict>(1 + below(4)) : Verdict::cause_found;
    d.notices = notices();
    if (chance(2)) d.time_lost = range();
    plan(d);
    const Evidence& first = d.evidence.evidence().front();
    if (chance(3)) d.contradictions.push_back({&first, &d.evidence.evidence().back()});
    return d;
  }

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<std::uint32_t>(limit)); }
  bool chance(int in) { return below(in) == 0; }

  std::string text() {
    constexpr std::array<std::string_view, 14> kPieces{
        "loader ",      "kernel<", "\033[31m",
        "\n",           "中文",    "|",
        "```",          "\xff",    "a_long_word_without_end",
        "{} ",          "→",       " 51 % ",
        "\xe2\x80\xae", "\r\t"};
    std::string out;
    for (int at = below(6); at > 0; --at) out += kPieces[static_cast<std::size_t>(below(14))];
    if (chance(20)) out += std::string(3000, 'x');
    return out;
  }

  double number() {
    switch (below(8)) {
      case 0:
        return 0;
      case 1:
        return std::numeric_limits<double>::quiet_NaN();
      case 2:
        return std::numeric_limits<double>::infinity();
      case 3:
        return -1e300;
      case 4:
        return 1e300;
      default:
        return below(10000) / 9999.0;
    }
  }
  Range range() { return {number(), number()}; }

  Statement statement() {
    Statement said{text(), {}};
    for (int at = below(3); at > 0; --at) {
      if (chance(2)) {
        said.values.emplace_back(Quantity{number(), static_cast<Unit>(below(14))});
      } else {
        said.values.emplace_back(text());
      }
    }
    return said;
  }

  std::vector<Notice> notices() {
    std::vector<Notice> all;
    for (int at = below(3); at > 0; --at) all.push_back({text(), statement(), provenance()});
    return all;
  }
  Provenance provenance() { return {static_cast<Origin>(below(8)), text(), text(), text()}; }

  Remedy remedy() {
    constexpr std::array kSettings{&kLoaderWorkers, &kPrecisionSetting, &kMicroBatch};
    Remedy out{.id = text()};
    for (int at = below(3); at > 0; --at) {
      out.changes.push_back({kSettings[static_cast<std::size_t>(below(3))], text(),
                             chance(2) ? "4" : text(), statement()});
    }
    if (chance(2)) out.action = statement();
    if (chance(2)) out.gain = range();
    if (chance(2)) out.bound = statement();
    if (chance(2)) out.risk = statement();
    out.on_resume = static_cast<OnResume>(below(2));
    out.advice = static_cast<Advice>(below(2));
    return out;
  }

  Assessment assessment(const Diagnosis& d) {
    Assessment out;
    out.outcome = static_cast<Outcome>(below(4));
    out.lean = static_cast<Lean>(below(3));
    out.summary = statement();
    out.confidence = static_cast<Confidence>(below(3));
    out.confidence_reason = statement();
    out.check = statement();
    for (int at = below(3); at > 0; --at) out.detail.push_back(statement());
    for (int at = below(3); at > 0; --at) out.remedies.push_back(remedy());
    out.decided_by = {&d.evidence.evidence().front()};
    if (chance(2)) out.lost = LostTime{range(), chance(2), number(), number()};
    if (chance(5)) out.explained_by = "host-sync";
    if (chance(2)) out.settle = Settle{text(), text(), static_cast<Cost>(below(4))};
    return out;
  }

  void plan(Diagnosis& d) {
    if (chance(2)) d.plan.remedies.push_back({"host-sync", remedy()});
    if (chance(2)) d.plan.left_out.push_back({text(), remedy(), statement()});
    if (chance(2)) d.plan.prediction = Prediction{range(), range(), range(), range()};
    d.plan.next_limit = statement();
  }

  Breakdown parts() {
    constexpr std::array kNames{"compute", "idle", "input wait", "exposed copies", "host launch"};
    Breakdown out;
    for (const char* name : kNames) out.parts.emplace_back(name, number());
    out.parts.emplace_back(text(), number());
    return out;
  }

  void evidence(Diagnosis& d) {
    const auto add = [&](const Signal& signal, Value value) {
      d.evidence.add(Evidence{&signal,
                              {Scope::device, chance(2) ? d.device : text()},
                              std::move(value),
                              range(),
                              provenance(),
                              {}});
    };
    add(kGpuModel, text());
    add(kTraceDeviceTime, parts());
    add(kTraceIdle, parts());
    add(kTraceSteps, number());
    add(kStepMeanTime, number());
    add(kGpuCounterBusy, number());
    add(kLoaderWorkers, Setting{text(), text(), static_cast<Given>(below(3)), text()});
    add(kTraceStepTime, Distribution{{number(), number()}, 2});
    add(kKernelTop, Table{{text(), "seconds_s", text()}, {{text(), number(), number()}, {text()}}});
    d.evidence.add(Absence{&kTraceCopies, {}, text(), text()});
  }

  std::mt19937 random_;
};

}  // namespace

Diagnosis random_diagnosis(std::uint32_t seed) { return Maker(seed).diagnosis(); }

TEST(RandomDiagnosis, IsTheSameForTheSameSeed) {
  EXPECT_EQ(random_diagnosis(7).inputs.size(), random_diagnosis(7).inputs.size());
  EXPECT_EQ(random_diagnosis(7).device, random_diagnosis(7).device);
}

}  // namespace underfed::testing
