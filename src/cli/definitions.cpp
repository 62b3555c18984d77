// SPDX-License-Identifier: Apache-2.0
#include "cli/definitions.h"

#include <algorithm>

#include "base/text.h"

namespace underfed {
namespace {

constexpr std::string_view kSignalsMark = "<!-- signals:";

std::string slug_of(std::string_view title) {
  std::string slug = to_lower(title);
  std::replace(slug.begin(), slug.end(), ' ', '-');
  return slug;
}

std::vector<std::string> ids_in(std::string_view comment) {
  std::vector<std::string> ids;
  for (const std::string_view word : split(comment, ' ')) {
    if (word.find('.') != std::string_view::npos) ids.emplace_back(word);
  }
  return ids;
}

std::vector<DefinitionSection> parse(std::string_view page) {
  std::vector<DefinitionSection> sections;
  for (const std::string_view line : split(page, '\n')) {
    if (line.substr(0, 3) == "## ") {
      DefinitionSection section;
      section.title = line.substr(3);
      section.slug = slug_of(section.title);
      section.text = std::string(line) + '\n';
      sections.push_back(std::move(section));
    } else if (!sections.empty() && line.substr(0, kSignalsMark.size()) == kSignalsMark) {
      sections.back().signals = ids_in(line);
    } else if (!sections.empty()) {
      sections.back().text += std::string(line) + '\n';
    }
  }
  for (DefinitionSection& section : sections) {
    section.text = std::string(trim(section.text)) + '\n';
  }
  return sections;
}

}  // namespace

const std::vector<DefinitionSection>& definition_sections() {
  static const std::vector<DefinitionSection> kSections = parse(definitions_page());
  return kSections;
}

const DefinitionSection* definition_of(std::string_view signal_id) {
  for (const DefinitionSection& section : definition_sections()) {
    for (const std::string& id : section.signals) {
      if (id == signal_id) return &section;
    }
  }
  return nullptr;
}

const DefinitionSection* section_by_slug(std::string_view slug) {
  for (const DefinitionSection& section : definition_sections()) {
    if (section.slug == slug) return &section;
  }
  return nullptr;
}

}  // namespace underfed
