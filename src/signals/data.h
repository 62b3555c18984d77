// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "signals/obtain.h"

namespace underfed {

inline constexpr Signal kPaddingShare{
    .id = "data.padding_share",
    .unit = Unit::share,
    .scope = Scope::run,
    .meaning = "1 - real tokens / tokens in the tensors given to the model",
    .misleads =
        "1 / (1 - share) bounds only work that is linear in tokens; measured gains are lower",
    .obtain = kFromConfigAndData};
inline constexpr Signal kRowLengths{
    .id = "data.row_lengths",
    .unit = Unit::tokens,
    .shape = Shape::distribution,
    .scope = Scope::run,
    .meaning = "tokens per row after the template, before truncation",
    .misleads = "a sample unless said otherwise",
    .obtain = kFromConfigAndData};
inline constexpr Signal kTokensPerLaunch{
    .id = "data.tokens_per_launch",
    .unit = Unit::tokens,
    .scope = Scope::run,
    .meaning = "micro batch x padded length: what one kernel launch works on",
    .misleads = "accumulation does not change it",
    .obtain = kFromConfig};

inline constexpr std::array kDataSignals{&kPaddingShare, &kRowLengths, &kTokensPerLaunch};

}  // namespace underfed
