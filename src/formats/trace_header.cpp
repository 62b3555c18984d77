// SPDX-License-Identifier: Apache-2.0
#include "formats/trace_header.h"

#include <nlohmann/json.hpp>

#include "formats/trace_number.h"

namespace underfed {
namespace {

using nlohmann::json;

// Integers are written as numbers or as text.
std::optional<std::int64_t> integer(const json& object, const char* key) {
  const auto at = object.find(key);
  if (at == object.end()) return std::nullopt;
  if (at->is_string()) return parse_integer(at->get_ref<const std::string&>());
  if (at->is_number()) return parse_integer(at->dump());
  return std::nullopt;
}

std::string text(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

bool flag(const json& object, const char* key) {
  const auto at = object.find(key);
  if (at == object.end()) return false;
  return at->is_boolean() ? at->get<bool>() : integer(object, key).value_or(0) != 0;
}

TraceDevice device_of(const json& object) {
  TraceDevice device;
  device.id = integer(object, "id").value_or(0);
  device.name = text(object, "name");
  device.compute_major = integer(object, "computeMajor").value_or(-1);
  device.compute_minor = integer(object, "computeMinor").value_or(-1);
  device.sm_count = integer(object, "numSms").value_or(-1);
  device.memory_bytes = integer(object, "totalGlobalMem").value_or(-1);
  return device;
}

void take_distributed(const json& info, TraceHeader& header) {
  header.rank = integer(info, "rank");
  header.world_size = integer(info, "world_size");
  header.backend = text(info, "backend");
}

}  // namespace

TraceHeader parse_trace_header(std::string_view text) {
  TraceHeader header;
  const json top = json::parse(text, nullptr, /*allow_exceptions=*/false, /*ignore_comments=*/true);
  if (!top.is_object()) return header;
  header.schema_version = integer(top, "schemaVersion").value_or(-1);
  header.base_ns = integer(top, "baseTimeNanoseconds").value_or(0);
  header.with_stack = flag(top, "with_stack");
  header.record_shapes = flag(top, "record_shapes");
  header.profile_memory = flag(top, "profile_memory");
  if (const auto at = top.find("deviceProperties"); at != top.end() && at->is_array()) {
    for (const json& device : *at) {
      if (device.is_object()) header.devices.push_back(device_of(device));
    }
  }
  if (const auto at = top.find("distributedInfo"); at != top.end() && at->is_object()) {
    take_distributed(*at, header);
  }
  return header;
}

}  // namespace underfed
