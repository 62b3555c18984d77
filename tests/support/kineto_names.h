// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "support/synthetic_trace.h"

namespace underfed::synthetic {

enum class Vendor : std::uint8_t { nvidia, amd };

// What real software calls things.
[[nodiscard]] std::string_view kernel_name(KernelRole role, Precision precision, Vendor vendor);
[[nodiscard]] std::string_view copy_name(DeviceKind kind, Vendor vendor);
[[nodiscard]] std::string_view call_name(Call call, Vendor vendor);

}  // namespace underfed::synthetic
