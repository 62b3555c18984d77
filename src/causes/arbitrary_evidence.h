// SPDX-License-Identifier: Apache-2.0
// For tests of all causes: evidence that an input could bring, of any part of the vocabulary. Each
// number is valid for its unit, each part and column has a name that a probe writes; signals
// may contradict each other, as those of several inputs do, but for what copies_fit() says.
#pragma once

#include <rapidcheck.h>

#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "core/evidence_set.h"
#include "signals/config.h"
#include "signals/host.h"
#include "signals/kernel.h"
#include "signals/loader.h"
#include "signals/trace.h"
#include "signals/trace_parts.h"
#include "signals/vocabulary.h"

namespace underfed::testing_support {

using Names = std::vector<std::string>;

inline std::string one_of(const Names& names) { return *rc::gen::elementOf(names); }
inline bool one_in(int times) { return *rc::gen::inRange(0, times) == 0; }

// From a nanosecond to weeks, each order of magnitude alike; zero now and then.
inline double any_amount() {
  if (one_in(8)) return 0;
  return *rc::gen::inRange(1, 100) * std::pow(10.0, *rc::gen::inRange(-10, 5));
}

// Often at the thresholds that rules have, and at both ends.
inline double any_share() {
  if (one_in(2)) return *rc::gen::element(0.0, 0.02, 0.03, 0.06, 0.1, 0.3, 0.5, 0.85, 0.95, 1.0);
  return *rc::gen::inRange(0, 10001) / 10000.0;
}

inline double any_number(Unit unit) {
  switch (unit) {
    case Unit::share:
      return any_share();
    case Unit::count:
      return one_in(2) ? *rc::gen::inRange(0, 4) : *rc::gen::inRange(0, 100000);
    case Unit::bytes:
      return any_amount() * 1e6;
    case Unit::none:
      return *rc::gen::element(-1e300, -1.0, 0.0, 3.5, 6.0, 7.0, 7.5, 8.0, 8.6, 9.0, 12.0, 1e300);
    default:
      return any_amount();
  }
}

inline std::string any_setting(const Signal& signal) {
  if (one_in(8)) return one_of({"", "auto", "nan", "-1", "1e300", "x"});
  if (&signal == &kPrecisionSetting) return one_of({"fp32", "tf32", "fp16", "bf16", "fp8"});
  if (&signal == &kAttentionSetting) return one_of({"eager", "sdpa", "flash_attention_2"});
  if (signal.unit == Unit::none) return one_of({"true", "false"});
  return one_of({"0", "1", "2", "3", "4", "8", "10", "64", "500", "2048"});
}

inline std::string any_text(const Signal& signal) {
  if (&signal == &kLoaderProcess) return one_of({"training process", "workers"});
  return one_of({"NVIDIA H100 80GB HBM3", "NVIDIA A100-PCIE-40GB", "NVIDIA GeForce RTX 3060",
                 "Tesla V100-SXM2-16GB", "Tesla P100-PCIE-16GB", "AMD Instinct MI250X", "an NPU",
                 ""});
}

inline Names parts_of(const Signal& signal) {
  if (&signal == &kKernelFamilies) {
    return {"matrix product", "convolution",    "attention", "softmax",
            "elementwise",    "dequantisation", "copy",      "other"};
  }
  if (&signal == &kKernelPrecision) return {"fp32", "tf32", "fp16", "bf16", "fp8", "unknown"};
  if (&signal == &kKernelAttention) return {"flash-attn 2", "SDPA flash", "eager"};
  if (&signal == &kHostLoading) return {"first step", "steady"};
  Names names;
  const bool device = &signal == &kTraceDeviceTime;
  for (const auto name : part::kDeviceParts) {
    if (device) names.emplace_back(name);
  }
  for (const auto name : part::kIdleParts) {
    if (!device) names.emplace_back(name);
  }
  return names;
}

inline Breakdown any_breakdown(const Signal& signal) {
  Breakdown breakdown;
  for (const std::string& name : parts_of(signal)) {
    if (one_in(2)) breakdown.parts.emplace_back(name, any_amount());
  }
  return breakdown;
}

inline Distribution any_distribution(Unit unit) {
  Distribution distribution;
  for (int left = *rc::gen::inRange(0, 4); left > 0; --left) {
    distribution.samples.push_back(any_number(unit));
  }
  distribution.population = distribution.samples.size();
  return distribution;
}

// All columns that some rule reads, of which a file written elsewhere may lack any.
inline Table any_table() {
  Table table;
  for (const char* column : {"kind", "call", "operator", "kernel", "name", "count", "events",
                             "seconds", "exposed_s", "per_step", "seconds_per_step"}) {
    if (!one_in(6)) table.columns.emplace_back(column);
  }
  for (int left = *rc::gen::inRange(0, 3); left > 0; --left) {
    std::vector<Table::Cell> row;
    for (const std::string& column : table.columns) {
      const bool words = column == "kind" || column == "call" || column == "operator" ||
                         column == "kernel" || column == "name";
      if (words) {
        row.emplace_back(one_of({"host to device, pageable", "aten::item", "all_reduce", ""}));
      } else {
        row.emplace_back(any_amount());
      }
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

inline Value any_value(const Signal& signal) {
  switch (signal.shape) {
    case Shape::number:
      return any_number(signal.unit);
    case Shape::text:
      return any_text(signal);
    case Shape::flag:
      return one_in(2);
    case Shape::series:
      return Series{};
    case Shape::distribution:
      return any_distribution(signal.unit);
    case Shape::breakdown:
      return any_breakdown(signal);
    case Shape::setting:
      return Setting{any_setting(signal), std::string(signal.key), Given::explicitly, {}};
    case Shape::table:
      return any_table();
  }
  return 0.0;
}

inline Evidence any_evidence(const Signal& signal) {
  Evidence evidence;
  evidence.signal = &signal;
  evidence.value = any_value(signal);
  if (signal.scope == Scope::device) evidence.subject = {Scope::device, "0"};
  if (signal.unit == Unit::share && signal.shape == Shape::number && one_in(2)) {
    const double value = std::get<double>(evidence.value);
    evidence.interval = Range{value * any_share(), value + (1 - value) * any_share()};
  }
  return evidence;
}

// Copies are part of their window: whoever exposes more of them than it lasts has mixed up files.
inline bool copies_fit(const std::vector<Evidence>& all) {
  double window_s = 0;
  double exposed_s = 0;
  for (const Evidence& one : all) {
    if (one.signal == &kTraceWindow) window_s = std::get<double>(one.value);
    if (one.signal != &kTraceCopies) continue;
    for (const double row_s : std::get<Table>(one.value).numbers("exposed_s")) exposed_s += row_s;
  }
  return exposed_s <= window_s;
}

inline std::vector<Evidence> any_evidence_at_all() {
  std::vector<Evidence> all;
  const int leave_out = *rc::gen::element(2, 3, 6);  // one signal of so many
  for (const Signal* signal : vocabulary().all()) {
    if (!one_in(leave_out)) all.push_back(any_evidence(*signal));
  }
  if (!copies_fit(all)) {
    std::erase_if(all, [](const Evidence& one) { return one.signal == &kTraceCopies; });
  }
  return all;
}

// Of full size from the first try on: RapidCheck's ranges begin at their lower end otherwise.
inline rc::Gen<std::vector<Evidence>> arbitrary_evidence() {
  return rc::gen::resize(rc::kNominalSize, rc::gen::exec(any_evidence_at_all));
}

}  // namespace underfed::testing_support

namespace underfed {

// For the report of a failed property.
inline void showValue(const Evidence& evidence, std::ostream& out) {
  out << evidence.signal->id;
  if (const auto* number = std::get_if<double>(&evidence.value)) out << ": " << *number;
  if (const auto* text = std::get_if<std::string>(&evidence.value)) out << ": " << *text;
  if (const auto* setting = std::get_if<Setting>(&evidence.value)) out << ": " << setting->value;
  if (const auto* parts = std::get_if<Breakdown>(&evidence.value)) {
    for (const auto& [name, value] : parts->parts) out << " " << name << " " << value;
  }
  if (const auto* sample = std::get_if<Distribution>(&evidence.value)) {
    for (const double value : sample->samples) out << " " << value;
  }
}

}  // namespace underfed
