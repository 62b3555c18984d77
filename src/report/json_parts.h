// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/diagnosis.h"

// The pieces that the JSON report is made of.
namespace underfed::json {

using Object = nlohmann::ordered_json;

[[nodiscard]] Object number(double value);              // null where it is not finite
[[nodiscard]] Object text(std::string_view text);       // broken UTF-8 replaced
[[nodiscard]] Object text_or_null(std::string_view t);  // null where empty
[[nodiscard]] Object range(const Range& range);         // {"low", "high"}
[[nodiscard]] Object range_or_null(const std::optional<Range>& range);
// {"text", "values": [{"value", "unit"} or text]}; null where empty.
[[nodiscard]] Object values(const Statement& statement);
[[nodiscard]] Object statement(const Statement& statement);
// "3" is a number, "true" a flag, anything else text; null where empty.
[[nodiscard]] Object typed(const std::string& setting);

[[nodiscard]] Object provenance(const Provenance& provenance);
[[nodiscard]] Object value(const Evidence& evidence);     // by shape
[[nodiscard]] Object evidence(const Evidence& evidence);  // with signal, subject and provenance
[[nodiscard]] Object absence(const Absence& absence);
[[nodiscard]] Object breakdown(const Breakdown& parts);  // total and parts with shares
[[nodiscard]] Object table(const Table& table);          // columns and rows

[[nodiscard]] Object remedy(const Remedy& remedy, const EvidenceView& view);
[[nodiscard]] Object judgement(const Judgement& judgement, const Diagnosis& diagnosis);
[[nodiscard]] Object plan(const Plan& plan, const EvidenceView& view);
[[nodiscard]] Object device(const Diagnosis& diagnosis, const std::string& id);

}  // namespace underfed::json
