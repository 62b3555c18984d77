// SPDX-License-Identifier: Apache-2.0
#include "formats/evidence_file.h"

#include <nlohmann/json.hpp>

#include "base/excerpt.h"
#include "base/text.h"
#include "formats/evidence_hand.h"
#include "formats/evidence_json.h"
#include "formats/evidence_saved.h"

namespace underfed {
namespace {

using nlohmann::json;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kSavedStart = "{\"underfed_evidence\"";  // as we write it

// The number of the schema, where it is one that this underfed reads.
Result<void> check_header(const json& header, const std::string& shown) {
  const json& schema = header["underfed_evidence"];
  if (schema.is_number_integer() && schema.get<std::int64_t>() == kEvidenceSchema) return {};
  if (schema.is_number() && schema.get<double>() > kEvidenceSchema) {
    const auto version = header.find("version");
    const std::string by = version != header.end() && version->is_string()
                               ? " (" + excerpt(version->get<std::string>(), 20) + ")"
                               : "";
    return Error{ErrorCode::unsupported_format, shown + ": saved by a newer underfed" + by,
                 "read it with that version or a later one"};
  }
  return Error{ErrorCode::not_evidence,
               shown + ": line 1: underfed_evidence is the number of the schema",
               "saved files begin with {\"underfed_evidence\": 1}; see docs/evidence.md"};
}

}  // namespace

Result<EvidenceDocument> read_evidence_file(std::string_view bytes, const std::string& shown,
                                            const Catalog& catalog) {
  if (bytes.substr(0, kByteOrderMark.size()) == kByteOrderMark)
    bytes.remove_prefix(kByteOrderMark.size());
  const std::string_view first = bytes.substr(0, bytes.find('\n'));
  const json header = parse_line(first).value_or(json());
  if (header.is_object() && header.contains("underfed_evidence")) {
    UF_TRY_VOID(check_header(header, shown));
    return read_saved(bytes, shown, catalog);
  }
  if (first.substr(0, kSavedStart.size()) == kSavedStart && first.size() == bytes.size()) {
    return Error{ErrorCode::not_evidence, shown + ": cut short in its first line",
                 "there is no evidence in it"};
  }
  return read_hand_written(bytes, shown, catalog);
}

}  // namespace underfed
