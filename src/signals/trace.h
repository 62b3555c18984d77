// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "signals/obtain.h"

// What a profiler trace says of one device in one window; DESIGN 5.1 and 5.2 define each
// (docs/definitions.md).
namespace underfed {

inline constexpr Signal kTraceWindow{
    .id = "trace.window",
    .unit = Unit::seconds,
    .scope = Scope::device,
    .meaning = "length of the window that all shares of a trace refer to",
    .misleads = "not the length of the recording",
    .obtain = kFromTrace};
inline constexpr Signal kTraceWindowRule{
    .id = "trace.window_rule",
    .shape = Shape::text,
    .scope = Scope::device,
    .meaning =
        "how the window was chosen: between device steps, host ranges, or the device's own work",
    .misleads = "",
    .obtain = kFromTrace};
inline constexpr Signal kTraceSteps{.id = "trace.steps",
                                    .unit = Unit::count,
                                    .scope = Scope::device,
                                    .meaning = "whole device steps in the window, warm-up left out",
                                    .misleads = "may be micro steps: see trace.step_rule",
                                    .obtain = kFromTrace};
inline constexpr Signal kTraceStepRule{
    .id = "trace.step_rule",
    .shape = Shape::text,
    .scope = Scope::device,
    .meaning =
        "which marks tell the steps apart: ProfilerStep, Optimizer.step, the DataLoader, kernel "
        "names, or none",
    .misleads = "the DataLoader marks micro steps",
    .obtain = kFromTrace};
inline constexpr Signal kTraceStepTime{
    .id = "trace.step_time",
    .unit = Unit::seconds,
    .shape = Shape::distribution,
    .scope = Scope::device,
    .meaning =
        "period of the device steps: from the first operation of one to the first of the next",
    .misleads = "not the host's range, which a host that runs ahead leaves early",
    .obtain = kFromTrace};
inline constexpr Signal kTraceDeviceTime{
    .id = "trace.device_time",
    .unit = Unit::seconds,
    .shape = Shape::breakdown,
    .scope = Scope::device,
    .meaning = "the window, divided exactly: compute, exposed communication, exposed copies, idle",
    .misleads = "compute says that kernels ran, not that they were efficient",
    .obtain = kFromTrace};
inline constexpr Signal kTraceIdle{
    .id = "trace.idle",
    .unit = Unit::seconds,
    .shape = Shape::breakdown,
    .scope = Scope::device,
    .meaning = "the idle time, divided exactly by what the host did meanwhile",
    .misleads = "loader time while the device computes is not in it: it costs nothing",
    .obtain = kFromTrace};
inline constexpr Signal kTraceStepParts{
    .id = "trace.step_parts",
    .unit = Unit::seconds,
    .shape = Shape::table,
    .scope = Scope::device,
    .meaning =
        "one row a device step: its length and the same parts as trace.device_time and "
        "trace.idle",
    .misleads = "",
    .obtain = kFromTrace};
inline constexpr Signal kTraceAfterSync{
    .id = "trace.after_sync",
    .unit = Unit::seconds,
    .shape = Shape::breakdown,
    .scope = Scope::device,
    .meaning =
        "idle time that follows a blocking call which let the device run dry, by its part; a "
        "second view of trace.idle, not in addition to it",
    .misleads = "a long blocking call while the device works costs nothing",
    .obtain = kFromTrace};
inline constexpr Signal kTraceCopies{
    .id = "trace.copies",
    .unit = Unit::seconds,
    .shape = Shape::table,
    .scope = Scope::device,
    .meaning =
        "copies by kind (pageable, pinned, between devices): number, bytes, seconds, exposed "
        "seconds",
    .misleads = "",
    .obtain = kFromTrace};
inline constexpr Signal kTraceCollectives{
    .id = "trace.collectives",
    .unit = Unit::seconds,
    .shape = Shape::table,
    .scope = Scope::device,
    .meaning = "collectives by kind: number, bytes, seconds, exposed seconds",
    .misleads = "from one rank the time holds transfer and waiting for the last rank alike",
    .obtain = kFromTrace};
inline constexpr Signal kTraceOutside{
    .id = "trace.work_outside_window",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning = "share of the device's busy time that lies outside the window",
    .misleads = "",
    .obtain = kFromTrace};
inline constexpr Signal kTraceLaunchRecords{
    .id = "trace.launch_records",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning = "share of device operations whose launch is in the trace",
    .misleads = "",
    .obtain = kFromTrace};
inline constexpr Signal kTraceStacks{.id = "trace.python_stacks",
                                     .shape = Shape::flag,
                                     .scope = Scope::run,
                                     .meaning = "the trace was recorded with Python stacks",
                                     .misleads = "recording them inflates host time",
                                     .obtain = kFromTrace};
inline constexpr Signal kTraceUnread{
    .id = "trace.unread_devices",
    .unit = Unit::count,
    .shape = Shape::table,
    .scope = Scope::run,
    .meaning = "work of devices that underfed cannot read, by kind: number of events",
    .misleads = "",
    .obtain = kFromTrace};

inline constexpr Signal kTraceDeviceOperations{
    .id = "trace.device_operations",
    .unit = Unit::count,
    .scope = Scope::run,
    .meaning = "kernels, copies and memsets of all devices in the trace that underfed can read",
    .misleads = "none may mean that the recording left the device out",
    .obtain = kFromTrace};

inline constexpr Signal kTraceLaunchCalls{
    .id = "trace.launch_calls",
    .unit = Unit::count,
    .scope = Scope::run,
    .meaning = "calls on the host that put work on a device",
    .misleads = "without device operations beside them, the recording left the device out",
    .obtain = kFromTrace};

inline constexpr std::array kTraceSignals{
    &kTraceLaunchCalls, &kTraceDeviceOperations, &kTraceWindow,        &kTraceWindowRule,
    &kTraceSteps,       &kTraceStepRule,         &kTraceStepTime,      &kTraceDeviceTime,
    &kTraceIdle,        &kTraceStepParts,        &kTraceAfterSync,     &kTraceCopies,
    &kTraceCollectives, &kTraceOutside,          &kTraceLaunchRecords, &kTraceStacks,
    &kTraceUnread};

}  // namespace underfed
