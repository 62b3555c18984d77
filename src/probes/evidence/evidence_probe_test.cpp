// SPDX-License-Identifier: Apache-2.0
#include "probes/evidence/evidence_probe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/memory_source.h"
#include "formats/evidence_file.h"
#include "signals/gpu.h"

namespace underfed {
namespace {

// A source of so many equal bytes, made as they are read.
class Endless final : public ByteSource {
 public:
  explicit Endless(std::uint64_t bytes) : left_(bytes) {}
  Result<std::size_t> read(std::span<char> into) override {
    const std::size_t length = std::min<std::uint64_t>(into.size(), left_);
    std::fill_n(into.begin(), length, '\n');
    left_ -= length;
    return length;
  }

 private:
  std::uint64_t left_;
};

Result<ProbeOutput> gather(const std::string& bytes) {
  EvidenceProbe probe([&](const std::string&) -> Result<std::unique_ptr<ByteSource>> {
    return std::unique_ptr<ByteSource>(std::make_unique<MemorySource>(bytes));
  });
  return probe.gather({"/job/facts", "evidence", "", "facts"});
}

// A zstd frame with one raw block; for fewer than 256 bytes.
std::string zstd_frame(const std::string& text) {
  const std::size_t block = text.size() << 3 | 1;  // the last one
  std::string frame("\x28\xB5\x2F\xFD\x20", 5);
  frame += static_cast<char>(text.size());
  for (const unsigned shift : {0U, 8U, 16U}) frame += static_cast<char>(block >> shift & 0xFF);
  return frame + text;
}

TEST(EvidenceProbe, HandsOutEvidenceAbsencesAndNotices) {
  const auto output = gather(evidence_header("0.1.0", "2026-12-01T12:00:00Z") +
                             "{\"id\":\"gpu.counter_busy\",\"value\":0.35}\n"
                             "{\"absent\":\"gpu.model\",\"reason\":\"not asked\"}\n{\"id\":\"gp");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->summary.source, "facts");
  EXPECT_EQ(output->summary.kind, "evidence file");
  ASSERT_EQ(output->evidence.size(), 1U);
  EXPECT_EQ(output->evidence[0].signal, &kGpuCounterBusy);
  EXPECT_EQ(output->absences.size(), 1U);
  EXPECT_EQ(output->summary.notices.size(), 1U);
}

TEST(EvidenceProbe, ReadsItCompressedAndSaysWhereThatIsDamaged) {
  const std::string plain =
      evidence_header("0.1.0", "now") + "{\"id\":\"gpu.model\",\"value\":\"x\"}\n";
  const std::string packed = zstd_frame(plain);
  const auto whole = gather(packed);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->evidence.size(), 1U);
  const auto damaged = gather(packed + packed.substr(0, packed.size() / 2));
  ASSERT_TRUE(damaged);
  EXPECT_EQ(damaged->evidence.size(), 1U);
  EXPECT_FALSE(damaged->summary.notices.empty());
}

TEST(EvidenceProbe, RefusesAFileThatNoEvidenceFillsByNameAndSize) {
  EvidenceProbe probe([&](const std::string&) -> Result<std::unique_ptr<ByteSource>> {
    return std::unique_ptr<ByteSource>(std::make_unique<Endless>(std::uint64_t{1} << 40));
  });
  const auto output = probe.gather({"x", "evidence", "", "huge.evidence"});
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error().code, ErrorCode::not_evidence);
  EXPECT_EQ(output.error().message,
            "huge.evidence: more than 256 MiB, larger than any evidence file");
}

TEST(EvidenceProbe, HandsOnWhatIsWrong) {
  EXPECT_NE(gather("gpu.counter_busy: 35\n").error().message.find("facts: line 1"),
            std::string::npos);
  EvidenceProbe probe([](const std::string&) -> Result<std::unique_ptr<ByteSource>> {
    return Error{ErrorCode::not_found, "gone", ""};
  });
  EXPECT_EQ(probe.gather({"x", "evidence", "", "x"}).error().message, "gone");
}

}  // namespace
}  // namespace underfed
