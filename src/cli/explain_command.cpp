// SPDX-License-Identifier: Apache-2.0
#include "cli/explain_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "base/text.h"
#include "causes/causes.h"
#include "cli/definitions.h"
#include "signals/vocabulary.h"

namespace underfed {
namespace {

void list_topics(std::ostream& out) {
  out << "Causes, the checklist first:\n\n";
  std::vector<const Cause*> causes(all_causes().begin(), all_causes().end());
  std::stable_sort(causes.begin(), causes.end(), [](const Cause* a, const Cause* b) {
    const auto place = [](const Cause* c) { return c->checklist > 0 ? c->checklist : 99; };
    return place(a) < place(b);
  });
  for (const Cause* cause : causes) {
    const std::string place = cause->checklist > 0 ? std::to_string(cause->checklist) : " ";
    out << fmt::format("  {} {:<24}{}\n", place, cause->id, cause->title);
  }
  out << "\nDefinitions:\n\n";
  for (const DefinitionSection& section : definition_sections()) {
    out << fmt::format("    {:<24}{}\n", section.slug, section.title);
  }
  out << "\nQuantities:\n\n";
  for (const Signal* signal : vocabulary().all()) out << fmt::format("    {}\n", signal->id);
  out << "\nunderfed explain TOPIC prints one of them.\n";
}

void explain_signal(const Signal& signal, std::ostream& out) {
  out << fmt::format("{}\n\n{}.\n\n", signal.id, signal.meaning);
  out << fmt::format("  unit     {}\n", to_text(signal.unit));
  out << fmt::format("  shape    {}, of a {}\n", to_text(signal.shape), to_text(signal.scope));
  if (!signal.key.empty()) out << fmt::format("  key      {} (HF TrainingArguments)\n", signal.key);
  if (!signal.misleads.empty()) out << fmt::format("  beware   {}\n", signal.misleads);
  out << fmt::format("  obtain   {}\n", signal.obtain.how);
  if (const DefinitionSection* section = definition_of(signal.id)) out << '\n' << section->text;
}

std::optional<std::string> nearest_topic(const std::string& topic) {
  std::vector<std::string_view> topics;
  for (const Cause* cause : all_causes()) topics.push_back(cause->id);
  for (const Signal* signal : vocabulary().all()) topics.push_back(signal->id);
  for (const DefinitionSection& section : definition_sections()) topics.push_back(section.slug);
  return nearest(topic, topics);
}

}  // namespace

ExitCode explain(const std::string& topic, const World& world) {
  std::ostream& out = *world.out;
  if (topic.empty()) {
    list_topics(out);
    return ExitCode::done;
  }
  if (const std::string_view page = cause_page(topic); !page.empty()) {
    out << page;
    return ExitCode::done;
  }
  if (const Signal* signal = vocabulary().find(topic)) {
    explain_signal(*signal, out);
    return ExitCode::done;
  }
  if (const DefinitionSection* section = section_by_slug(topic)) {
    out << section->text;
    return ExitCode::done;
  }
  const auto near = nearest_topic(topic);
  *world.err << "underfed: nothing is called \"" << topic << "\"\n  "
             << (near ? "did you mean " + *near + "?"
                      : std::string("underfed explain lists what there is"))
             << '\n';
  return ExitCode::usage;
}

}  // namespace underfed
