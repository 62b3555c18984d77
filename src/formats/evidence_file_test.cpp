// SPDX-License-Identifier: Apache-2.0
#include "formats/evidence_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace underfed {
namespace {

constexpr Obtain kSomehow{"somehow"};
constexpr Signal kBusy{.id = "gpu.counter_busy",
                       .unit = Unit::share,
                       .scope = Scope::device,
                       .meaning = "busy share",
                       .obtain = kSomehow};
constexpr Signal kFetch{.id = "loader.fetch_time",
                        .unit = Unit::seconds,
                        .shape = Shape::distribution,
                        .meaning = "time of a fetch",
                        .obtain = kSomehow};
constexpr Signal kWorkers{.id = "loader.workers",
                          .unit = Unit::count,
                          .shape = Shape::setting,
                          .meaning = "workers",
                          .obtain = kSomehow};
constexpr Signal kPrecision{
    .id = "train.precision", .shape = Shape::setting, .meaning = "precision", .obtain = kSomehow};
constexpr Signal kMix{.id = "kernel.matrix_precision",
                      .unit = Unit::seconds,
                      .shape = Shape::breakdown,
                      .meaning = "by precision",
                      .obtain = kSomehow};
constexpr Signal kName{
    .id = "gpu.model", .shape = Shape::text, .meaning = "its name", .obtain = kSomehow};
constexpr Signal kStacks{
    .id = "trace.python_stacks", .shape = Shape::flag, .meaning = "stacks", .obtain = kSomehow};
constexpr Signal kPower{.id = "gpu.power",
                        .unit = Unit::watts,
                        .shape = Shape::series,
                        .meaning = "power",
                        .obtain = kSomehow};
constexpr Signal kCopies{.id = "trace.copies",
                         .unit = Unit::seconds,
                         .shape = Shape::table,
                         .meaning = "copies",
                         .obtain = kSomehow};

const Catalog& catalog() {
  static const Catalog kCatalog(
      {&kBusy, &kFetch, &kWorkers, &kPrecision, &kMix, &kName, &kStacks, &kPower, &kCopies});
  return kCatalog;
}

Result<EvidenceDocument> read(const std::string& text) {
  return read_evidence_file(text, "facts", catalog());
}

Value value_of(const std::string& text) {
  const auto document = read(text);
  EXPECT_TRUE(document) << (document ? "" : document.error().message);
  return document && !document->evidence.empty() ? document->evidence[0].value : Value{};
}

std::string problem_of(const std::string& text) {
  const auto document = read(text);
  return document ? "" : document.error().message + " | " + document.error().hint;
}

TEST(EvidenceByHand, JsonAndYamlWithUnits) {
  EXPECT_EQ(std::get<double>(value_of("{\"gpu.counter_busy\": 0.35}")), 0.35);
  EXPECT_EQ(std::get<double>(value_of("gpu.counter_busy: 35 %   # from nvidia-smi\n")), 0.35);
  EXPECT_EQ(std::get<double>(value_of("gpu:\n  counter_busy: 35 %\n")), 0.35);
  EXPECT_EQ(std::get<Distribution>(value_of("loader.fetch_time: 940 ms")).samples,
            std::vector<double>{0.94});
  EXPECT_EQ(std::get<Distribution>(value_of("loader.fetch_time: [1, 2e-1, 300 ms]")).samples,
            (std::vector<double>{1, 0.2, 0.3}));
  EXPECT_EQ(std::get<Breakdown>(value_of("kernel.matrix_precision: {fp32: 0.9, bf16: 100 ms}"))
                .part("bf16"),
            0.1);
}

TEST(EvidenceByHand, SettingsAreNormalised) {
  EXPECT_EQ(std::get<Setting>(value_of("loader.workers: 0")).value, "0");
  EXPECT_EQ(std::get<Setting>(value_of("train.precision: BF16")).value, "bf16");
  EXPECT_EQ(std::get<Setting>(value_of("train.precision: on")).value, "true");
  EXPECT_EQ(std::get<Setting>(value_of("train.precision:")).given, Given::as_null);
  EXPECT_EQ(std::get<Setting>(value_of("train.precision: \"\"")).given, Given::explicitly);
}

TEST(EvidenceByHand, KeepsTheLineOfEachFact) {
  const auto document = read("# a comment\n\ngpu.counter_busy: 0.3\n");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->evidence[0].provenance,
            (Provenance{Origin::person_given, "evidence", "facts", "line 3"}));
}

