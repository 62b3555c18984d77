// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

// The names of the parts in trace.device_time, trace.idle, trace.after_sync and the columns of
// trace.step_parts: what the trace probe writes and derivations, causes and reports read.
// DESIGN 5.1 and 5.2.
namespace underfed::part {

inline constexpr std::string_view kCompute = "compute";
inline constexpr std::string_view kComm = "exposed communication";
inline constexpr std::string_view kCopies = "exposed copies";
inline constexpr std::string_view kIdle = "idle";

inline constexpr std::string_view kQueue = "queue";                   // waited on the device side
inline constexpr std::string_view kLoading = "loading";               // lazy load, JIT, autotune
inline constexpr std::string_view kLaunchLatency = "launch latency";  // launch call to device start
inline constexpr std::string_view kProfiler = "profiler overhead";
inline constexpr std::string_view kPause = "pause";  // evaluation, saving, logging
inline constexpr std::string_view kGarbage = "garbage collection";
inline constexpr std::string_view kCompiling = "compile";  // compile / autotune ranges
inline constexpr std::string_view kInputWait = "input wait";
inline constexpr std::string_view kHostSync = "host sync";
inline constexpr std::string_view kAllocator = "allocator";
inline constexpr std::string_view kOptimizerHost = "optimizer host";
inline constexpr std::string_view kHostLaunch = "host launch";
inline constexpr std::string_view kBetweenOperators =
    "between operators";  // host launch, no range open
inline constexpr std::string_view kUnattributed = "unattributed";
inline constexpr std::string_view kNoLaunch = "no launch";
inline constexpr std::string_view kTail = "tail";

inline constexpr std::array kDeviceParts{kCompute, kComm, kCopies, kIdle};
inline constexpr std::array kIdleParts{kInputWait,     kHostLaunch,    kBetweenOperators,
                                       kOptimizerHost, kLaunchLatency, kHostSync,
                                       kPause,         kLoading,       kCompiling,
                                       kGarbage,       kAllocator,     kProfiler,
                                       kQueue,         kNoLaunch,      kTail,
                                       kUnattributed};

// Columns of trace.step_parts besides the parts above.
inline constexpr std::string_view kStepColumn = "step";  // the step's own name or number
inline constexpr std::string_view kLengthColumn = "step_s";
inline constexpr std::string_view kAfterSyncColumn = "after_sync_s";  // all of trace.after_sync
inline constexpr std::string_view kSyncClaimColumn = "sync_claim_s";  // of host-sync, at most
inline constexpr std::string_view kLaunchBoundColumn =
    "launch_bound_s";  // DESIGN 5.11, drained left out

}  // namespace underfed::part
