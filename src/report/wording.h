// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis.h"

// The sentences that all reports share, so that terminal, Markdown and JSON say the same thing.
// Nothing here is made harmless yet (display_text.h); renderers do that.
namespace underfed {

// The first lines, a sentence each: how busy the device is, then the first finding or the end of
// the list.
[[nodiscard]] std::vector<std::string> headline(const Diagnosis& diagnosis);

// "present", "ruled out", "suspected", "unlikely", "cannot tell", "n/a": fits a column of 11.
[[nodiscard]] std::string_view outcome_word(const Assessment& assessment);

// What stands behind the outcome: "51 % of the time (49-53), certain".
[[nodiscard]] std::string clause(const Assessment& assessment);

// A setting change in the user's spelling where an input shows it, else in the signal's own.
struct SettingWords {
  std::string key;
  std::string value;
  std::string why;       // with "now X" in front where the value in force is known
  bool own_key = false;  // the key is the user's
};
[[nodiscard]] SettingWords setting_words(const SettingChange& change, const EvidenceView& view);

// "1.9x to 2.1x faster, bound by the other 0.90 s"; empty where no gain is known.
[[nodiscard]] std::string gain_text(const Remedy& remedy);
// What may get worse, with what a resumed run would see; may be empty.
[[nodiscard]] std::string risk_text(const Remedy& remedy);
// How sure the advice is, and how it goes with the one before it: "do", "and", "or", "try",
// "or try".
[[nodiscard]] std::string remedy_keyword(const Diagnosis& diagnosis, const Judgement& judgement,
                                         const Remedy& remedy, bool first);
// What the plan does as a whole: "1.7x to 2.5x, 49-74 ms a step, ...".
[[nodiscard]] std::string prediction_text(const Prediction& prediction);
// Is a setting shown under Hugging Face's name because no input has the user's own?
[[nodiscard]] bool has_borrowed_key(const Diagnosis& diagnosis);
// "1.9x to 2.1x" for a share of the step that is saved, "3-6 % less time" for a small one.
[[nodiscard]] std::string speedup_text(const Range& saved_share);

// A remedy whose gain is under 3 % is left to the long report (DESIGN 5.9: within the noise).
[[nodiscard]] bool is_worth_showing(const Remedy& remedy);

enum class PlanPlace { planned, left_out, unknown };
[[nodiscard]] PlanPlace place_in_plan(const Plan& plan, std::string_view cause,
                                      std::string_view remedy);

// The command that adds what an open question needs: "underfed gpu.csv config.yml".
// Empty where nothing is to be added.
enum class Paths { as_given, names_only };
[[nodiscard]] std::string settle_command(const Diagnosis& diagnosis, const Settle& settle,
                                         Paths paths = Paths::as_given);

// One way to settle open questions, and those that it settles. All borrowed from the diagnosis.
struct SettleOption {
  const Settle* settle = nullptr;
  std::vector<const Judgement*> questions;
};
// "settles 1, 2 and 5": checklist numbers, then titles of others.
[[nodiscard]] std::string questions_text(const SettleOption& option);
// Each way once: the one that settles most of the checklist first; among equals the cheapest.
[[nodiscard]] std::vector<SettleOption> settle_options(const Diagnosis& diagnosis);

// All judgements that are present and explained by this cause.
[[nodiscard]] std::vector<const Judgement*> explained_by(const Diagnosis& diagnosis,
                                                         std::string_view cause);
// The title of a cause by its id; the id itself where it is not among the judgements.
[[nodiscard]] std::string title_of(const Diagnosis& diagnosis, std::string_view cause);

// "also looked at 9 others: 6 ruled out, 3 cannot be told from this"; empty where there are none.
[[nodiscard]] std::string others_text(const Diagnosis& diagnosis);

// "0.51 GPU-hours in every hour"; empty where nothing is lost or known.
[[nodiscard]] std::string lost_text(const Diagnosis& diagnosis);

// What the inputs and the engine have to tell, each once.
[[nodiscard]] std::vector<Notice> all_notices(const Diagnosis& diagnosis);

[[nodiscard]] std::string contradiction_text(const Contradiction& contradiction);

}  // namespace underfed
