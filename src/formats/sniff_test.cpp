// SPDX-License-Identifier: Apache-2.0
#include "formats/sniff.h"

#include <gtest/gtest.h>

#include <string>

namespace underfed {
namespace {

TEST(Sniff, TracesOfAllShapes) {
  EXPECT_EQ(sniff("{\"schemaVersion\": 1, \"traceEvents\": [").kind, InputKind::chrome_trace);
  EXPECT_EQ(sniff("\xEF\xBB\xBF \n[{\"ph\": \"X\", \"ts\": 1}").kind, InputKind::chrome_trace);
  EXPECT_EQ(sniff("{\"schemaVersion\": 1, \"deviceProperties\": [" + std::string(1000, ' ')).kind,
            InputKind::chrome_trace);
}

TEST(Sniff, EvidenceRecordedAndByHand) {
  EXPECT_EQ(sniff("{\"underfed_evidence\": 1, \"version\": \"0.1.0\"}\n").kind,
            InputKind::evidence);
  EXPECT_EQ(sniff("{\"gpu.counter_busy\": 0.35}").kind, InputKind::evidence);
  EXPECT_EQ(sniff("# by hand\ngpu.counter_busy: 35 %\n").kind, InputKind::evidence);
  EXPECT_EQ(sniff("gpu:\n  counter_busy: 0.35\n").kind, InputKind::evidence);
}

TEST(Sniff, OtherProfilersAndWeightsAreNamed) {
  EXPECT_EQ(sniff(std::string("SQLite format 3\0rest", 20)).kind, InputKind::sqlite);
  EXPECT_EQ(sniff("{\"schema\": \"1.0\", \"nodes\": []}").kind, InputKind::execution_trace);
  EXPECT_EQ(sniff("[[1, 2], [3, 4]]").kind, InputKind::memory_timeline);
  EXPECT_EQ(sniff("{\"metadata\": {}, \"weight_map\": {}}").kind, InputKind::weights);
  EXPECT_EQ(sniff(std::string("\x10\0\0\0\0\0\0\0{\"__metadata__\"", 23)).kind, InputKind::weights);
  EXPECT_NE(std::string(sniff("PK\x03\x04").what).find("zip"), std::string::npos);
}

TEST(Sniff, LogsAreRecognisedAlthoughTheyAreNotReadYet) {
  EXPECT_EQ(sniff("timestamp, name, utilization.gpu [%]\n").kind, InputKind::gpu_log);
  EXPECT_EQ(sniff("{'loss': 1.2, 'epoch': 0.1}\n").kind, InputKind::training_log);
  EXPECT_EQ(sniff("base_model: x\nlearning_rate: 2e-4\n").kind, InputKind::config);
}

TEST(Sniff, PackedFilesAndOtherEncodingsSayWhatToDo) {
  std::string tar(600, '\0');
  tar.replace(0, 5, "a.txt").replace(257, 5, "ustar");
  for (const std::string& bytes : {tar, std::string("BZh91AY"),
                                   std::string("\xFD"
                                               "7zXZ\0",
                                               6),
                                   std::string("\x04\x22\x4D\x18\x40")}) {
    EXPECT_EQ(sniff(bytes).kind, InputKind::archive);
    EXPECT_NE(std::string(sniff(bytes).hint).find("unpack"), std::string::npos);
  }
  EXPECT_EQ(sniff(std::string("\xFF\xFE{\0", 4)).what, "text in UTF-16");
  EXPECT_EQ(sniff(std::string("\x80\x05\x95\0", 4)).kind, InputKind::memory_snapshot);
  const std::string nsys = std::string("SQLite format 3\0", 16) + "CREATE TABLE TARGET_INFO_GPU";
  EXPECT_EQ(sniff(nsys).kind, InputKind::nsight_systems);
}

TEST(Sniff, NothingAndGarbageHaveAKindToo) {
  EXPECT_EQ(sniff("").kind, InputKind::empty);
  EXPECT_EQ(sniff(" \n").kind, InputKind::empty);
  EXPECT_EQ(sniff("\xEF\xBB\xBF \n").kind, InputKind::empty);
  EXPECT_EQ(sniff(std::string(100, '\0')).kind, InputKind::binary);
  EXPECT_EQ(sniff("hello").kind, InputKind::text);
}

}  // namespace
}  // namespace underfed
