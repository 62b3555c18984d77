// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/quantity_text.h"
#include "report/wording.h"
#include "signals/config.h"

namespace underfed {
namespace {

constexpr double kWorthShowing = 0.03;
constexpr double kWorthAFactor = 0.13;  // from here on a factor says more: 1.15x

// The value's own key where the framework spells a choice as a switch: "bf16: true".
bool is_precision_switch(const SettingChange& change) {
  return change.setting == &kPrecisionSetting &&
         (change.to == "bf16" || change.to == "fp16" || change.to == "tf32");
}

bool has_word(std::string_view text, std::string_view word) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    const bool starts = at == 0 || !is_part(text[at - 1]);
    const bool ends = end == text.size() || !is_part(text[end]);
    if (starts && ends) return true;
  }
  return false;
}

// Keys in the user's file, where an input has them.
std::string own_key(const Signal& signal, const EvidenceView& view) {
  const Evidence* found = view.best(signal);
  const auto* setting = found != nullptr ? std::get_if<Setting>(&found->value) : nullptr;
  return setting != nullptr ? setting->key : std::string{};
}

std::string with_value_in_force(const std::string& why, const std::string& from) {
  if (from.empty() || has_word(why, from)) return why;
  return why.empty() ? "now " + from : fmt::format("now {}; {}", from, why);
}

}  // namespace

SettingWords setting_words(const SettingChange& change, const EvidenceView& view) {
  SettingWords words;
  words.key = own_key(*change.setting, view);
  words.own_key = !words.key.empty();
  if (!words.own_key)
    words.key = change.setting->key.empty() ? change.setting->id : change.setting->key;
  words.value = change.to;
  if (is_precision_switch(change) && (words.key == "bf16" || words.key == "fp16")) {
    words.key = change.to;
    words.value = "true";
  }
  words.why = with_value_in_force(to_text(change.why), change.from);
  return words;
}

std::string speedup_text(const Range& saved_share) {
  const auto factor_of = [](double saved) { return 1 / (1 - std::clamp(saved, 0.0, 0.99)); };
  const double high = std::clamp(saved_share.high, 0.0, 0.99);
  const double low = std::clamp(saved_share.low, 0.0, high);
  if (high < kWorthAFactor) {
    const std::string range =
        low < 0.005 ? "up to " + to_text(share(high)) : range_text({low, high}, Unit::share);
    return range + " less time";
  }
  const std::string best = to_text(factor(factor_of(high)));
  if (low < kWorthShowing) return "up to " + best;
  return range_text({factor_of(low), factor_of(high)}, Unit::factor);
}

std::string gain_text(const Remedy& remedy) {
  std::string text = remedy.gain ? speedup_text(*remedy.gain) : std::string{};
  const std::string bound = to_text(remedy.bound);
  if (!text.empty() && !bound.empty()) text += ", ";
  return text + bound;
}

std::string risk_text(const Remedy& remedy) {
  std::string text = to_text(remedy.risk);
  if (remedy.on_resume == OnResume::safe) return text;
  return text + (text.empty() ? "" : "; ") + "a resumed run would get another step count";
}

bool is_worth_showing(const Remedy& remedy) {
  return !remedy.gain || remedy.gain->high >= kWorthShowing;
}

PlanPlace place_in_plan(const Plan& plan, std::string_view cause, std::string_view remedy) {
  const auto matches = [&](const auto& entry) {
    return entry.cause == cause && entry.remedy.id == remedy;
  };
  if (std::any_of(plan.remedies.begin(), plan.remedies.end(), matches)) return PlanPlace::planned;
  if (std::any_of(plan.left_out.begin(), plan.left_out.end(), matches)) return PlanPlace::left_out;
  return PlanPlace::unknown;
}

std::string remedy_keyword(const Diagnosis& diagnosis, const Judgement& judgement,
                           const Remedy& remedy, bool first) {
  if (remedy.advice == Advice::offer) return first ? "try" : "or try";
  if (first) return "do";
  const PlanPlace place = place_in_plan(diagnosis.plan, judgement.cause->id, remedy.id);
  return place == PlanPlace::left_out ? "or" : "and";
}

std::string prediction_text(const Prediction& prediction) {
  std::string text = speedup_text(prediction.time_saved);
  if (prediction.step_s) text += ", " + range_text(*prediction.step_s, Unit::seconds) + " a step";
  if (prediction.memory_bytes) {
    text += ", peak memory " + range_text(*prediction.memory_bytes, Unit::bytes);
  }
  if (prediction.examples_per_step) {
    text += ", " + range_text(*prediction.examples_per_step, Unit::count) + " examples a step";
  }
  return text;
}

bool has_borrowed_key(const Diagnosis& diagnosis) {
  const EvidenceView view(diagnosis.evidence, diagnosis.device);
  return std::any_of(
      diagnosis.ranked.begin(), diagnosis.ranked.end(), [&](const Judgement* judgement) {
        const auto& remedies = judgement->assessment.remedies;
        return std::any_of(remedies.begin(), remedies.end(), [&](const Remedy& remedy) {
          return is_worth_showing(remedy) &&
                 std::any_of(remedy.changes.begin(), remedy.changes.end(),
                             [&](const SettingChange& change) {
                               return !setting_words(change, view).own_key;
                             });
        });
      });
}

}  // namespace underfed
