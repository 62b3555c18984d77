// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace underfed {

struct YamlEntry;

// A YAML document (JSON is one too) as a tree, with the line of each node. Scalars keep their text
// as written; what type they are is the reader's business, as far as quotes allow.
struct YamlNode {
  enum class Kind { scalar, sequence, mapping };
  Kind kind = Kind::scalar;
  std::string text;                // of a scalar
  bool quoted = false;             // a scalar in quotes is text, whatever it looks like
  std::size_t line = 0;            // from 1
  std::vector<YamlNode> items;     // of a sequence
  std::vector<YamlEntry> entries;  // of a mapping, in file order
};

struct YamlEntry {
  YamlNode key;
  YamlNode value;
};

// The document. Errors (not_evidence) name the line: no YAML, a key twice in one mapping, aliases
// (not followed here), a second document, deeper than 32 levels, more than 200,000 nodes. JSON with
// surrogate pairs (\ud83d\ude00) is no YAML.
[[nodiscard]] Result<YamlNode> parse_yaml(std::string_view text);

// What YAML 1.1 (and so PyYAML) reads unquoted scalars as.
[[nodiscard]] bool is_yaml_null(const YamlNode& scalar);
[[nodiscard]] bool is_yaml_true(const YamlNode& scalar);
[[nodiscard]] bool is_yaml_false(const YamlNode& scalar);

}  // namespace underfed
