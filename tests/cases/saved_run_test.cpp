// SPDX-License-Identifier: Apache-2.0
// A run that is saved and read back is judged as the trace itself is.
#include <gtest/gtest.h>

#include <sstream>

#include "causes/causes.h"
#include "derive/derivations.h"
#include "engine/diagnose.h"
#include "formats/evidence_file.h"
#include "probes/trace/trace_probe.h"
#include "report/json_report.h"
#include "signals/vocabulary.h"
#include "sys/file_source.h"

namespace underfed {
namespace {

std::string judged(std::vector<Evidence> evidence, std::vector<Absence> absences) {
  Gathered gathered;
  for (Evidence& one : evidence) gathered.evidence.add(std::move(one));
  for (Absence& one : absences) gathered.evidence.add(std::move(one));
  std::ostringstream out;
  render_json(diagnose(std::move(gathered), all_derivations(), all_causes()), out);
  return out.str();
}

TEST(SavedRun, IsJudgedAsTheTraceIs) {
  TraceProbe probe(open_file, WindowChoice::steps, [](std::uint64_t) {});
  const std::string trace =
      std::string(UNDERFED_SOURCE_DIR) + "/examples/starved-lora/trace.json.gz";
  auto seen = probe.gather({trace, "trace", "", "trace.json.gz"});
  ASSERT_TRUE(seen) << seen.error().message;
  std::string text = evidence_header("0.1.0", "2026-12-01T12:00:00Z");
  for (const Evidence& one : seen->evidence) text += evidence_lines(one);
  for (const Absence& one : seen->absences) text += absence_line(one);
  auto saved = read_evidence_file(text, "run.evidence", vocabulary());
  ASSERT_TRUE(saved) << saved.error().message;
  EXPECT_TRUE(saved->notices.empty());
  EXPECT_EQ(judged(std::move(saved->evidence), std::move(saved->absences)),
            judged(std::move(seen->evidence), std::move(seen->absences)));
}

}  // namespace
}  // namespace underfed
