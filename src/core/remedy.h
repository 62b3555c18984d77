// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence.h"
#include "core/statement.h"

namespace underfed {

// One setting to change, in framework-neutral terms: the signal of the setting names it, and a
// framework's writer finds the user's own key for it.
struct SettingChange {
  const Signal* setting = nullptr;  // signals/config.h; shape setting
  std::string from;                 // value in force; empty where unknown
  std::string to;
  Statement why = {};  // "2 keep up, 3 leave room"
};

// What a change means for a run that is resumed from a checkpoint.
enum class OnResume {
  safe,              // workers, pinning, attention: nothing that the training's state depends on
  changes_schedule,  // batch, accumulation, packing, length: the step count is another one
};

// Whether a fix may write it into the user's file.
enum class Advice {
  write,  // follows from what was measured
  offer,  // a suspicion, or a gate is open: shown, never written by itself
};

// What to change against a cause.
struct Remedy {
  std::string id;                           // "more-workers"; unique within its cause
  std::vector<SettingChange> changes = {};  // settings that must change together; may be empty
  Statement action = {};  // what to do where no setting does it: "put the model on the GPU"
  std::optional<Range> gain = {};  // share of the step saved, 0..1
  Statement bound = {};            // what limits the gain: "bound by the other 0.90 s"
  Statement risk = {};             // what may get worse, and how to notice
  OnResume on_resume = OnResume::safe;
  Advice advice = Advice::write;
};

[[nodiscard]] std::string_view to_text(OnResume on_resume);
[[nodiscard]] std::string_view to_text(Advice advice);

}  // namespace underfed
