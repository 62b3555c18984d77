// SPDX-License-Identifier: Apache-2.0
#include "account/account_json.h"

#include <nlohmann/json.hpp>
#include <string>

namespace underfed {
namespace {

using Json = nlohmann::json;

Json of(const IdleParts& parts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < kIdleParts; ++i) {
    if (parts.ns[i] != 0) json[std::string(to_text(static_cast<IdlePart>(i)))] = parts.ns[i];
  }
  return json;
}

Json of(const DeviceTime& time) {
  return {{"window", time.window_ns},
          {"compute", time.compute_ns},
          {"exposed_comm", time.exposed_comm_ns},
          {"exposed_copy", time.exposed_copy_ns},
          {"idle", time.idle_ns},
          {"comm", time.comm_ns},
          {"copy", time.copy_ns}};
}

Json of(const TimeParts& parts) {
  return {{"device", of(parts.device)},
          {"idle", of(parts.idle)},
          {"after_sync", of(parts.after_sync)},
          {"undrained_launch_bound", parts.undrained_launch_bound_ns()}};
}

Json of(const Spread& spread) {
  return {{"count", spread.count}, {"p10", spread.p10}, {"median", spread.median},
          {"p90", spread.p90},     {"max", spread.max}, {"sum", spread.sum}};
}

Json of(const std::vector<CallTotal>& calls) {
  Json json = Json::array();
  for (const CallTotal& call : calls) {
    json.push_back({call.name, call.above, call.count, call.time_ns});
  }
  return json;
}

Json of(const StepAccount& step) {
  Json json = of(step.parts);
  json["host"] = step.host_ns;
  json["host_work"] = step.host_work_ns();
  json["sync_claim"] = step.sync_claim_ns();
  json["launch_bound"] = step.launch_bound_ns();
  return json;
}

Json of(const KernelMix& mix) {
  Json json{{"count", mix.count},          {"median", mix.median_ns},
            {"compute", mix.compute_ns},   {"eager_attention", mix.eager_attention_ns},
            {"compiled", mix.compiled_ns}, {"unknown_share", mix.unknown_share()}};
  for (const auto& [family, time] : mix.families) {
    json["families"][std::string(to_text(family))] = time;
  }
  for (const auto& [precision, time] : mix.matrix) {
    json["matrix"][std::string(to_text(precision))] = time;
  }
  for (const auto& [kernel, time] : mix.attention) {
    json["attention"][std::string(to_text(kernel))] = time;
  }
  for (const KernelTotal& kernel : mix.top) {
    json["top"].push_back(
        {kernel.name, std::string(to_text(kernel.family)), kernel.count, kernel.time_ns});
  }
  return json;
}

Json of(const DeviceAccount& d) {
  Json json = of(d.parts);
  json["sync_claim"] = d.sync_claim_ns;
  json["launch_bound"] = d.launch_bound_ns;
  json["id"] = d.id;
  json["operations"] = d.operations;
  json["duplicates"] = d.duplicates;
  json["launch_record_share"] = d.launch_record_share;
  json["rule"] = std::string(to_text(d.rule));
  json["basis"] = std::string(to_text(d.basis));
  json["outside"] = d.outside_share;
  for (const StepAccount& step : d.steps) json["steps"].push_back(of(step));
  if (d.warm_up) json["warm_up"] = of(*d.warm_up);
  for (const auto& [name, copy] : d.copies) {
    json["copies"][name] = {copy.count, copy.bytes, copy.time_ns, copy.exposed_ns};
  }
  for (const auto& [name, c] : d.collectives) {
    json["collectives"][name] = {c.count, c.bytes, c.group_size, c.time_ns, c.exposed_ns};
  }
  json["kernels"] = of(d.kernels);
  json["empty_share"] = d.fill.empty_share();
  json["fill_known"] = d.fill.known_ns;
  json["latency_floor"] = d.latency_floor_ns;
  json["host_lead"] = of(d.host_lead_ns);
  json["loading"] = {{"first", {d.loading.first_count, d.loading.first_ns}},
                     {"steady", {d.loading.steady_count, d.loading.steady_ns}}};
  json["blocking"] = of(d.blocking);
  json["allocator"] = of(d.allocator);
  json["optimizer_host"] = d.optimizer_host_ns;
  for (const PauseTotal& pause : d.pauses) {
    json["pauses"].push_back({pause.name, pause.count, pause.host_ns});
  }
  json["loader"] = {{"kind", std::string(to_text(d.loader.kind))},
                    {"fetch", of(d.loader.fetch_ns)},
                    {"interval", of(d.loader.interval_ns)}};
  return json;
}

}  // namespace

nlohmann::json to_json(const DeviceTime& time) { return of(time); }

nlohmann::json to_json(const TraceAccount& account) {
  Json json{{"python_stacks", account.python_stacks}, {"host_events", account.host_events}};
  json["devices"] = Json::array();
  for (const DeviceAccount& device : account.devices) json["devices"].push_back(of(device));
  json["foreign"] = account.foreign.kinds;
  return json;
}

}  // namespace underfed
