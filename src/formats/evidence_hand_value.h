// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "core/signal.h"
#include "core/value.h"
#include "formats/yaml_tree.h"

// A signal's value as a person writes it. Internal to formats.
namespace underfed {

// Error (usage): what is wrong, and in the hint how to write it.
[[nodiscard]] Result<Value> hand_written_value(const YamlNode& node, const Signal& signal);

}  // namespace underfed
