// SPDX-License-Identifier: Apache-2.0
// docs/evidence.md is true: its examples are evidence files of this underfed.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "causes/causes.h"
#include "derive/derivations.h"
#include "engine/diagnose.h"
#include "formats/evidence_file.h"
#include "signals/vocabulary.h"

namespace underfed {
namespace {

// The block of the page that begins with this fence.
std::string example(const std::string& fence) {
  std::ifstream in(std::string(UNDERFED_SOURCE_DIR) + "/docs/evidence.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  const std::size_t at = page.find("\n" + fence + "\n");
  if (at == std::string::npos) return {};
  const std::size_t from = at + fence.size() + 2;
  return page.substr(from, page.find("```", from) - from);
}

TEST(EvidencePage, TheFactsByHandGiveADiagnosis) {
  auto document = read_evidence_file(example("```yaml"), "facts.yml", vocabulary());
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->evidence.size(), 6U);
  Gathered gathered;
  for (Evidence& one : document->evidence) gathered.evidence.add(std::move(one));
  const Diagnosis diagnosis = diagnose(std::move(gathered), all_derivations(), all_causes());
  EXPECT_EQ(diagnosis.verdict, Verdict::cause_found);
}

TEST(EvidencePage, TheSavedLinesAreRead) {
  const auto document = read_evidence_file(example("```jsonl"), "run.evidence", vocabulary());
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_TRUE(document->notices.empty());
  ASSERT_EQ(document->evidence.size(), 2U);
  EXPECT_EQ(std::get<Distribution>(document->evidence[1].value),
            (Distribution{{0.95, 0.93, 0.94}, 3}));
  EXPECT_EQ(document->absences.size(), 1U);
}

}  // namespace
}  // namespace underfed
