// SPDX-License-Identifier: Apache-2.0
#include "formats/chrome_trace.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/memory_source.h"
#include "formats/compressed.h"
#include "formats/trace_reader.h"

namespace underfed {
namespace {

struct Kept {
  char phase;
  std::string name;
  std::string category;
  std::int64_t start_ns;
  std::int64_t duration_ns;
  std::int64_t correlation;
  std::int64_t stream;
  friend bool operator==(const Kept&, const Kept&) = default;
};

struct Collector final : TraceSink {
  std::vector<Kept> events;
  void on_event(const TraceEvent& e) override {
    events.push_back({e.phase, std::string(e.name), std::string(e.category), e.start_ns,
                      e.duration_ns, e.args.correlation, e.args.stream});
  }
};

struct Outcome {
  Result<TraceRead> read;
  std::vector<Kept> events;
};

Outcome read(const std::string& json, std::size_t chunk = 1 << 20, std::size_t portion = SIZE_MAX) {
  MemorySource source(json, portion);
  Collector sink;
  auto result = read_chrome_trace(source, sink, {}, TraceReadOptions{.chunk_bytes = chunk});
  return {std::move(result), std::move(sink.events)};
}

std::string kernel(int i) {
  return R"({"ph": "X", "cat": "kernel", "name": "k)" + std::to_string(i) +
         R"(", "pid": 0, "tid": 7, "ts": )" + std::to_string(100 * i) +
         R"(.125, "dur": 5, "args": {"correlation": )" + std::to_string(i) + R"(, "stream": 7}})";
}

std::string trace_of(const std::vector<std::string>& events, const std::string& before = "",
                     const std::string& after = "") {
  std::string json = "{" + before + "\"traceEvents\": [\n";
  for (std::size_t i = 0; i < events.size(); ++i) json += (i > 0 ? ",\n  " : "") + events[i];
  return json + "\n]" + after + "}";
}

std::vector<std::string> kernels(int n) {
  std::vector<std::string> events;
  for (int i = 0; i < n; ++i) events.push_back(kernel(i));
  return events;
}

TEST(ChromeTrace, ReadsEventsInFileOrderWithNanoseconds) {
  const Outcome got = read(trace_of(kernels(3)));
  ASSERT_TRUE(got.read);
  ASSERT_EQ(got.events.size(), 3U);
  EXPECT_EQ(got.events[2], (Kept{'X', "k2", "kernel", 200'125, 5000, 2, 7}));
  EXPECT_FALSE(got.read->stats.cut_short_at);
}

TEST(ChromeTrace, AListInTheListIsOneElementWhereverTheChunkEnds) {
  const std::string json = "[[" + kernel(0) + ", " + kernel(1) + "], " + kernel(2) + "]";
  for (const std::size_t chunk : {7, 64, 1 << 20}) {
    const Outcome got = read(json, chunk);
    ASSERT_TRUE(got.read);
    ASSERT_EQ(got.events.size(), 1U) << chunk;
    EXPECT_EQ(got.events[0].name, "k2");
    EXPECT_EQ(got.read->stats.skipped.at("not an object").count, 1U);
  }
}

TEST(ChromeTrace, TheHeaderMayStandBeforeOrBehindTheEvents) {
  const std::string keys =
      R"("schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "A100", "numSms": 108, "computeMajor": 8,
      "computeMinor": 0, "totalGlobalMem": 85899345920}, {"id": 1, "name": "A100"}], "distributedInfo": {"rank": 3,
      "world_size": 8, "backend": "nccl"}, "baseTimeNanoseconds": "1712100000000000000", "with_stack": 1)";
  for (const std::string& json :
       {trace_of(kernels(2), keys + ", "), trace_of(kernels(2), "", ", " + keys)}) {
    const Outcome got = read(json, 64);
    ASSERT_TRUE(got.read);
    EXPECT_EQ(got.events.size(), 2U);
    const TraceHeader& header = got.read->header;
    ASSERT_EQ(header.devices.size(), 2U);
    EXPECT_EQ(header.devices[0].sm_count, 108);
    EXPECT_EQ(header.devices[0].memory_bytes, 85899345920);
    EXPECT_EQ(header.rank, 3);
    EXPECT_EQ(header.world_size, 8);
    EXPECT_EQ(header.base_ns, 1712100000000000000);
    EXPECT_TRUE(header.with_stack);
  }
}

TEST(ChromeTrace, BareArraysAlsoWithoutTheirEnd) {
  EXPECT_EQ(read("[" + kernel(1) + "]").events.size(), 1U);
  const Outcome open = read("[" + kernel(1) + ",\n" + kernel(2) + ",");
  ASSERT_TRUE(open.read);
  EXPECT_EQ(open.events.size(), 2U);
  EXPECT_TRUE(open.read->stats.cut_short_at);
}

