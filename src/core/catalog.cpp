// SPDX-License-Identifier: Apache-2.0
#include "core/catalog.h"

#include <algorithm>

#include "base/check.h"
#include "base/text.h"

namespace underfed {

Catalog::Catalog(std::vector<const Signal*> signals) : signals_(std::move(signals)) {
  std::sort(signals_.begin(), signals_.end(),
            [](const Signal* a, const Signal* b) { return a->id < b->id; });
  const auto twice =
      std::adjacent_find(signals_.begin(), signals_.end(),
                         [](const Signal* a, const Signal* b) { return a->id == b->id; });
  UF_CHECK(twice == signals_.end());
}

const Signal* Catalog::find(std::string_view id) const {
  const auto at =
      std::lower_bound(signals_.begin(), signals_.end(), id,
                       [](const Signal* s, std::string_view wanted) { return s->id < wanted; });
  return at != signals_.end() && (*at)->id == id ? *at : nullptr;
}

std::optional<std::string> Catalog::suggest(std::string_view id) const {
  std::vector<std::string_view> ids;
  for (const Signal* signal : signals_) ids.push_back(signal->id);
  return nearest(id, ids);
}

}  // namespace underfed
