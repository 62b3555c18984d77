// SPDX-License-Identifier: Apache-2.0
#include "formats/evidence_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>

#include "formats/evidence_testing.h"
#include "formats/evidence_writer.h"

namespace underfed {
namespace {

using namespace evidence_testing;  // NOLINT: the test's own vocabulary

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

Series long_series(int from, int to) {
  Series series;
  for (int i = from; i < to; ++i) {
    series.time_s.push_back(i);
    series.values.push_back(i % 7);
  }
  return series;
}

// The pattern and first value of each notice, which is where its count or line stands.
std::string notices_of(const EvidenceDocument& document) {
  std::string text;
  for (const Notice& notice : document.notices) {
    text += notice.text.pattern + "|";
    for (const Statement::Part& part : notice.text.values) {
      const auto* number = std::get_if<Quantity>(&part);
      text += (number != nullptr ? std::to_string(static_cast<int>(number->value))
                                 : std::get<std::string>(part)) +
              "|";
    }
  }
  return text;
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

// What saved files hold may never change, so it stands here letter by letter.
TEST(EvidenceSaved, LinesAreWrittenAsTheyEverWere) {
  EXPECT_EQ(header(),
            "{\"underfed_evidence\":1,\"version\":\"0.1.0\",\"when\":\"2026-12-01T12:00:00Z\"}\n");
  EXPECT_EQ(evidence_lines(all_shapes()[0]),
            "{\"by\":\"trace\",\"id\":\"gpu.counter_busy\",\"interval\":[0.29,0.31],\"of\":\"3\","
            "\"origin\":\"kernels that ran\",\"scope\":\"device\",\"source\":\"run/trace.json.gz\","
            "\"span_s\":[0.0,12.5],\"value\":0.30000000000000004,"
            "\"where\":\"steps 3-14, device 3\"}\n");
  const auto old = read(
      header() +
      "{\"id\":\"gpu.power\",\"of\":\"0\",\"value\":{\"time_s\":[0],\"values\":[300]},"
      "\"origin\":\"measured on the host\",\"a member of later\":{}}\n"
      "{\"id\":\"gpu.power\",\"of\":\"0\",\"block\":2,\"value\":{\"time_s\":[1],\"values\":[2]}}\n"
      "{\"id\":\"loader.workers\",\"value\":{\"value\":\"0\",\"given\":\"default\"}}\n"
      "{\"absent\":\"gpu.model\",\"reason\":\"not asked\"}\n");
  ASSERT_TRUE(old);
  EXPECT_EQ(notices_of(*old), "");
  ASSERT_EQ(old->evidence.size(), 2U);
  EXPECT_EQ(std::get<Series>(old->evidence[0].value), (Series{{0, 1}, {300, 2}}));
  EXPECT_EQ(old->evidence[0].subject, (Subject{Scope::device, "0"}));
  EXPECT_EQ(old->evidence[0].provenance.origin, Origin::host_measured);
  EXPECT_EQ(old->evidence[1].provenance.origin, Origin::person_given);
  EXPECT_EQ(std::get<Setting>(old->evidence[1].value).given, Given::by_default);
}

TEST(EvidenceSaved, EveryOriginAndScopeHasAWordOfItsOwn) {
  for (const Origin origin :
       {Origin::kernels_ran, Origin::host_measured, Origin::log_written, Origin::setting_resolved,
        Origin::setting_default, Origin::built_in_table, Origin::person_given}) {
    for (const Scope scope :
         {Scope::run, Scope::node, Scope::rank, Scope::device, Scope::process, Scope::step}) {
      Evidence one = piece(kBusy, 0.5);
      one.provenance.origin = origin;
      one.subject.scope = scope;
      const auto document = read(header() + evidence_lines(one));
      ASSERT_TRUE(document && document->evidence.size() == 1);
      EXPECT_TRUE(same(document->evidence[0], one));
    }
  }
}

TEST(EvidenceSaved, LongSeriesGoInBlocksAndLongDistributionsAreThinned) {
  const Series series = long_series(0, 10'000);
  Distribution many{{}, 50'000};
  for (int i = 0; i < 50'000; ++i) many.samples.push_back(i);
  const std::string text =
      header() + evidence_lines(piece(kPower, series)) + evidence_lines(piece(kFetch, many));
  const auto document = read(text);
  ASSERT_TRUE(document);
  EXPECT_EQ(notices_of(*document), "");
  ASSERT_EQ(document->evidence.size(), 2U);
  EXPECT_EQ(std::get<Series>(document->evidence[0].value), series);
  const auto& kept = std::get<Distribution>(document->evidence[1].value);
  EXPECT_EQ(kept.samples.size(), kMostSamples);
  EXPECT_EQ(kept.population, 50'000U);
  EXPECT_NEAR(kept.mean(), many.mean(), 2);
  EXPECT_NEAR(kept.quantile(0.9), many.quantile(0.9), 3);
}

TEST(EvidenceSaved, ABlockWhoseStartWasLostGoesNowhere) {
  const std::string lines = evidence_lines(piece(kPower, long_series(0, 10'000)));
  const std::size_t second = lines.find('\n') + 1;
  const std::size_t third = lines.find('\n', second) + 1;
  const std::string earlier = header() + evidence_lines(piece(kPower, long_series(0, 3)));
  const std::string broken = "{\"id\":\"gpu.po\n";
  for (const std::string& text :
       {header() + lines.substr(second), earlier + lines.substr(third),
        earlier + broken + lines.substr(second),
        earlier + lines.substr(third) + lines.substr(second),
        header() + lines.substr(second, third - second) + earlier.substr(header().size())}) {
    const auto document = read(text);
    ASSERT_TRUE(document);
    EXPECT_NE(notices_of(*document).find("goes on with gpu.power"), std::string::npos);
    const Value want = long_series(0, 3);
    EXPECT_EQ(document->evidence.empty() ? want : document->evidence[0].value, want);
  }
}

TEST(EvidenceSaved, DerivedValuesAreNeitherStoredNorRead) {
  Evidence derived = piece(kBusy, 0.5);
  derived.provenance.origin = Origin::derived;
  EXPECT_EQ(evidence_lines(derived), "");
  const auto document =
      read(header() + "{\"id\":\"gpu.counter_busy\",\"value\":0.5,\"origin\":\"derived\"}\n");
  ASSERT_TRUE(document);
  EXPECT_TRUE(document->evidence.empty());
  EXPECT_NE(notices_of(*document).find("origin"), std::string::npos);
}

TEST(EvidenceSaved, CutAnywhereItReadsToItsLastWholeLine) {
  std::string text = header();
  std::vector<std::size_t> ends;
  const std::vector<Evidence> all{all_shapes()[1], all_shapes()[4], all_shapes()[7]};
  for (const Evidence& one : all) {
    text += evidence_lines(one);
    ends.push_back(text.size());
  }
  for (std::size_t length = header().size(); length <= text.size(); ++length) {
    const auto document = read(text.substr(0, length));
    ASSERT_TRUE(document) << length;
    const auto whole = static_cast<std::size_t>(std::count_if(
        ends.begin(), ends.end(), [&](std::size_t end) { return end <= length + 1; }));
    ASSERT_EQ(document->evidence.size(), whole) << length;
    for (std::size_t i = 0; i < whole; ++i)
      ASSERT_TRUE(same(document->evidence[i], all[i])) << length;
    const bool at_end = text[length - 1] == '\n' || length + 1 == text.size() ||
                        std::find(ends.begin(), ends.end(), length + 1) != ends.end();
    EXPECT_EQ(notices_of(*document).find("cut short") == std::string::npos, at_end) << length;
  }
}

TEST(EvidenceSaved, CutInItsHeaderItHoldsNothing) {
  const auto document = read(header().substr(0, 40));
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().message, "facts: cut short in its first line");
  const auto only_header = read(header());
  ASSERT_TRUE(only_header);
  EXPECT_TRUE(only_header->evidence.empty());
}

TEST(EvidenceSaved, LinesOfALaterVersionAreSkippedAndCounted) {
  std::string text = header();
  for (int i = 0; i < 1000; ++i) text += "{\"id\": \"gpu.counter_busier\", \"value\": 1}\n";
  text += "{\"id\": \"gpu.model\", \"value\": 5}\n" + evidence_lines(piece(kBusy, 0.5));
  const auto document = read(text);
  ASSERT_TRUE(document);
  EXPECT_EQ(document->evidence.size(), 1U);
  EXPECT_EQ(notices_of(*document),
            "{} lines were skipped; the first, line {}, {}|1000|2|names gpu.counter_busier, which "
            "this underfed does not know (the nearest is gpu.counter_busy)|"
            "line {} {}; it was skipped|1002|holds no value that gpu.model can have|");
}

TEST(EvidenceSaved, ManyKindsOfTroubleStayAFewNotices) {
  std::string text = header();
  for (int i = 0; i < 500; ++i) text += "{\"id\": \"unknown." + std::to_string(i) + "\"}\n";
  const auto document = read(text);
  ASSERT_TRUE(document);
  EXPECT_LE(document->notices.size(), 21U);
  EXPECT_NE(notices_of(*document).find("|490|12|names a signal"), std::string::npos)
      << notices_of(*document);
}

TEST(EvidenceSaved, ASchemaThatIsNotOursIsRefused) {
  const auto newer = read("{\"underfed_evidence\": 2, \"version\": \"9.9\"}\n");
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().code, ErrorCode::unsupported_format);
  EXPECT_EQ(newer.error().message, "facts: saved by a newer underfed (9.9)");
  for (const std::string schema : {"0", "-1", "0.5", "\"1\"", "null", "[1]"}) {
    const auto document = read("{\"underfed_evidence\": " + schema + "}\n");
    ASSERT_FALSE(document) << schema;
    EXPECT_EQ(document.error().code, ErrorCode::not_evidence) << schema;
  }
}

TEST(EvidenceSaved, ValuesThatCannotBeAreNotRead) {
  for (const std::string line :
       {R"({"id":"gpu.counter_busy","value":1.5})", R"({"id":"gpu.counter_busy","value":null})",
        R"({"id":"gpu.counter_busy","value":0.5,"interval":[0.6,0.4]})",
        R"({"id":"gpu.counter_busy","value":0.5,"interval":[0.6,1.4]})",
        R"({"id":"gpu.counter_busy","value":0.5,"span_s":[1]})",
        R"({"id":"gpu.counter_busy","value":0.5,"scope":"galaxy"})",
        R"({"id":"loader.fetch_time","value":{"samples":[1,2],"population":1}})",
        R"({"id":"loader.fetch_time","value":{"samples":[-1],"population":1}})",
        R"({"id":"gpu.power","value":{"time_s":[1,0],"values":[1,1]}})",
        R"({"id":"gpu.power","value":{"time_s":[1],"values":[1,1]}})",
        R"({"id":"trace.copies","value":{"columns":["a"],"rows":[[1,2]]}})",
        R"({"id":"gpu.power","block":2,"value":{"time_s":[1],"values":[1]}})",
        R"([[[[[[[[[[1]]]]]]]]]])", R"(1e999)", R"({})", "\xFF"}) {
    const auto document = read(header() + line + "\n");
    ASSERT_TRUE(document) << line;
    EXPECT_TRUE(document->evidence.empty()) << line;
    EXPECT_EQ(document->notices.size(), 1U) << line;
  }
}

TEST(EvidenceSaved, WhatIsPrivateIsNotWritten) {
  Evidence one = piece(kPrecision, Setting{"/home/ann/model", "HF_TOKEN=abcdefgh12", {}, ""});
  one.provenance = {Origin::log_written, "log", "/scratch/ann/train.log", "in /home/ann/x"};
  const std::string text = evidence_lines(one) + absence_line({&kBusy, {}, "/root/a is gone", ""});
  EXPECT_EQ(text.find("ann"), std::string::npos) << text;
  EXPECT_EQ(text.find("abcdefgh12"), std::string::npos) << text;
  EXPECT_NE(text.find("\"source\":\"train.log\""), std::string::npos) << text;
  EXPECT_NE(text.find("~/a is gone"), std::string::npos) << text;
}

TEST(EvidenceWriter, RecordsSeriesThatInterleaveAndStartAgain) {
  std::string text;
  const auto sink = [&text](std::string_view lines) -> Result<void> {
    text += lines;
    return {};
  };
  EvidenceWriter writer(sink);
  Evidence other = piece(kPower, Series{{0}, {1}});
  other.subject.id = "1";
  ASSERT_TRUE(writer.begin("0.1.0", "2026-12-01T12:00:00Z"));
  ASSERT_TRUE(writer.append(piece(kPower, long_series(0, 5000))));
  ASSERT_TRUE(writer.append(other));
  ASSERT_TRUE(writer.append(piece(kPower, long_series(5000, 10'000))));
  ASSERT_TRUE(writer.write(Absence{&kBusy, {}, "no permission", ""}));
  ASSERT_TRUE(writer.append(piece(kPower, long_series(10'000, 10'001))));
  const std::string second = text;
  ASSERT_TRUE(writer.write(piece(kPower, Series{{7}, {7}})));
  ASSERT_TRUE(writer.append(piece(kPower, Series{{8}, {8}})));
  const auto document = read(text + second);  // and a second recording behind it
  ASSERT_TRUE(document);
  EXPECT_EQ(notices_of(*document), "");
  ASSERT_EQ(document->evidence.size(), 5U);
  EXPECT_EQ(std::get<Series>(document->evidence[0].value), long_series(0, 10'001));
  EXPECT_EQ(std::get<Series>(document->evidence[1].value), (Series{{0}, {1}}));
  EXPECT_EQ(std::get<Series>(document->evidence[2].value), (Series{{7, 8}, {7, 8}}));
  EXPECT_EQ(document->evidence[3].value, document->evidence[0].value);
  EXPECT_EQ(document->absences.size(), 2U);
}

TEST(EvidenceWriter, HandsOnWhatTheSinkSays) {
  EvidenceWriter writer([](std::string_view) -> Result<void> {
    return Error{ErrorCode::not_writable, "disk full", ""};
  });
  EXPECT_EQ(writer.write(piece(kBusy, 0.5)).error().message, "disk full");
}

RC_GTEST_PROP(EvidenceProperty, NumbersSurviveExactly, (double number)) {
  if (!check_quantity(std::abs(number), Unit::seconds)) return;
  const Evidence one = piece(kFetch, Distribution{{std::abs(number)}, 1});
  const auto document = read(header() + evidence_lines(one));
  RC_ASSERT(document.has_value());
  RC_ASSERT(same(document->evidence.at(0), one));
}

RC_GTEST_PROP(EvidenceProperty, AnyTextIsReadBack, (const std::string& text)) {
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
