// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "signals/obtain.h"

// Shares of a step with their 95 % intervals (block bootstrap over steps), derived by
// derive/step_shares from the trace's own parts. These are what causes judge.
namespace underfed {

inline constexpr Signal kStepMeanTime{.id = "step.mean_time",
                                      .unit = Unit::seconds,
                                      .scope = Scope::device,
                                      .meaning = "window over steps: T of the definitions",
                                      .misleads = "",
                                      .obtain = kFromTrace};
inline constexpr Signal kStepBusyShare{
    .id = "step.busy_share",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning = "compute, exposed communication and exposed copies over the window",
    .misleads = "busy is not efficient",
    .obtain = kFromTrace};
inline constexpr Signal kStepComputeShare{.id = "step.compute_share",
                                          .unit = Unit::share,
                                          .scope = Scope::device,
                                          .meaning = "compute over the window",
                                          .misleads = "busy is not efficient",
                                          .obtain = kFromTrace};
inline constexpr Signal kStepCommShare{
    .id = "step.exposed_comm_share",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning = "communication with no compute beside it, over the window",
    .misleads = "holds the waiting for slower ranks",
    .obtain = kFromTrace};
inline constexpr Signal kStepCopyShare{
    .id = "step.exposed_copy_share",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning = "copies between host and device with neither compute nor communication beside them",
    .misleads = "",
    .obtain = kFromTrace};
inline constexpr Signal kStepIdleShare{.id = "step.idle_share",
                                       .unit = Unit::share,
                                       .scope = Scope::device,
                                       .meaning = "the rest of the window",
                                       .misleads = "",
                                       .obtain = kFromTrace};
inline constexpr Signal kStepInputShare{
    .id = "step.input_wait_share",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning = "idle time in which the host waits for the DataLoader, over the window",
    .misleads = "",
    .obtain = kFromTrace};
inline constexpr Signal kStepLaunchShare{
    .id = "step.launch_bound_share",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning = "idle time in host launch, optimizer host and launch latency, drained gaps left out",
    .misleads = "inflated by recording Python stacks",
    .obtain = kFromTrace};
inline constexpr Signal kStepPauseShare{
    .id = "step.pause_share",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning = "idle time inside evaluation, checkpointing or logging, over the window",
    .misleads = "a short trace rarely holds one",
    .obtain = kFromTrace};
inline constexpr Signal kStepLoadingShare{
    .id = "step.loading_share",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning = "idle time in loading, compilation and autotuning, over the window",
    .misleads = "in the first step it is warm-up",
    .obtain = kFromTrace};
inline constexpr Signal kStepAfterSyncShare{
    .id = "step.after_sync_share",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning = "idle time that follows a blocking call, over the window",
    .misleads = "its removal gains at most T - max(device, host)",
    .obtain = kFromTrace};

inline constexpr Signal kStepSyncClaim{
    .id = "step.sync_claim_share",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning =
        "what doing without blocking calls could gain at most: T - max(device, host) per step, "
        "and no more than what follows the calls",
    .misleads = "an upper bound",
    .obtain = kFromTrace};

inline constexpr std::array kStepSignals{
    &kStepSyncClaim,   &kStepMeanTime,   &kStepBusyShare,    &kStepComputeShare,
    &kStepCommShare,   &kStepCopyShare,  &kStepIdleShare,    &kStepInputShare,
    &kStepLaunchShare, &kStepPauseShare, &kStepLoadingShare, &kStepAfterSyncShare};

}  // namespace underfed
