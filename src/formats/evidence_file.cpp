// SPDX-License-Identifier: Apache-2.0
#include "formats/evidence_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "formats/evidence_hand.h"
#include "formats/evidence_json.h"

namespace underfed {
namespace {

using nlohmann::json;

constexpr std::size_t kBlock = 4096;  // values of a series or distribution in one line

constexpr std::array kOrigins{
    Origin::kernels_ran,     Origin::host_measured,  Origin::log_written,  Origin::setting_resolved,
    Origin::setting_default, Origin::built_in_table, Origin::person_given, Origin::derived};
constexpr std::array kScopes{Scope::run,    Scope::node,    Scope::rank,
                             Scope::device, Scope::process, Scope::step};

template <typename Enum, std::size_t n>
std::optional<Enum> by_text(const std::array<Enum, n>& all, const std::string& text) {
  const auto at =
      std::find_if(all.begin(), all.end(), [&](Enum one) { return to_text(one) == text; });
  return at != all.end() ? std::optional(*at) : std::nullopt;
}

std::string text_of(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// Every k-th sample, so that the thinned ones are spread like all.
std::vector<double> thinned(const std::vector<double>& samples) {
  if (samples.size() <= kMostSamples) return samples;
  std::vector<double> kept;
  for (std::size_t i = 0; i < kMostSamples; ++i)
    kept.push_back(samples[i * samples.size() / kMostSamples]);
  return kept;
}

// The value in pieces of at most kBlock values, the first of which may be the whole.
std::vector<Value> blocks_of(const Value& value) {
  std::vector<Value> blocks;
  if (const auto* distribution = std::get_if<Distribution>(&value)) {
    const std::vector<double> samples = thinned(distribution->samples);
    for (std::size_t at = 0; at == 0 || at < samples.size(); at += kBlock) {
      const auto end = static_cast<std::ptrdiff_t>(std::min(at + kBlock, samples.size()));
      blocks.emplace_back(
          Distribution{{samples.begin() + static_cast<std::ptrdiff_t>(at), samples.begin() + end},
                       distribution->population});
    }
  } else if (const auto* series = std::get_if<Series>(&value)) {
    for (std::size_t at = 0; at == 0 || at < series->values.size(); at += kBlock) {
      const auto from = static_cast<std::ptrdiff_t>(at);
      const auto end = static_cast<std::ptrdiff_t>(std::min(at + kBlock, series->values.size()));
      blocks.emplace_back(Series{{series->time_s.begin() + from, series->time_s.begin() + end},
                                 {series->values.begin() + from, series->values.begin() + end}});
    }
  } else {
    blocks.push_back(value);
  }
  return blocks;
}

// Puts a block behind what came before it; false where they do not fit.
bool append(Value& value, const Value& more) {
  if (auto* distribution = std::get_if<Distribution>(&value)) {
    const auto* next = std::get_if<Distribution>(&more);
    if (next == nullptr) return false;
    distribution->samples.insert(distribution->samples.end(), next->samples.begin(),
                                 next->samples.end());
    return true;
  }
  auto* series = std::get_if<Series>(&value);
  const auto* next = std::get_if<Series>(&more);
  if (series == nullptr || next == nullptr) return false;
  series->time_s.insert(series->time_s.end(), next->time_s.begin(), next->time_s.end());
  series->values.insert(series->values.end(), next->values.begin(), next->values.end());
  return true;
}

void put_subject(json& line, const Subject& subject) {
  line["scope"] = to_text(subject.scope);
  if (!subject.id.empty()) line["of"] = subject.id;
}

std::string as_line(const json& line) {
  return line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

class SavedReader {
 public:
  SavedReader(const std::string& shown, const Catalog& catalog)
      : shown_(&shown), catalog_(&catalog) {}

  void take(std::string_view text, std::size_t number, bool whole) {
    const json line = json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!line.is_object()) return skip(number, whole ? "is no evidence" : "is cut short");
    if (line.contains("more")) return take_more(line, number);
    last_ = SIZE_MAX;
    const std::string id = text_of(line, line.contains("absent") ? "absent" : "id");
    const Signal* signal = catalog_->find(id);
    if (signal == nullptr)
      return skip(number, "names \"" + id.substr(0, 80) + "\", which this underfed does not know");
    const auto scope = by_text(kScopes, text_of(line, "scope"));
    const Subject subject{scope.value_or(signal->scope), text_of(line, "of")};
    if (line.contains("absent")) {
      document_.absences.push_back(
          {signal, subject, text_of(line, "reason"), text_of(line, "hint")});
    } else {
      take_evidence(line, number, *signal, subject);
    }
  }

  EvidenceDocument take_document() { return std::move(document_); }

 private:
  void take_evidence(const json& line, std::size_t number, const Signal& signal,
                     const Subject& subject) {
    auto value = line.contains("value") ? value_from(line["value"], signal) : std::nullopt;
    if (!value) return skip(number, fmt::format("holds no value that {} can have", signal.id));
    Evidence evidence;
    evidence.signal = &signal;
    evidence.subject = subject;
    evidence.value = std::move(*value);
    if (line.contains("interval")) evidence.interval = range_from(line["interval"]);
    if (line.contains("span_s")) evidence.span_s = range_from(line["span_s"]);
    evidence.provenance = {
        by_text(kOrigins, text_of(line, "origin")).value_or(Origin::person_given),
        text_of(line, "by"), text_of(line, "source"), text_of(line, "where")};
    last_ = document_.evidence.size();
    document_.evidence.push_back(std::move(evidence));
  }

  void take_more(const json& line, std::size_t number) {
    if (last_ == SIZE_MAX || !line.contains("value")) return skip(number, "goes on with nothing");
    Evidence& before = document_.evidence[last_];
    const auto value = value_from(line["value"], *before.signal);
    if (!value || !append(before.value, *value)) skip(number, "does not fit to the line before it");
  }

  void skip(std::size_t number, const std::string& why) {
    document_.notices.push_back(
        {"line-skipped",
         {"line {} {}", {std::to_string(number), why}},
         {Origin::person_given, "evidence", *shown_, fmt::format("line {}", number)}});
  }

  const std::string* shown_;
  const Catalog* catalog_;
  EvidenceDocument document_;
  std::size_t last_ = SIZE_MAX;  // the evidence that may go on in the next line
};

Result<EvidenceDocument> read_saved(std::string_view bytes, const std::string& shown,
                                    const Catalog& catalog) {
  SavedReader reader(shown, catalog);
  const auto lines = split(bytes, '\n');
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (!trim(lines[i]).empty()) reader.take(lines[i], i + 1, i + 1 < lines.size());
  }
  return reader.take_document();
}

}  // namespace

Result<EvidenceDocument> read_evidence_file(std::string_view bytes, const std::string& shown,
                                            const Catalog& catalog) {
  const std::string_view first = bytes.substr(0, bytes.find('\n'));
  const json header = json::parse(first, nullptr, /*allow_exceptions=*/false);
  if (!header.is_object() || !header.contains("underfed_evidence"))
    return read_hand_written(bytes, shown, catalog);
  const json& schema = header["underfed_evidence"];
  if (!schema.is_number_integer() || schema.get<std::int64_t>() > kEvidenceSchema) {
    return Error{ErrorCode::unsupported_format,
                 shown + ": written by a newer underfed (" + text_of(header, "version") + ")",
                 "read it with that version or a later one"};
  }
  return read_saved(bytes, shown, catalog);
}

std::string evidence_header(std::string_view version, std::string_view when) {
  return as_line({{"underfed_evidence", kEvidenceSchema}, {"version", version}, {"when", when}});
}

std::string evidence_lines(const Evidence& evidence) {
  if (evidence.provenance.origin == Origin::derived) return {};
  std::string lines;
  for (const Value& block : blocks_of(evidence.value)) {
    json line;
    if (!lines.empty()) {
      line = {{"more", true}, {"value", json_of(block)}};
    } else {
      line["id"] = evidence.signal->id;
      put_subject(line, evidence.subject);
      line["value"] = json_of(block);
      if (evidence.interval) line["interval"] = json_of(*evidence.interval);
      if (evidence.span_s) line["span_s"] = json_of(*evidence.span_s);
      line["origin"] = to_text(evidence.provenance.origin);
      line["by"] = evidence.provenance.by;
      line["source"] = evidence.provenance.source;
      line["where"] = evidence.provenance.where;
    }
    lines += as_line(line);
  }
  return lines;
}

std::string absence_line(const Absence& absence) {
  json line{{"absent", absence.signal->id}};
  put_subject(line, absence.subject);
  line["reason"] = absence.reason;
  line["hint"] = absence.hint;
  return as_line(line);
}

}  // namespace underfed
