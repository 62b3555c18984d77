// SPDX-License-Identifier: Apache-2.0
#include "formats/yaml_tree.h"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include "base/excerpt.h"
#include "base/text.h"

namespace underfed {
namespace {

constexpr std::size_t kDeepest = 32;
constexpr std::size_t kMostNodes = 200'000;

struct EventDeleter {
  void operator()(yaml_event_t* event) const {
    yaml_event_delete(event);
    delete event;
  }
};
using Event = std::unique_ptr<yaml_event_t, EventDeleter>;

std::size_t line_of(const yaml_mark_t& mark) { return mark.line + 1; }

Error at_line(std::size_t line, std::string_view what) {
  return {ErrorCode::not_evidence, fmt::format("line {}: {}", line, what), ""};
}

class Parser {
 public:
  explicit Parser(std::string_view text) {
    yaml_parser_initialize(&parser_);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  ~Parser() { yaml_parser_delete(&parser_); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  Result<YamlNode> document() {
    while (true) {
      UF_TRY(const Event event, next());
      if (event->type == YAML_STREAM_END_EVENT) return YamlNode{};
      if (event->type != YAML_STREAM_START_EVENT && event->type != YAML_DOCUMENT_START_EVENT) {
        UF_TRY(YamlNode root, node(*event, 0));
        UF_TRY_VOID(end());
        return root;
      }
    }
  }

 private:
  Result<Event> next() {
    Event event(new yaml_event_t{});
    if (yaml_parser_parse(&parser_, event.get()) == 0) {
      const std::size_t line = line_of(parser_.problem_mark);
      return at_line(line, parser_.problem != nullptr ? parser_.problem : "no YAML");
    }
    return event;
  }

  // Nothing may follow the document.
  Result<void> end() {
    while (true) {
      UF_TRY(const Event event, next());
      if (event->type == YAML_STREAM_END_EVENT) return {};
      if (event->type != YAML_DOCUMENT_END_EVENT)
        return at_line(line_of(event->start_mark), "a second document begins; one is read");
    }
  }

  Result<YamlNode> node(const yaml_event_t& event, std::size_t depth) {
    const std::size_t line = line_of(event.start_mark);
    if (depth > kDeepest) return at_line(line, "nested too deeply");
    if (++nodes_ > kMostNodes) return at_line(line, "too many values");
    switch (event.type) {
      case YAML_SCALAR_EVENT:
        return scalar(event);
      case YAML_SEQUENCE_START_EVENT:
        return sequence(line, depth);
      case YAML_MAPPING_START_EVENT:
        return mapping(line, depth);
      case YAML_ALIAS_EVENT:
        return at_line(line, "an alias (*name): write the value itself");
      default:
        return YamlNode{};
    }
  }

  static YamlNode scalar(const yaml_event_t& event) {
    const auto& scalar = event.data.scalar;
    YamlNode node;
    node.text.assign(reinterpret_cast<const char*>(scalar.value), scalar.length);
    node.quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE;
    node.line = line_of(event.start_mark);
    return node;
  }

  Result<YamlNode> sequence(std::size_t line, std::size_t depth) {
    YamlNode list;
    list.kind = YamlNode::Kind::sequence;
    list.line = line;
    while (true) {
      UF_TRY(const Event event, next());
      if (event->type == YAML_SEQUENCE_END_EVENT) return list;
      UF_TRY(YamlNode item, node(*event, depth + 1));
      list.items.push_back(std::move(item));
    }
  }

  Result<YamlNode> mapping(std::size_t line, std::size_t depth) {
    YamlNode map;
    map.kind = YamlNode::Kind::mapping;
    map.line = line;
    std::set<std::string> keys;
    while (true) {
      UF_TRY(const Event key_event, next());
      if (key_event->type == YAML_MAPPING_END_EVENT) return map;
      UF_TRY(YamlNode key, node(*key_event, depth + 1));
      if (key.kind != YamlNode::Kind::scalar) return at_line(key.line, "a key that is no text");
      if (!keys.insert(key.text).second)
        return at_line(key.line, "\"" + excerpt(key.text) + "\" stands here twice");
      UF_TRY(const Event value_event, next());
      UF_TRY(YamlNode value, node(*value_event, depth + 1));
      map.entries.push_back({std::move(key), std::move(value)});
    }
  }

  yaml_parser_t parser_{};
  std::size_t nodes_ = 0;
};

bool is_word(const YamlNode& scalar, std::initializer_list<std::string_view> words) {
  if (scalar.kind != YamlNode::Kind::scalar || scalar.quoted) return false;
  const std::string lower = to_lower(scalar.text);
  return std::find(words.begin(), words.end(), lower) != words.end();
}

}  // namespace

Result<YamlNode> parse_yaml(std::string_view text) { return Parser(text).document(); }

bool is_yaml_null(const YamlNode& scalar) { return is_word(scalar, {"", "~", "null"}); }
bool is_yaml_true(const YamlNode& scalar) { return is_word(scalar, {"true", "yes", "on"}); }
bool is_yaml_false(const YamlNode& scalar) { return is_word(scalar, {"false", "no", "off"}); }

}  // namespace underfed