TEST(ChromeTrace, AnyChunkSizeGivesTheSameEvents) {
  const std::string json = trace_of(kernels(40), R"("schemaVersion": 1, )");
  const auto whole = read(json).events;
  ASSERT_EQ(whole.size(), 40U);
  for (const std::size_t chunk : {1, 7, 64, 100, 333, 4096}) {
    EXPECT_EQ(read(json, chunk, 1 + chunk / 3).events, whole) << chunk;
  }
}

TEST(ChromeTrace, ObjectsInListsInsideOfAnEventDoNotEndIt) {
  const std::string nested =
      R"({"ph": "X", "cat": "cpu_op", "name": "op", "pid": 1, "tid": 1, "ts": 5, "dur": 1, "args": {"list": [
      {"name": "a"}, {"name": "b"}, {"ph": "X"}]}})";
  for (const std::size_t chunk : {std::size_t{64}, std::size_t{1} << 20}) {
    const Outcome got = read(trace_of({kernel(1), nested, kernel(2), nested, kernel(3)}), chunk);
    ASSERT_TRUE(got.read);
    EXPECT_EQ(got.events.size(), 5U) << chunk;
    EXPECT_TRUE(got.read->stats.skipped.empty()) << chunk;
  }
}

TEST(ChromeTrace, ABrokenEventCostsOnlyItself) {
  const std::string unescaped =
      R"({"ph": "X", "cat": "cpu_op", "name": "load "C:\Users\x"", "pid": 1, "tid": 1, "ts": 7, "dur": 2})";
  const std::string lost_end = R"({"ph": "X", "cat": "kernel", "name": "half)";
  for (const std::size_t chunk : {std::size_t{128}, std::size_t{1} << 20}) {
    const Outcome got = read(trace_of({kernel(1), unescaped, kernel(2), kernel(3)}), chunk);
    ASSERT_TRUE(got.read);
    ASSERT_EQ(got.events.size(), 4U) << chunk;
    EXPECT_EQ(got.events[1].name, R"(load "C:\Users\x")");
    EXPECT_EQ(got.read->stats.skipped.size(), 1U);
    const Outcome lost = read(trace_of({kernel(1), lost_end, kernel(2), kernel(3)}), chunk);
    ASSERT_TRUE(lost.read);
    EXPECT_EQ(lost.events.back().name, "k3") << chunk;
    EXPECT_EQ(lost.events.size(), 3U) << chunk;
    const Skipped broken = lost.read->stats.skipped.at("broken event");
    EXPECT_EQ(broken.count, 1U);
    EXPECT_EQ(broken.first_offset, trace_of({kernel(1), lost_end}).find(lost_end));
  }
}

TEST(ChromeTrace, BytesOfAnotherEncodingAreReplacedAndCounted) {
  std::string latin = kernel(1);
  latin.replace(latin.find("k1"), 2, "\xE9\x01");
  const Outcome got = read(trace_of({latin, kernel(2)}));
  ASSERT_TRUE(got.read);
  ASSERT_EQ(got.events.size(), 2U);
  EXPECT_EQ(got.events[0].name, "? ");
  EXPECT_EQ(got.read->stats.skipped.size(), 1U);
}

TEST(ChromeTrace, TimesThatCannotBeAreCountedByName) {
  const auto with = [](const std::string& times) {
    return R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, )" + times + "}";
  };
  const Outcome got = read(
      trace_of({with(R"("dur": 1)"), with(R"("ts": NaN, "dur": 1)"), with(R"("ts": 1, "dur": -4)"),
                with(R"("ts": 1, "dur": 9e15)"), with(R"("ts": 99999999999999999999, "dur": 1)"),
                R"({"name": "no phase", "ts": 1})", "7", kernel(1)}));
  ASSERT_TRUE(got.read);
  EXPECT_EQ(got.events.size(), 1U);
  const auto& skipped = got.read->stats.skipped;
  EXPECT_EQ(skipped.at("no timestamp").count, 1U);
  EXPECT_EQ(skipped.at("timestamp is no number").count, 2U);
  EXPECT_EQ(skipped.at("negative duration").count, 1U);
  EXPECT_EQ(skipped.at("duration over 30 days").count, 1U);
  EXPECT_EQ(skipped.at("no phase").count, 1U);
  EXPECT_EQ(skipped.at("not an object").count, 1U);
}

