// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "signals/obtain.h"

namespace underfed {

inline constexpr Signal kGpuModel{
    .id = "gpu.model",
    .shape = Shape::text,
    .scope = Scope::device,
    .meaning = "the GPU's name as the driver gives it",
    .misleads = "variants share a name: memory and SM count tell them apart",
    .obtain = kFromTelemetry};
inline constexpr Signal kGpuMemory{.id = "gpu.memory",
                                   .unit = Unit::bytes,
                                   .scope = Scope::device,
                                   .meaning = "the GPU's whole memory",
                                   .misleads = "not what is free",
                                   .obtain = kFromTelemetry};
inline constexpr Signal kGpuSmCount{.id = "gpu.sm_count",
                                    .unit = Unit::count,
                                    .scope = Scope::device,
                                    .meaning = "streaming multiprocessors (compute units on AMD)",
                                    .misleads = "a MIG slice has a part of them",
                                    .obtain = kFromTrace};
inline constexpr Signal kGpuComputeCapability{
    .id = "gpu.compute_capability",
    .unit = Unit::none,
    .scope = Scope::device,
    .meaning = "CUDA compute capability as major.minor, 8.6 for instance",
    .misleads = "on ROCm it is no CUDA capability",
    .obtain = kFromTrace};
inline constexpr Signal kGpuCounterBusy{
    .id = "gpu.counter_busy",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning =
        "share of time in which at least one kernel ran, by the driver's counter (nvidia-smi "
        "utilization.gpu, NVML)",
    .misleads =
        "a kernel that only waits for another GPU counts as busy; one small kernel that never "
        "ends reads 1.0; waits shorter than about 1.5 s are averaged away",
    .obtain = kFromTelemetry};
inline constexpr Signal kGpuKernelBusy{
    .id = "gpu.kernel_busy",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning =
        "share of the window in which the device ran kernels, copies or collectives, as a union "
        "of intervals over all streams",
    .misleads = "not occupancy, and a collective that waits for a peer is busy here",
    .obtain = kFromTrace};
inline constexpr Signal kGpuPowerShare{
    .id = "gpu.power_share",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning = "mean power over the enforced power limit while the training ran",
    .misleads = "consumer cards spend power on clocks, not only on work",
    .obtain = kFromTelemetry};
inline constexpr Signal kGpuMemoryUsed{
    .id = "gpu.memory_used",
    .unit = Unit::bytes,
    .scope = Scope::device,
    .meaning = "memory held on the device at its peak",
    .misleads = "includes the allocator's cache: not what the training needs",
    .obtain = kFromTelemetry};

inline constexpr std::array kGpuSignals{
    &kGpuModel,       &kGpuMemory,     &kGpuSmCount,    &kGpuComputeCapability,
    &kGpuCounterBusy, &kGpuKernelBusy, &kGpuPowerShare, &kGpuMemoryUsed};

}  // namespace underfed