TEST(EvidenceByHand, NamesEveryProblemAtOnceWithLineAndHint) {
  const std::string problem = problem_of(
      "gpu.counter_bussy: 0.3\ngpu.counter_busy: 35\nloader.fetch_time: 3 GiB\ntrace.copies: 1\n");
  EXPECT_NE(
      problem.find("line 1: gpu.counter_bussy: no such signal; did you mean gpu.counter_busy?"),
      std::string::npos)
      << problem;
  EXPECT_NE(problem.find("line 2: gpu.counter_busy: 35 is not a share"), std::string::npos)
      << problem;
  EXPECT_NE(problem.find("write 0.35 or \"35 %\""), std::string::npos) << problem;
  EXPECT_NE(problem.find("line 3: loader.fetch_time"), std::string::npos) << problem;
  EXPECT_NE(problem.find("line 4: trace.copies"), std::string::npos) << problem;
}

TEST(EvidenceByHand, RefusesWhatIsNoObjectOfFacts) {
  for (const std::string text : {"", "[1, 2]", "hello", "{", "{}", "a: &x 1\nb: *x\n",
                                 "gpu.counter_busy: 0.1\ngpu.counter_busy: 0.2"}) {
    EXPECT_FALSE(read(text)) << text;
  }
  EXPECT_NE(problem_of("gpu.counter_busy: 0.1\ngpu.counter_busy: 0.2").find("twice"),
            std::string::npos);
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "{a: ";
  EXPECT_FALSE(read(deep));
}

Evidence piece(const Signal& signal, Value value) {
  Evidence evidence;
  evidence.signal = &signal;
  evidence.value = std::move(value);
  evidence.subject = {signal.scope, signal.scope == Scope::device ? "3" : ""};
  evidence.provenance = {Origin::kernels_ran, "trace", "run/trace.json.gz", "steps 3-14, device 3"};
  return evidence;
}

bool same(const Evidence& a, const Evidence& b) {
  return a.signal == b.signal && a.value == b.value && a.subject == b.subject &&
         a.interval == b.interval && a.provenance == b.provenance && a.span_s == b.span_s;
}

std::string header() { return evidence_header("0.1.0", "2026-12-01T12:00:00Z"); }

std::vector<Evidence> all_shapes() {
  std::vector<Evidence> all{
      piece(kBusy, 0.1 + 0.2),
      piece(kName, std::string("A \"100\"\n\xC3\xA9")),
      piece(kStacks, true),
      piece(kFetch, Distribution{{0.1, 1e-300, 3}, 700}),
      piece(kPower, Series{{0, 1.5}, {300, 301}}),
      piece(kMix, Breakdown{{{"fp32", 0.25}, {"", 0}}}),
      piece(kWorkers, Setting{"4", "num_workers", Given::by_default, "torch 2.9"}),
      piece(kCopies, Table{{"kind", "n"}, {{std::string("x"), 2.0}}})};
  all[0].interval = Range{0.29, 0.31};
  all[0].span_s = Range{0, 12.5};
  return all;
}

TEST(EvidenceSaved, EveryShapeComesBackAsItWas) {
  std::string text = header();
  for (const Evidence& one : all_shapes()) text += evidence_lines(one);
  text += absence_line({&kBusy, {Scope::device, "1"}, "no telemetry", "log nvidia-smi"});
  const auto document = read(text);
  ASSERT_TRUE(document);
  EXPECT_TRUE(document->notices.empty());
  ASSERT_EQ(document->evidence.size(), all_shapes().size());
  for (std::size_t i = 0; i < document->evidence.size(); ++i) {
    EXPECT_TRUE(same(document->evidence[i], all_shapes()[i])) << i;
  }
  ASSERT_EQ(document->absences.size(), 1U);
  EXPECT_EQ(document->absences[0].reason, "no telemetry");
}

