// SPDX-License-Identifier: Apache-2.0
#include "formats/evidence_hand.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "formats/yaml_tree.h"

namespace underfed {
namespace {

using Kind = YamlNode::Kind;

std::string shape_example(const Signal& signal) {
  switch (signal.shape) {
    case Shape::number:
      return "a number";
    case Shape::text:
      return "a text";
    case Shape::flag:
      return "true or false";
    case Shape::distribution:
      return "a number, or a list of them";
    case Shape::breakdown:
      return "an object of parts, {\"part\": number}";
    case Shape::setting:
      return "the setting's value";
    case Shape::series:
      return "{\"time_s\": [...], \"values\": [...]}";
    case Shape::table:
      return "nothing: tables cannot be written by hand";
  }
  return {};
}

Error wrong_shape(const Signal& signal) {
  return {ErrorCode::usage, fmt::format("is {}", shape_example(signal)),
          std::string(signal.meaning)};
}

Result<double> number_of(const YamlNode& node, const Signal& signal) {
  if (node.kind != Kind::scalar) return wrong_shape(signal);
  return parse_quantity(node.text, signal.unit);
}

Result<std::vector<double>> numbers_of(const YamlNode& node, const Signal& signal, Unit unit) {
  std::vector<double> numbers;
  if (node.kind == Kind::mapping) return wrong_shape(signal);
  const std::vector<YamlNode> one{node};
  for (const YamlNode& item : node.kind == Kind::scalar ? one : node.items) {
    if (item.kind != Kind::scalar) return wrong_shape(signal);
    UF_TRY(const double number, parse_quantity(item.text, unit));
    numbers.push_back(number);
  }
  return numbers;
}

Result<Value> setting_of(const YamlNode& node, const Signal& signal) {
  if (node.kind != Kind::scalar) return wrong_shape(signal);
  Setting setting;
  setting.key = std::string(signal.id);
  if (is_yaml_null(node)) {
    setting.given = Given::as_null;
  } else if (is_yaml_true(node) || is_yaml_false(node)) {
    setting.value = is_yaml_true(node) ? "true" : "false";
  } else if (signal.unit != Unit::none) {
    UF_TRY(const double number, parse_quantity(node.text, signal.unit));
    setting.value = fmt::format("{}", number);
  } else {
    setting.value = to_lower(node.text);
  }
  return Value(std::move(setting));
}

Result<Value> breakdown_of(const YamlNode& node, const Signal& signal) {
  if (node.kind != Kind::mapping) return wrong_shape(signal);
  Breakdown breakdown;
  for (const auto& [name, part] : node.entries) {
    UF_TRY(const double number, number_of(part, signal));
    breakdown.parts.emplace_back(name.text, number);
  }
  return Value(std::move(breakdown));
}

Result<Value> series_of(const YamlNode& node, const Signal& signal) {
  if (node.kind != Kind::mapping) return wrong_shape(signal);
  Series series;
  for (const auto& [name, list] : node.entries) {
    const bool times = name.text == "time_s";
    if (!times && name.text != "values") return wrong_shape(signal);
    UF_TRY((times ? series.time_s : series.values),
           numbers_of(list, signal, times ? Unit::seconds : signal.unit));
  }
  const bool ordered = std::is_sorted(series.time_s.begin(), series.time_s.end());
  if (series.time_s.size() != series.values.size() || !ordered) return wrong_shape(signal);
  return Value(std::move(series));
}

Result<Value> value_of(const YamlNode& node, const Signal& signal) {
  switch (signal.shape) {
    case Shape::number: {
      UF_TRY(const double number, number_of(node, signal));
      return Value(number);
    }
    case Shape::text:
      if (node.kind != Kind::scalar || node.text.empty()) return wrong_shape(signal);
      return Value(node.text);
    case Shape::flag:
      if (is_yaml_true(node)) return Value(true);
      if (is_yaml_false(node)) return Value(false);
      return wrong_shape(signal);
    case Shape::distribution: {
      UF_TRY(std::vector<double> samples, numbers_of(node, signal, signal.unit));
      const std::uint64_t population = samples.size();
      return Value(Distribution{std::move(samples), population});
    }
    case Shape::breakdown:
      return breakdown_of(node, signal);
    case Shape::setting:
      return setting_of(node, signal);
    case Shape::series:
      return series_of(node, signal);
    case Shape::table:
      return wrong_shape(signal);
  }
  return wrong_shape(signal);
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
      } else if (value.kind == Kind::mapping) {
        take(value, id);
      } else {
        const auto near = catalog_->suggest(id);
        problem(key.line, id, "no such signal",
                near ? "did you mean " + *near + "?" : "underfed explain lists them");
      }
    }
  }

  Result<EvidenceDocument> result() {
    if (problems_.empty() && document_.evidence.empty()) {
      return Error{ErrorCode::not_evidence, *shown_ + ": holds no facts",
                   "write {\"gpu.counter_busy\": 0.35}"};
    }
    if (problems_.empty()) return std::move(document_);
    return Error{ErrorCode::not_evidence, join(problems_, "\n  "),
                 "underfed explain NAME says what a signal is"};
  }

 private:
  void take_value(const Signal& signal, std::size_t line, const YamlNode& node) {
    auto value = value_of(node, signal);
    if (!value)
      return problem(line, std::string(signal.id), value.error().message, value.error().hint);
    Evidence evidence;
    evidence.signal = &signal;
    evidence.subject = {signal.scope, {}};
    evidence.value = std::move(*value);
    evidence.provenance = {Origin::person_given, "evidence", *shown_, fmt::format("line {}", line)};
    document_.evidence.push_back(std::move(evidence));
  }

  void problem(std::size_t line, const std::string& id, const std::string& what,
               const std::string& hint) {
    problems_.push_back(fmt::format("{}: line {}: {}: {}{}{}", *shown_, line, id, what,
                                    hint.empty() ? "" : "; ", hint));
  }

  const std::string* shown_;
  const Catalog* catalog_;
  EvidenceDocument document_;
  std::vector<std::string> problems_;
};

}  // namespace

Result<EvidenceDocument> read_hand_written(std::string_view text, const std::string& shown,
                                           const Catalog& catalog) {
  auto tree = parse_yaml(text);
  if (!tree) return std::move(tree).error().with_context(shown);
  if (tree->kind != Kind::mapping) {
    return Error{ErrorCode::not_evidence, shown + ": this is no object of facts",
                 "write {\"gpu.counter_busy\": 0.35}"};
  }
  HandReader reader(shown, catalog);
  reader.take(*tree, "");
  return reader.result();
}

}  // namespace underfed
