// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/diagnose_command.h"
#include "engine/gather.h"

namespace underfed {

// The one place that knows all probes: recognises each input by its content, opens it with its
// probe, and follows the leads. Shows progress on a terminal when reading takes long.
[[nodiscard]] Result<Gathered> gather_inputs(const std::vector<std::string>& inputs,
                                             WindowOption window, const World& world);

}  // namespace underfed
