// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "signals/obtain.h"

namespace underfed {

inline constexpr Signal kLoaderFetch{
    .id = "loader.fetch_time",
    .unit = Unit::seconds,
    .shape = Shape::distribution,
    .scope = Scope::process,
    .meaning = "time of each DataLoader __next__ on the host",
    .misleads =
        "with workers it is the wait for a ready batch, not the time to make one; time hidden "
        "under device work costs nothing",
    .obtain = kFromTrace};
inline constexpr Signal kLoaderProcess{
    .id = "loader.process",
    .shape = Shape::text,
    .scope = Scope::process,
    .meaning = "where batches are made: \"training process\" (no workers) or \"workers\"",
    .misleads = "",
    .obtain = kFromTrace};
inline constexpr Signal kLoaderPerStep{
    .id = "loader.batches_per_step",
    .unit = Unit::count,
    .scope = Scope::process,
    .meaning = "batches fetched per step: more than one under gradient accumulation",
    .misleads = "",
    .obtain = kFromTrace};
inline constexpr Signal kLoaderHostShare{
    .id = "loader.host_wait_share",
    .unit = Unit::share,
    .scope = Scope::process,
    .meaning = "share of the step that a host timer spent in the loader",
    .misleads = "around asynchronous GPU work it can read 0.6 where the truth is 0.1",
    .obtain = kByHand};
inline constexpr Signal kLoaderCoresGranted{
    .id = "loader.cores",
    .unit = Unit::count,
    .scope = Scope::node,
    .meaning = "CPU cores that the job may really use on this node",
    .misleads = "nproc ignores cgroup quotas",
    .obtain = kByHand};

inline constexpr std::array kLoaderSignals{&kLoaderFetch, &kLoaderProcess, &kLoaderPerStep,
                                           &kLoaderHostShare, &kLoaderCoresGranted};

}  // namespace underfed
