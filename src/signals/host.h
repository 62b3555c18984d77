// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "signals/obtain.h"

// What the host did; from a trace's host ranges unless said otherwise.
namespace underfed {

inline constexpr Signal kHostLead{
    .id = "host.lead",
    .unit = Unit::seconds,
    .shape = Shape::distribution,
    .scope = Scope::device,
    .meaning =
        "per device operation, its start on the device minus the return of its launch: how far "
        "the host runs ahead",
    .misleads = "near the latency floor the device waits for each launch",
    .obtain = kFromTrace};
inline constexpr Signal kHostLatencyFloor{
    .id = "host.latency_floor",
    .unit = Unit::seconds,
    .scope = Scope::device,
    .meaning =
        "the shortest usual time from a launch's return to the device's start, at least 5 us",
    .misleads = "",
    .obtain = kFromTrace};
inline constexpr Signal kHostWork{
    .id = "host.work",
    .unit = Unit::seconds,
    .scope = Scope::device,
    .meaning = "the launching threads' own work per step, time in blocking calls left out",
    .misleads = "profiling inflates it",
    .obtain = kFromTrace};
inline constexpr Signal kHostBlocking{
    .id = "host.blocking_calls",
    .unit = Unit::seconds,
    .shape = Shape::table,
    .scope = Scope::device,
    .meaning = "calls that wait for the device, by name and operator: number and seconds per step",
    .misleads = "waiting while the device works costs nothing; what counts is trace.after_sync",
    .obtain = kFromTrace};
inline constexpr Signal kHostLoading{
    .id = "host.loading",
    .unit = Unit::seconds,
    .shape = Shape::breakdown,
    .scope = Scope::device,
    .meaning = "idle time inside launch calls that load or build code, in the first step and later",
    .misleads = "in the first step it is warm-up",
    .obtain = kFromTrace};
inline constexpr Signal kHostAllocator{
    .id = "host.allocator_calls",
    .unit = Unit::count,
    .scope = Scope::device,
    .meaning = "cudaMalloc, cudaFree and their kin per step, first step left out",
    .misleads = "",
    .obtain = kFromTrace};
inline constexpr Signal kHostPauses{
    .id = "host.pauses",
    .unit = Unit::seconds,
    .shape = Shape::table,
    .scope = Scope::device,
    .meaning =
        "ranges that name evaluation, checkpointing or logging: number, seconds, idle seconds",
    .misleads = "a trace of a few steps rarely holds one",
    .obtain = kFromTrace};
inline constexpr Signal kHostOnCpuShare{
    .id = "host.cpu_math_share",
    .unit = Unit::share,
    .scope = Scope::run,
    .meaning =
        "share of the recorded time in which the host itself ran matrix operators (mm, conv, "
        "attention) although a GPU is there",
    .misleads = "a few operators on the CPU are normal",
    .obtain = kFromTrace};

inline constexpr std::array kHostSignals{&kHostLead,     &kHostLatencyFloor, &kHostWork,
                                         &kHostBlocking, &kHostLoading,      &kHostAllocator,
                                         &kHostPauses,   &kHostOnCpuShare};

}  // namespace underfed