TEST(EvidenceSaved, LongSeriesGoInBlocksAndLongDistributionsAreThinned) {
  Series series;
  for (int i = 0; i < 10'000; ++i) {
    series.time_s.push_back(i);
    series.values.push_back(i % 7);
  }
  Distribution many{std::vector<double>(50'000, 1.0), 50'000};
  const std::string text =
      header() + evidence_lines(piece(kPower, series)) + evidence_lines(piece(kFetch, many));
  const auto document = read(text);
  ASSERT_TRUE(document);
  ASSERT_EQ(document->evidence.size(), 2U);
  EXPECT_EQ(std::get<Series>(document->evidence[0].value), series);
  EXPECT_EQ(std::get<Distribution>(document->evidence[1].value).samples.size(), kMostSamples);
  EXPECT_EQ(std::get<Distribution>(document->evidence[1].value).population, 50'000U);
}

TEST(EvidenceSaved, DerivedValuesAreNotStored) {
  Evidence derived = piece(kBusy, 0.5);
  derived.provenance.origin = Origin::derived;
  EXPECT_EQ(evidence_lines(derived), "");
}

TEST(EvidenceSaved, CutAnywhereItReadsToItsLastWholeLine) {
  std::string text = header();
  std::vector<std::size_t> ends;
  for (const Evidence& one : all_shapes()) {
    text += evidence_lines(one);
    ends.push_back(text.size());
  }
  for (std::size_t length = header().size(); length <= text.size(); ++length) {
    const auto document = read(text.substr(0, length));
    ASSERT_TRUE(document) << length;
    const auto whole = static_cast<std::size_t>(std::count_if(
        ends.begin(), ends.end(), [&](std::size_t end) { return end <= length + 1; }));
    EXPECT_EQ(document->evidence.size(), whole) << length;
  }
}

TEST(EvidenceSaved, UnknownSignalsAreSkippedAndNewerSchemasRefused) {
  const auto document = read(header() + "{\"id\": \"gpu.from_the_future\", \"value\": 1}\n" +
                             evidence_lines(piece(kBusy, 0.5)));
  ASSERT_TRUE(document);
  EXPECT_EQ(document->evidence.size(), 1U);
  ASSERT_EQ(document->notices.size(), 1U);
  const auto newer = read("{\"underfed_evidence\": 2, \"version\": \"9.9\"}\n");
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().code, ErrorCode::unsupported_format);
}

RC_GTEST_PROP(EvidenceProperty, NumbersSurviveExactly, (double number)) {
  if (!check_quantity(std::abs(number), Unit::seconds)) return;
  const Evidence one = piece(kFetch, Distribution{{std::abs(number)}, 1});
  const auto document = read(header() + evidence_lines(one));
  RC_ASSERT(document.has_value());
  RC_ASSERT(same(document->evidence.at(0), one));
}

RC_GTEST_PROP(EvidenceProperty, AnyTextSurvivesOrIsReplacedWhole, (const std::string& text)) {
  const auto document = read(header() + evidence_lines(piece(kName, text)));
  RC_ASSERT(document.has_value());
  RC_ASSERT(document->evidence.size() == 1U);
}

RC_GTEST_PROP(EvidenceProperty, AnyBytesEndInAnAnswerWithPossibleValuesOnly,
              (const std::string& bytes)) {
  for (const std::string& text : {bytes, header() + bytes, "gpu.counter_busy: " + bytes}) {
    const auto document = read(text);
    if (!document) continue;
    for (const Evidence& one : document->evidence) {
      if (const auto* number = std::get_if<double>(&one.value)) {
        RC_ASSERT(check_quantity(*number, one.signal->unit).has_value());
      }
    }
  }
}

}  // namespace
}  // namespace underfed
