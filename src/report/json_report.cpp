// SPDX-License-Identifier: Apache-2.0
#include "report/json_report.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "base/text.h"
#include "report/json_parts.h"
#include "report/quantity_text.h"
#include "report/step_division.h"
#include "report/wording.h"
#include "signals/gpu.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed {
namespace json {
namespace {

// Null where nobody said where a notice comes from.
Object where_from(const Provenance& from) {
  return from == Provenance{} ? Object() : provenance(from);
}

Object notices(const std::vector<Notice>& all) {
  Object list = Object::array();
  for (const Notice& one : all) {
    list.push_back({{"id", text(one.id)},
                    {"text", text(to_text(one.text))},
                    {"values", values(one.text)},
                    {"provenance", where_from(one.provenance)}});
  }
  return list;
}

Object inputs(const std::vector<InputSummary>& all) {
  Object list = Object::array();
  for (const InputSummary& one : all) {
    list.push_back({{"source", text(one.source)}, {"kind", text(one.kind)}});
  }
  return list;
}

Object best(const EvidenceView& view, const Signal& signal) {
  const Evidence* found = view.best(signal);
  return found != nullptr ? value(*found) : Object();
}

// The devices that evidence speaks of: the one in focus first, then as they come.
std::vector<std::string> devices_of(const Diagnosis& diagnosis) {
  std::vector<std::string> ids;
  const auto take = [&ids](const std::string& id) {
    if (!id.empty() && std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
  };
  take(diagnosis.device);
  for (const Evidence& one : diagnosis.evidence.evidence()) {
    if (one.subject.scope == Scope::device) take(one.subject.id);
  }
  return ids;
}

Object division(const Diagnosis& diagnosis) {
  Object list = Object::array();
  for (const GroupShare& part : step_division(diagnosis)) {
    list.push_back(
        {{"group", to_text(part.group)}, {"share", number(part.share)}, {"percent", part.percent}});
  }
  return list;
}

Object contradictions(const std::vector<Contradiction>& all) {
  Object list = Object::array();
  for (const Contradiction& one : all) {
    list.push_back({{"signal", one.believed->signal->id},
                    {"text", text(contradiction_text(one))},
                    {"believed", evidence(*one.believed)},
                    {"other", evidence(*one.other)}});
  }
  return list;
}

Object judgements(const std::vector<Judgement>& all, const Diagnosis& diagnosis) {
  Object list = Object::array();
  for (const Judgement& one : all) list.push_back(judgement(one, diagnosis));
  return list;
}

Object head(const Diagnosis& diagnosis) {
  const std::vector<std::string> sentences = headline(diagnosis);
  Object ranked = Object::array();
  for (const Judgement* one : diagnosis.ranked) ranked.push_back(one->cause->id);
  return {{"schema", kJsonSchema},
          {"version", UNDERFED_VERSION},
          {"verdict", to_text(diagnosis.verdict)},
          {"headline", text(join(sentences, " "))},
          {"device", text_or_null(diagnosis.device)},
          {"time_lost", range_or_null(diagnosis.time_lost)},
          {"findings", std::move(ranked)},
          {"inputs", inputs(diagnosis.inputs)},
          {"notices", notices(all_notices(diagnosis))}};
}

}  // namespace

Object device(const Diagnosis& diagnosis, const std::string& id) {
  const EvidenceView view(diagnosis.evidence, id);
  const Object window{{"seconds", best(view, kTraceWindow)},
                      {"rule", best(view, kTraceWindowRule)},
                      {"work_outside_share", best(view, kTraceOutside)},
                      {"steps", best(view, kTraceSteps)},
                      {"step_rule", best(view, kTraceStepRule)},
                      {"mean_step_s", best(view, kStepMeanTime)},
                      {"step_time_s", best(view, kTraceStepTime)}};
  return {{"id", text(id)},
          {"in_focus", id == diagnosis.device},
          {"model", best(view, kGpuModel)},
          {"window", window},
          {"device_time_s", best(view, kTraceDeviceTime)},
          {"idle_s", best(view, kTraceIdle)},
          {"after_sync_s", best(view, kTraceAfterSync)},
          {"copies", best(view, kTraceCopies)},
          {"collectives", best(view, kTraceCollectives)},
          {"step_parts", best(view, kTraceStepParts)}};
}

}  // namespace json

void render_json(const Diagnosis& diagnosis, std::ostream& out) {
  using json::Object;
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  Object report = json::head(diagnosis);
  report["where_a_step_goes"] = json::division(diagnosis);
  report["checklist"] = json::judgements(diagnosis.checklist, diagnosis);
  report["others"] = json::judgements(diagnosis.others, diagnosis);
  report["plan"] = json::plan(diagnosis.plan, view);
  report["devices"] = Object::array();
  for (const std::string& id : json::devices_of(diagnosis)) {
    report["devices"].push_back(json::device(diagnosis, id));
  }
  report["evidence"] = Object::array();
  for (const Evidence& one : diagnosis.evidence.evidence()) {
    report["evidence"].push_back(json::evidence(one));
  }
  report["absences"] = Object::array();
  for (const Absence& one : diagnosis.evidence.absences()) {
    report["absences"].push_back(json::absence(one));
  }
  report["contradictions"] = json::contradictions(diagnosis.contradictions);
  out << report.dump(2, ' ', false, Object::error_handler_t::replace) << '\n';
}

}  // namespace underfed