TEST(ChromeTrace, EscapesThreadsInTextAndLargeIntegers) {
  const Outcome got = read(trace_of(
      {R"({"ph": "X", "cat": "Kernel", "name": "a\"b\u00e9", "pid": "0", "tid": "stream 7", "ts": "12", "dur": "3",
      "args": {"external id": 9007199254740993, "correlation": 9007199254740993}})"}));
  ASSERT_EQ(got.events.size(), 1U);
  EXPECT_EQ(got.events[0].name, "a\"b\u00e9");
  EXPECT_EQ(got.events[0].correlation, 9007199254740993);
  EXPECT_EQ(got.events[0].start_ns, 12'000);
}

TEST(ChromeTrace, AFileCutShortGivesWhatCameBefore) {
  const std::string whole = trace_of(kernels(20), R"("schemaVersion": 1, )");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const Outcome got = read(whole.substr(0, length), 256);
    if (!got.read) continue;  // cut before the first event: no trace yet
    EXPECT_LE(got.events.size(), 20U);
    if (got.events.size() < 20U) {
      EXPECT_TRUE(got.read->stats.cut_short_at) << length;
    }
  }
}

TEST(ChromeTrace, TextBehindTheTraceIsCountedAndTheHeaderKept) {
  const std::string first =
      trace_of(kernels(2), "", R"(, "name": "a }] \"b", "distributedInfo": {"rank": 3})");
  const std::string bare = "[" + kernel(1) + "]";
  for (const std::size_t chunk : {std::size_t{7}, std::size_t{1} << 20}) {
    const Outcome two = read(first + " \n" + trace_of(kernels(5)), chunk);
    ASSERT_TRUE(two.read);
    EXPECT_EQ(two.events.size(), 2U);
    EXPECT_EQ(two.read->header.rank, 3) << chunk;
    const Skipped behind = two.read->stats.skipped.at("text behind the trace's end");
    EXPECT_EQ(behind.count, 1U);
    EXPECT_EQ(behind.first_offset, first.size() + 2) << chunk;
    EXPECT_EQ(read(bare + bare, chunk).read->stats.skipped.size(), 1U);
    EXPECT_TRUE(read(first + "\n ", chunk).read->stats.skipped.empty());
  }
}

TEST(ChromeTrace, OtherJsonIsNoTrace) {
  for (const std::string json : {"", "{}", "[]", "[1, 2]", "{\"traceEvents\": []}", "{\"a\": [1]}",
                                 "hello", "{\"traceEvents\": 5}", "[[1,2],[3,4]]"}) {
    const Outcome got = read(json);
    ASSERT_FALSE(got.read) << json;
    EXPECT_EQ(got.read.error().code, ErrorCode::not_evidence) << json;
  }
}

RC_GTEST_PROP(ChromeTraceProperty, GarbageInPlaceOfAnEventNeverHidesItsNeighbours,
              (const std::string& garbage)) {
  // Without braces or quotes, so that it cannot be taken for an event itself.
  std::string harmless;
  for (const char c : garbage) {
    if (c != '"' && c != '{' && c != '}' && c != '[' && c != ']' && c != '\\' && c != ',')
      harmless += c;
  }
  const Outcome got =
      read(trace_of({kernel(1), "{\"ph\": " + harmless + "}", kernel(2), kernel(3)}), 200);
  RC_ASSERT(got.read.has_value());
  RC_ASSERT(got.events.size() >= 3U);
  RC_ASSERT(got.events.back().name == "k3");
}

RC_GTEST_PROP(ChromeTraceProperty, AnyBytesEndInAnAnswer,
              (const std::string& bytes, unsigned chunk)) {
  const Outcome plain = read(bytes, 1 + chunk % 100);
  const Outcome inside = read("{\"traceEvents\": [" + bytes, 1 + chunk % 100);
  RC_ASSERT(!plain.read || plain.read->stats.events == plain.events.size());
  RC_ASSERT(!inside.read || inside.read->stats.events == inside.events.size());
}

class FileBytes final : public ByteSource {
 public:
  explicit FileBytes(const std::filesystem::path& path) : in_(path, std::ios::binary) {}
  Result<std::size_t> read(std::span<char> buffer) override {
    in_.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    return static_cast<std::size_t>(in_.gcount());
  }

 private:
  std::ifstream in_;
};

TEST(ChromeTrace, RealFilesAreReadWhole) {
  const char* corpus = std::getenv("UNDERFED_CORPUS");
  if (corpus == nullptr) GTEST_SKIP() << "UNDERFED_CORPUS is not set";
  const std::map<std::string, std::size_t> known{
      {"facebookresearch__HolisticTraceAnalysis__tests__data__trace_diff__control__control.json.gz",
       109123},
      {"AMD-AGI__TraceLens__tests__traces__h100__google_owlv2-large-patch14-ensemble__1016001.json."
       "gz",
       132152},
      {"luatil__torch-profile__trace_04.json", 9408},
      {"facebookresearch__HolisticTraceAnalysis__tests__data__large_integer_trace__rank-70.Mar_25_"
       "20_48_12.2861.pt."
       "trace.json.gz",
       2}};
  std::size_t files = 0;
  std::size_t checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(corpus) + "/traces")) {
    auto source = decompress(std::make_unique<FileBytes>(entry.path()), Ahead::yes);
    ASSERT_TRUE(source);
    Collector sink;
    const auto result = read_chrome_trace(**source, sink);
    ++files;
    const auto expected = known.find(entry.path().filename().string());
    if (expected == known.end()) continue;
    ++checked;
    ASSERT_TRUE(result) << entry.path();
    EXPECT_EQ(result->stats.events, expected->second) << entry.path();
  }
  EXPECT_GT(files, 80U);
  EXPECT_EQ(checked, known.size());
}

}  // namespace
}  // namespace underfed
