// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/private_text.h"
#include "base/shown_path.h"
#include "formats/evidence_file.h"
#include "formats/evidence_json.h"
#include "formats/evidence_saved.h"

namespace underfed {
namespace {

using nlohmann::json;

// Evenly chosen samples, so that the thinned ones are spread like all.
std::vector<double> thinned(const std::vector<double>& samples) {
  if (samples.size() <= kMostSamples) return samples;
  std::vector<double> kept;
  for (std::size_t i = 0; i < kMostSamples; ++i)
    kept.push_back(samples[i * samples.size() / kMostSamples]);
  return kept;
}

std::vector<double> part(const std::vector<double>& all, std::size_t from) {
  const std::size_t end = std::min(from + kBlockValues, all.size());
  return {all.begin() + static_cast<std::ptrdiff_t>(from),
          all.begin() + static_cast<std::ptrdiff_t>(end)};
}

// The value in pieces of at most kBlockValues values, the first of which may be the whole.
std::vector<Value> blocks_of(const Value& value) {
  std::vector<Value> blocks;
  if (const auto* distribution = std::get_if<Distribution>(&value)) {
    const std::vector<double> samples = thinned(distribution->samples);
    for (std::size_t at = 0; at == 0 || at < samples.size(); at += kBlockValues)
      blocks.emplace_back(Distribution{part(samples, at), distribution->population});
  } else if (const auto* series = std::get_if<Series>(&value)) {
    for (std::size_t at = 0; at == 0 || at < series->values.size(); at += kBlockValues)
      blocks.emplace_back(Series{part(series->time_s, at), part(series->values, at)});
  } else {
    blocks.push_back(value);
  }
  return blocks;
}

void clean(std::string& text) { text = without_private(text); }

// The texts of a value without what is private.
struct Clean {
  void operator()(double /*number*/) const {}
  void operator()(bool /*flag*/) const {}
  void operator()(const Series& /*series*/) const {}
  void operator()(const Distribution& /*distribution*/) const {}
  void operator()(std::string& text) const { clean(text); }
  void operator()(Breakdown& breakdown) const {
    for (auto& [name, number] : breakdown.parts) clean(name);
  }
  void operator()(Setting& setting) const {
    clean(setting.value);
    clean(setting.key);
    clean(setting.default_of);
  }
  void operator()(Table& table) const {
    for (auto& row : table.rows) {
      for (Table::Cell& cell : row) {
        if (auto* text = std::get_if<std::string>(&cell)) clean(*text);
      }
    }
  }
};

void put_subject(json& line, const Subject& subject) {
  line["scope"] = to_text(subject.scope);
  if (!subject.id.empty()) line["of"] = subject.id;
}

void put_provenance(json& line, const Provenance& provenance) {
  line["origin"] = to_text(provenance.origin);
  line["by"] = provenance.by;
  line["source"] = without_private(shown_path(provenance.source, ""));
  line["where"] = without_private(provenance.where);
}

std::string as_line(const json& line) {
  return line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string evidence_header(std::string_view version, std::string_view when) {
  return as_line({{"underfed_evidence", kEvidenceSchema}, {"version", version}, {"when", when}});
}

std::string saved_lines(const Evidence& evidence, std::size_t& blocks) {
  if (evidence.provenance.origin == Origin::derived) return {};
  std::string lines;
  for (Value& block : blocks_of(evidence.value)) {
    std::visit(Clean{}, block);
    json line{{"id", evidence.signal->id}, {"value", json_of(block)}};
    put_subject(line, evidence.subject);
    if (++blocks > 1) {
      line["block"] = blocks;
    } else {
      if (evidence.interval) line["interval"] = json_of(*evidence.interval);
      if (evidence.span_s) line["span_s"] = json_of(*evidence.span_s);
      put_provenance(line, evidence.provenance);
    }
    lines += as_line(line);
  }
  return lines;
}

std::string evidence_lines(const Evidence& evidence) {
  std::size_t blocks = 0;
  return saved_lines(evidence, blocks);
}

std::string absence_line(const Absence& absence) {
  json line{{"absent", absence.signal->id}};
  put_subject(line, absence.subject);
  line["reason"] = without_private(absence.reason);
  line["hint"] = without_private(absence.hint);
  return as_line(line);
}

}  // namespace underfed
