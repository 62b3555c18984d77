// SPDX-License-Identifier: Apache-2.0
#include "formats/evidence_hand.h"

#include <fmt/format.h>

#include <map>

#include "base/excerpt.h"
#include "base/text.h"
#include "formats/evidence_hand_value.h"
#include "formats/yaml_tree.h"

namespace underfed {
namespace {

using Kind = YamlNode::Kind;

constexpr std::size_t kMostProblems = 20;  // told one by one
constexpr std::size_t kLongestName = 100;  // that a suggestion is looked for
constexpr const char* kExample = "write {\"gpu.counter_busy\": 0.35}; docs/evidence.md has more";

// What a number of the unit is, where the meaning alone does not say it.
std::string unit_note(Unit unit) {
  if (unit == Unit::share) return ", from 0 to 1";
  const bool bare = unit == Unit::none || unit == Unit::count || unit == Unit::factor;
  return bare ? "" : fmt::format(", in {}", to_text(unit));
}

class HandReader {
 public:
  HandReader(const std::string& shown, const Catalog& catalog)
      : shown_(&shown), catalog_(&catalog) {}

  void take(const YamlNode& mapping, const std::string& prefix) {
    for (const auto& [key, value] : mapping.entries) {
      const std::string id = prefix.empty() ? key.text : prefix + "." + key.text;
      if (const Signal* signal = catalog_->find(id)) {
        take_value(*signal, key.line, value);
      } else if (value.kind == Kind::mapping && !value.entries.empty()) {
        take(value, id);
      } else {
        unknown(id, key.line);
      }
    }
  }

  Result<EvidenceDocument> result() {
    if (count_ > kMostProblems) {
      problems_.push_back(
          fmt::format("{}: {} more problems of the same kinds", *shown_, count_ - kMostProblems));
    }
    if (count_ > 0) {
      return Error{ErrorCode::not_evidence, join(problems_, "\n"),
                   "underfed explain lists the signals; underfed explain NAME says what one is"};
    }
    if (document_.evidence.empty())
      return Error{ErrorCode::not_evidence, *shown_ + ": holds no facts", kExample};
    return std::move(document_);
  }

 private:
  void take_value(const Signal& signal, std::size_t line, const YamlNode& node) {
    const std::string id(signal.id);
    if (const auto [at, is_new] = first_line_.emplace(&signal, line); !is_new)
      return problem(line, id, fmt::format("stands in line {} already", at->second), "");
    auto value = hand_written_value(node, signal);
    if (!value) {
      const std::string is = fmt::format("it is: {}{}", signal.meaning, unit_note(signal.unit));
      return problem(line, id, value.error().message, value.error().hint, is);
    }
    Evidence evidence;
    evidence.signal = &signal;
    evidence.subject = {signal.scope, {}};
    evidence.value = std::move(*value);
    evidence.provenance = {Origin::person_given, "evidence", *shown_, fmt::format("line {}", line)};
    document_.evidence.push_back(std::move(evidence));
  }

  void unknown(const std::string& id, std::size_t line) {
    const bool look = count_ < kMostProblems && id.size() <= kLongestName;
    const auto near = look ? catalog_->suggest(id) : std::nullopt;
    const Signal* meant = near ? catalog_->find(*near) : nullptr;
    problem(line, id, "no such signal", near ? "did you mean " + *near + "?" : "",
            meant != nullptr ? fmt::format("that is: {}", meant->meaning) : "");
  }

  // `more` stands in a line of its own.
  void problem(std::size_t line, const std::string& id, const std::string& what,
               const std::string& hint, const std::string& more = {}) {
    if (++count_ > kMostProblems) return;
    problems_.push_back(fmt::format("{}: line {}: {}: {}{}{}{}{}", *shown_, line, excerpt(id), what,
                                    hint.empty() ? "" : "; ", hint, more.empty() ? "" : "\n    ",
                                    more));
  }

  const std::string* shown_;
  const Catalog* catalog_;
  EvidenceDocument document_;
  std::map<const Signal*, std::size_t> first_line_;
  std::vector<std::string> problems_;
  std::size_t count_ = 0;
};

}  // namespace

Result<EvidenceDocument> read_hand_written(std::string_view text, const std::string& shown,
                                           const Catalog& catalog) {
  if (text.size() > kLargestByHand) {
    return Error{ErrorCode::not_evidence,
                 fmt::format("{}: {} MB are more than a file written by hand can have", shown,
                             text.size() / 1'000'000),
                 "saved evidence begins with {\"underfed_evidence\": 1}"};
  }
  auto tree = parse_yaml(text);
  if (!tree) return std::move(tree).error().with_context(shown);
  if (tree->kind != Kind::mapping)
    return Error{ErrorCode::not_evidence, shown + ": this is no object of facts", kExample};
  HandReader reader(shown, catalog);
  reader.take(*tree, "");
  return reader.result();
}

}  // namespace underfed
