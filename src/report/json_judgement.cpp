// SPDX-License-Identifier: Apache-2.0
#include "report/json_parts.h"
#include "report/wording.h"

namespace underfed::json {
namespace {

Object statements(const std::vector<Statement>& said) {
  Object list = Object::array();
  for (const Statement& one : said) list.push_back(statement(one));
  return list;
}

Object change(const SettingChange& change, const EvidenceView& view) {
  const SettingWords words = setting_words(change, view);
  return {{"setting", change.setting->id}, {"key", text(words.key)},
          {"key_is_yours", words.own_key}, {"from", typed(change.from)},
          {"to", typed(change.to)},        {"written", text(words.key + ": " + words.value)},
          {"why", statement(change.why)}};
}

// Where in the document's own list of evidence; -1 is not possible for what a diagnosis owns.
Object reference(const Evidence& decided, const EvidenceSet& set) {
  int at = 0;
  for (const Evidence& one : set.evidence()) {
    if (&one == &decided) break;
    ++at;
  }
  const bool owned = at < static_cast<int>(set.evidence().size());
  return {{"evidence", owned ? Object(at) : Object()},
          {"signal", decided.signal->id},
          {"provenance", provenance(decided.provenance)}};
}

Object references(const std::vector<const Evidence*>& decided, const EvidenceSet& set) {
  Object list = Object::array();
  for (const Evidence* one : decided) {
    if (one != nullptr) list.push_back(reference(*one, set));
  }
  return list;
}

std::string_view cost_text(Cost cost) {
  switch (cost) {
    case Cost::nothing:
      return "nothing";
    case Cost::one_minute:
      return "one minute";
    case Cost::short_run:
      return "short run";
    case Cost::restart:
      return "restart";
  }
  return "";
}

Object settling(const Diagnosis& diagnosis, const std::optional<Settle>& settle) {
  if (!settle) return {};
  return {{"how", text(settle->how)},
          {"add", text_or_null(settle->add)},
          {"command", text_or_null(settle_command(diagnosis, *settle))},
          {"cost", cost_text(settle->cost)}};
}

Object lost(const std::optional<LostTime>& time) {
  if (!time) return {};
  return {{"share", range(time->share)},
          {"is_wait", time->is_wait},
          {"wait_removed_s", number(time->wait_removed_s)},
          {"device_removed_s", number(time->device_removed_s)}};
}

int rank_of(const Judgement& judgement, const Diagnosis& diagnosis) {
  int place = 0;
  for (const Judgement* one : diagnosis.ranked) {
    ++place;
    if (one == &judgement) return place;
  }
  return 0;
}

Object prediction(const std::optional<Prediction>& predicted) {
  if (!predicted) return {};
  return {{"time_saved", range(predicted->time_saved)},
          {"step_s", range_or_null(predicted->step_s)},
          {"memory_bytes", range_or_null(predicted->memory_bytes)},
          {"examples_per_step", range_or_null(predicted->examples_per_step)}};
}

}  // namespace

Object remedy(const Remedy& remedy, const EvidenceView& view) {
  Object changes = Object::array();
  for (const SettingChange& one : remedy.changes) changes.push_back(change(one, view));
  return {{"id", text(remedy.id)},
          {"changes", std::move(changes)},
          {"action", statement(remedy.action)},
          {"gain", range_or_null(remedy.gain)},
          {"gain_text", text_or_null(gain_text(remedy))},
          {"bound", statement(remedy.bound)},
          {"risk", statement(remedy.risk)},
          {"on_resume", to_text(remedy.on_resume)},
          {"advice", to_text(remedy.advice)}};
}

Object judgement(const Judgement& judgement, const Diagnosis& diagnosis) {
  const Assessment& answer = judgement.assessment;
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  const bool present = answer.outcome == Outcome::present;
  const int rank = rank_of(judgement, diagnosis);
  Object remedies = Object::array();
  for (const Remedy& one : answer.remedies) remedies.push_back(remedy(one, view));
  return {
      {"id", judgement.cause->id},
      {"title", judgement.cause->title},
      {"checklist", judgement.cause->checklist > 0 ? Object(judgement.cause->checklist) : Object()},
      {"outcome", to_text(answer.outcome)},
      {"lean", answer.outcome == Outcome::cannot_tell ? Object(to_text(answer.lean)) : Object()},
      {"rank", rank > 0 ? Object(rank) : Object()},
      {"text", text_or_null(clause(answer))},
      {"summary", statement(answer.summary)},
      {"details", statements(answer.detail)},
      {"time_lost", lost(answer.lost)},
      {"confidence", present ? Object(to_text(answer.confidence)) : Object()},
      {"confidence_reason", statement(answer.confidence_reason)},
      {"explained_by", text_or_null(answer.explained_by)},
      {"decided_by", references(answer.decided_by, diagnosis.evidence)},
      {"remedies", std::move(remedies)},
      {"check", statement(answer.check)},
      {"settle", settling(diagnosis, answer.settle)}};
}

Object plan(const Plan& plan, const EvidenceView& view) {
  Object chosen = Object::array();
  for (const PlannedRemedy& one : plan.remedies) {
    chosen.push_back({{"cause", text(one.cause)}, {"remedy", remedy(one.remedy, view)}});
  }
  Object left_out = Object::array();
  for (const LeftOut& one : plan.left_out) {
    left_out.push_back({{"cause", text(one.cause)},
                        {"remedy", remedy(one.remedy, view)},
                        {"why", statement(one.why)}});
  }
  return {{"remedies", std::move(chosen)},
          {"left_out", std::move(left_out)},
          {"prediction", prediction(plan.prediction)},
          {"next_limit", statement(plan.next_limit)}};
}

}  // namespace underfed::json
