// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/signal.h"

namespace underfed {

// The vocabulary: every signal there is, found by id. Made once, in signals/vocabulary.h.
class Catalog {
 public:
  explicit Catalog(std::vector<const Signal*> signals);

  [[nodiscard]] const Signal* find(std::string_view id) const;                  // null if unknown
  [[nodiscard]] std::optional<std::string> suggest(std::string_view id) const;  // the nearest id
  [[nodiscard]] const std::vector<const Signal*>& all() const { return signals_; }  // sorted by id

 private:
  std::vector<const Signal*> signals_;
};

}  // namespace underfed
