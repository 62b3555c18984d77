// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/cause.h"
#include "core/derivation.h"
#include "core/diagnosis.h"
#include "engine/gather.h"

namespace underfed {

struct DiagnoseOptions {
  std::string device;  // the device to judge; empty: the one that worked most
};

// Evidence -> derivations -> causes -> rank -> plan. Pure: the same evidence always gives the same
// diagnosis.
[[nodiscard]] Diagnosis diagnose(Gathered gathered, std::span<const Derivation* const> derivations,
                                 std::span<const Cause* const> causes,
                                 const DiagnoseOptions& options = {});

}  // namespace underfed
