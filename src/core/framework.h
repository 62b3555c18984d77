// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace underfed {

struct Signal;

// A training framework: one folder below frameworks/, one constant of this type. What every
// framework has in common is how it spells the neutral settings of signals/config.h.
struct Framework {
  std::string_view id;     // "axolotl"
  std::string_view title;  // "Axolotl"
  // The key by which this framework's users know a setting; empty where it has none.
  std::string_view (*key_of)(const Signal& setting);
};

}  // namespace underfed
