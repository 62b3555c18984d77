// SPDX-License-Identifier: Apache-2.0
#include "formats/evidence_saved.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>

#include "base/excerpt.h"
#include "base/text.h"
#include "formats/evidence_json.h"

namespace underfed {
namespace {

using nlohmann::json;

constexpr std::size_t kMostReasons = 20;   // told apart when lines are skipped
constexpr std::size_t kLongestName = 100;  // that a nearest one is looked for

constexpr std::array kOrigins{
    Origin::kernels_ran,     Origin::host_measured,  Origin::log_written, Origin::setting_resolved,
    Origin::setting_default, Origin::built_in_table, Origin::person_given};
constexpr std::array kScopes{Scope::run,    Scope::node,    Scope::rank,
                             Scope::device, Scope::process, Scope::step};

std::string text_of(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// The value of that name; what is not there has the one given; nothing where the name is unknown.
template <typename Enum, std::size_t n>
std::optional<Enum> member(const json& line, const char* key, const std::array<Enum, n>& all,
                           Enum absent) {
  if (!line.contains(key)) return absent;
  const std::string text = text_of(line, key);
  const auto* const at =
      std::find_if(all.begin(), all.end(), [&](Enum one) { return to_text(one) == text; });
  return at != all.end() ? std::optional(*at) : std::nullopt;
}

// Counts the lines that were skipped, by reason, in the order of their first.
class Skipped {
 public:
  void add(std::string why, std::size_t number) {
    auto at = std::find_if(reasons_.begin(), reasons_.end(),
                           [&](const Reason& reason) { return reason.why == why; });
    if (at == reasons_.end() && reasons_.size() >= kMostReasons) {
      why = "is skipped for yet another reason";
      at = std::find_if(reasons_.begin(), reasons_.end(),
                        [&](const Reason& reason) { return reason.why == why; });
    }
    if (at == reasons_.end()) at = reasons_.insert(at, {std::move(why), number, 0});
    ++at->count;
  }

  [[nodiscard]] std::vector<Notice> notices(const std::string& shown) const {
    std::vector<Notice> notices;
    for (const Reason& reason : reasons_) {
      const std::string first = std::to_string(reason.first);
      Notice notice{"line-skipped", {"line {} {}; it was skipped", {first, reason.why}}, {}};
      if (reason.count > 1) {
        notice.text = {"{} lines were skipped; the first, line {}, {}",
                       {count(static_cast<double>(reason.count)), first, reason.why}};
      }
      notice.provenance = {Origin::person_given, "evidence", shown, "line " + first};
      notices.push_back(std::move(notice));
    }
    return notices;
  }

 private:
  struct Reason {
    std::string why;  // goes on after "line 3 "
    std::size_t first = 0;
    std::size_t count = 0;
  };
  std::vector<Reason> reasons_;
};

std::size_t numbers_in(const Value& value) {
  if (const auto* distribution = std::get_if<Distribution>(&value))
    return distribution->samples.size();
  if (const auto* series = std::get_if<Series>(&value)) return 2 * series->values.size();
  return 0;
}

bool append(Distribution& before, const Distribution& more) {
  const std::size_t samples = before.samples.size() + more.samples.size();
  const std::uint64_t population = std::max(before.population, more.population);
  if (samples > kMostSamples || samples > population) return false;
  before.samples.insert(before.samples.end(), more.samples.begin(), more.samples.end());
  before.population = population;
  return true;
}

bool append(Series& before, const Series& more) {
  const bool ordered =
      before.time_s.empty() || more.time_s.empty() || before.time_s.back() <= more.time_s.front();
  if (!ordered) return false;
  before.time_s.insert(before.time_s.end(), more.time_s.begin(), more.time_s.end());
  before.values.insert(before.values.end(), more.values.begin(), more.values.end());
  return true;
}

// Puts a block behind what came before it; false where they do not fit.
bool append(Value& before, const Value& more) {
  if (auto* distribution = std::get_if<Distribution>(&before))
    return append(*distribution, std::get<Distribution>(more));
  if (auto* series = std::get_if<Series>(&before)) return append(*series, std::get<Series>(more));
  return false;
}

class SavedReader {
 public:
  explicit SavedReader(const Catalog& catalog) : catalog_(&catalog) {}

  // `whole`: the line has its end; the last of a killed recording may not.
  void take(std::string_view text, std::size_t number, bool whole) {
    if (const auto why = take_line(text)) {
      const bool cut = !whole && !parse_line(text);
      skipped_.add(cut ? "is cut short" : *why, number);
    }
  }

  EvidenceDocument take_document(const std::string& shown) {
    document_.notices = skipped_.notices(shown);
    return std::move(document_);
  }

 private:
  using Why = std::optional<std::string>;  // a line is skipped; nothing where it was taken
  using Key = std::tuple<const Signal*, Scope, std::string>;
  struct Open {
    std::size_t at = 0;      // place in the document
    std::size_t blocks = 0;  // lines so far; 0 where one was lost, so that nothing goes on with it
  };

  Why take_line(std::string_view text) {
    const auto line = parse_line(text);
    if (!line || !line->is_object()) {
      open_.clear();  // it may have been the start of what later lines go on with
      return text.size() > kLongestLine ? "is longer than any line that underfed writes"
                                        : "is no evidence";
    }
    if (line->contains("underfed_evidence")) return take_header(*line);
    if (document_.evidence.size() + document_.absences.size() >= kMostPieces)
      return "is more than this underfed keeps";
    const bool absent = line->contains("absent");
    const std::string id = text_of(*line, absent ? "absent" : "id");
    const Signal* signal = catalog_->find(id);
    if (signal == nullptr) return unknown(id);
    const auto scope = member(*line, "scope", kScopes, signal->scope);
    if (!scope) return "is about something that this underfed does not know";
    const Subject subject{*scope, text_of(*line, "of")};
    if (absent) {
      document_.absences.push_back(
          {signal, subject, text_of(*line, "reason"), text_of(*line, "hint")});
      return std::nullopt;
    }
    return take_value(*line, *signal, subject);
  }

  // A recording that was appended to an earlier one.
  Why take_header(const json& line) {
    open_.clear();
    if (line["underfed_evidence"] == kEvidenceSchema) return std::nullopt;
    return "begins evidence of another schema";
  }

  // The nearest name is looked for once for each of the first unknown ones.
  std::string unknown(const std::string& id) {
    if (id.empty()) return "is no evidence";
    if (const auto at = unknown_.find(id); at != unknown_.end()) return at->second;
    if (id.size() > kLongestName || unknown_.size() >= kMostReasons / 2)
      return "names a signal that this underfed does not know";
    const auto near = catalog_->suggest(id);
    return unknown_[id] = fmt::format("names {}, which this underfed does not know{}", excerpt(id),
                                      near ? " (the nearest is " + *near + ")" : "");
  }

  Why take_value(const json& line, const Signal& signal, const Subject& subject) {
    Open& open = open_[{&signal, subject.scope, subject.id}];
    const auto block = line.find("block");
    const bool first = block == line.end();
    const std::size_t before = std::exchange(open.blocks, 0);  // until it proves to fit
    auto value = line.contains("value") ? value_from(line["value"], signal) : std::nullopt;
    if (!value) return fmt::format("holds no value that {} can have", signal.id);
    numbers_ += numbers_in(*value);
    if (numbers_ > kMostNumbers) return "is more than this underfed keeps";
    if (first) return take_evidence(line, signal, subject, std::move(*value), open);
    const bool next =
        block->is_number_unsigned() && before > 0 && block->get<std::uint64_t>() == before + 1;
    if (!next || !append(document_.evidence[open.at].value, *value))
      return fmt::format("goes on with {}, and does not fit to what is before it", signal.id);
    open.blocks = before + 1;
    return std::nullopt;
  }

  Why take_evidence(const json& line, const Signal& signal, const Subject& subject, Value value,
                    Open& open) {
    const auto origin = member(line, "origin", kOrigins, Origin::person_given);
    if (!origin) return "has an origin that is not kept in evidence files";
    Evidence evidence;
    evidence.signal = &signal;
    evidence.subject = subject;
    evidence.value = std::move(value);
    if (line.contains("interval")) {
      evidence.interval = range_from(line["interval"], signal.unit);
      if (!evidence.interval) return "has an interval that is none";
    }
    if (line.contains("span_s")) {
      evidence.span_s = range_from(line["span_s"], Unit::none);
      if (!evidence.span_s) return "has a time span that is none";
    }
    evidence.provenance = {*origin, text_of(line, "by"), text_of(line, "source"),
                           text_of(line, "where")};
    open = {document_.evidence.size(), 1};
    document_.evidence.push_back(std::move(evidence));
    return std::nullopt;
  }

  const Catalog* catalog_;
  EvidenceDocument document_;
  Skipped skipped_;
  std::map<std::string, std::string> unknown_;  // ids, and what is said of them
  std::map<Key, Open> open_;                    // pieces that may go on in a later line
  std::size_t numbers_ = 0;
};

}  // namespace

EvidenceDocument read_saved(std::string_view bytes, const std::string& shown,
                            const Catalog& catalog) {
  SavedReader reader(catalog);
  std::size_t from = bytes.find('\n');
  for (std::size_t number = 2; from != std::string_view::npos; ++number) {
    const std::size_t to = bytes.find('\n', ++from);
    const bool whole = to != std::string_view::npos;
    const std::string_view line = bytes.substr(from, whole ? to - from : to);
    if (!trim(line).empty()) reader.take(line, number, whole);
    from = to;
  }
  return reader.take_document(shown);
}

}  // namespace underfed
