// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "signals/obtain.h"

namespace underfed {

inline constexpr Signal kRunWorldSize{
    .id = "run.world_size",
    .unit = Unit::count,
    .scope = Scope::run,
    .meaning =
        "number of processes that train together; from a trace's distributedInfo or a config",
    .misleads = "not the number of GPUs on the machine",
    .obtain = kFromConfig};
inline constexpr Signal kRunRank{
    .id = "run.rank",
    .unit = Unit::count,
    .scope = Scope::rank,
    .meaning = "the rank that a trace was recorded on",
    .misleads = "one rank cannot show how long the others waited for it",
    .obtain = kFromTrace};
inline constexpr Signal kRunStepTime{
    .id = "run.step_time",
    .unit = Unit::seconds,
    .shape = Shape::distribution,
    .scope = Scope::run,
    .meaning = "time of an optimizer step as a log or a person gives it",
    .misleads = "tqdm's s/it may be a micro step, and includes evaluation and saving",
    .obtain = kFromLog};
inline constexpr Signal kRunMfu{
    .id = "run.mfu",
    .unit = Unit::share,
    .scope = Scope::run,
    .meaning = "model FLOPs used, of the GPU's dense 16-bit tensor peak with fp32 accumulation",
    .misleads = "other tools divide by another peak, or count recomputation as work",
    .obtain = kFromLog};
inline constexpr Signal kRunPriceByHour{
    .id = "run.price_per_gpu_hour",
    .unit = Unit::none,
    .scope = Scope::run,
    .meaning = "what one GPU costs by the hour, in the currency the person means",
    .misleads = "not a measured quantity",
    .obtain = kByHand};

inline constexpr std::array kRunSignals{&kRunWorldSize, &kRunRank, &kRunStepTime, &kRunMfu,
                                        &kRunPriceByHour};

}  // namespace underfed
