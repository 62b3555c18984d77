// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>

#include "report/json_parts.h"
#include "report/quantity_text.h"

namespace underfed::json {
namespace {

// Lists longer than this are summed up; the evidence file keeps them whole.
constexpr std::size_t kLongestList = 100;

Object summed_up(const std::vector<double>& samples) {
  const Distribution sorted{samples, samples.size()};
  return {{"mean", number(sorted.mean())},       {"min", number(sorted.quantile(0))},
          {"p10", number(sorted.quantile(0.1))}, {"p50", number(sorted.quantile(0.5))},
          {"p90", number(sorted.quantile(0.9))}, {"p99", number(sorted.quantile(0.99))},
          {"max", number(sorted.quantile(1))}};
}

Object numbers(const std::vector<double>& values) {
  Object list = Object::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

Object distribution(const Distribution& sample) {
  Object out{{"population", std::max<std::uint64_t>(sample.population, sample.samples.size())},
             {"sampled", sample.samples.size()},
             {"summary", sample.samples.empty() ? Object() : summed_up(sample.samples)}};
  if (sample.samples.size() <= kLongestList) out["samples"] = numbers(sample.samples);
  return out;
}

Object series(const Series& points) {
  Object out{{"points", points.values.size()},
             {"summary", points.values.empty() ? Object() : summed_up(points.values)}};
  if (points.values.size() <= kLongestList) {
    out["time_s"] = numbers(points.time_s);
    out["values"] = numbers(points.values);
  }
  return out;
}

Object setting(const Setting& found) {
  const std::string_view given = found.given == Given::explicitly ? "explicitly"
                                 : found.given == Given::as_null  ? "as null"
                                                                  : "by default";
  return {{"value", typed(found.value)},
          {"key", text_or_null(found.key)},
          {"given", given},
          {"default_of", text_or_null(found.default_of)}};
}

}  // namespace

Object number(double value) { return std::isfinite(value) ? Object(value) : Object(); }

Object text(std::string_view text) { return Object(std::string(text)); }

Object text_or_null(std::string_view t) { return t.empty() ? Object() : text(t); }

Object range(const Range& range) {
  return {{"low", number(range.low)}, {"high", number(range.high)}};
}

Object range_or_null(const std::optional<Range>& found) { return found ? range(*found) : Object(); }

Object statement(const Statement& said) {
  if (said.empty()) return {};
  return {{"text", text(to_text(said))}, {"values", values(said)}};
}

Object values(const Statement& said) {
  Object values = Object::array();
  for (const Statement::Part& part : said.values) {
    if (const auto* name = std::get_if<std::string>(&part)) {
      values.push_back(text(*name));
    } else {
      const auto& quantity = std::get<Quantity>(part);
      values.push_back({{"value", number(quantity.value)}, {"unit", to_text(quantity.unit)}});
    }
  }
  return values;
}

Object typed(const std::string& setting) {
  if (setting.empty()) return {};
  if (setting == "true" || setting == "false") return setting == "true";
  const char* const end = setting.data() + setting.size();
  std::int64_t whole = 0;
  if (const auto read = std::from_chars(setting.data(), end, whole);
      read.ec == std::errc{} && read.ptr == end) {
    return whole;
  }
  double real = 0;
  if (const auto read = std::from_chars(setting.data(), end, real);
      read.ec == std::errc{} && read.ptr == end && std::isfinite(real)) {
    return real;
  }
  return text(setting);
}

Object provenance(const Provenance& from) {
  return {{"origin", to_text(from.origin)},
          {"by", text_or_null(from.by)},
          {"source", text_or_null(from.source)},
          {"where", text_or_null(from.where)}};
}

Object breakdown(const Breakdown& whole) {
  Object parts = Object::array();
  for (const auto& [name, amount] : whole.parts) {
    parts.push_back({{"name", text(name)},
                     {"amount", number(amount)},
                     {"share", number(whole.total() > 0 ? amount / whole.total() : 0)}});
  }
  return {{"total", number(whole.total())}, {"parts", std::move(parts)}};
}

Object table(const Table& table) {
  Object columns = Object::array();
  for (const std::string& name : table.columns) columns.push_back(text(name));
  Object rows = Object::array();
  for (const auto& cells : table.rows) {
    Object row = Object::array();
    for (const Table::Cell& cell : cells) {
      const auto* name = std::get_if<std::string>(&cell);
      row.push_back(name != nullptr ? text(*name) : number(std::get<double>(cell)));
    }
    rows.push_back(std::move(row));
  }
  return {{"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

Object value(const Evidence& found) {
  const Value& value = found.value;
  if (const auto* real = std::get_if<double>(&value)) return number(*real);
  if (const auto* words = std::get_if<std::string>(&value)) return text(*words);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* points = std::get_if<Series>(&value)) return series(*points);
  if (const auto* sample = std::get_if<Distribution>(&value)) return distribution(*sample);
  if (const auto* parts = std::get_if<Breakdown>(&value)) return breakdown(*parts);
  if (const auto* chosen = std::get_if<Setting>(&value)) return setting(*chosen);
  return table(std::get<Table>(value));
}

Object evidence(const Evidence& found) {
  return {{"signal", found.signal->id},
          {"unit", to_text(found.signal->unit)},
          {"shape", to_text(found.signal->shape)},
          {"subject",
           {{"scope", to_text(found.subject.scope)}, {"id", text_or_null(found.subject.id)}}},
          {"value", value(found)},
          {"interval", range_or_null(found.interval)},
          {"span_s", range_or_null(found.span_s)},
          {"provenance", provenance(found.provenance)}};
}

Object absence(const Absence& missing) {
  return {{"signal", missing.signal->id},
          {"subject",
           {{"scope", to_text(missing.subject.scope)}, {"id", text_or_null(missing.subject.id)}}},
          {"reason", text(missing.reason)},
          {"hint", text_or_null(missing.hint)}};
}

}  // namespace underfed::json
