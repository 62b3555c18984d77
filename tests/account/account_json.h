// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "probes/trace/account.h"

namespace underfed {

// The numbers of an account that tools/compare-traces compares; times in nanoseconds.
nlohmann::json to_json(const TraceAccount& account);
nlohmann::json to_json(const DeviceTime& time);

}  // namespace underfed
