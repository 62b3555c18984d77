// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/evidence.h"
#include "core/statement.h"

namespace underfed {

// Something worth telling that loses no time: an ignored key, a file cut short, work outside the
// window.
struct Notice {
  std::string id;  // "cut-short"
  Statement text;
  Provenance provenance = {};
};

}  // namespace underfed
