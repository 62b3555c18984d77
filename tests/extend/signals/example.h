// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "signals/obtain.h"

namespace underfed {

inline constexpr Signal kExampleSpare{.id = "example.spare",
                                      .unit = Unit::share,
                                      .scope = Scope::device,
                                      .meaning = "what the busy counter leaves of the time",
                                      .misleads = "",
                                      .obtain = kFromTrace};

}  // namespace underfed
