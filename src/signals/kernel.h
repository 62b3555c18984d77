// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "signals/obtain.h"

// What the kernels that ran were; names are read by model/kernel_names.h. DESIGN 5.4 and 5.11.
namespace underfed {

inline constexpr Signal kKernelCount{.id = "kernel.count",
                                     .unit = Unit::count,
                                     .scope = Scope::device,
                                     .meaning = "kernels in the window that are no collectives",
                                     .misleads = "",
                                     .obtain = kFromTrace};
inline constexpr Signal kKernelMedianTime{
    .id = "kernel.median_time",
    .unit = Unit::seconds,
    .scope = Scope::device,
    .meaning = "median duration of those kernels",
    .misleads = "short kernels are no fault while the host keeps ahead",
    .obtain = kFromTrace};
inline constexpr Signal kKernelFamilies{
    .id = "kernel.families",
    .unit = Unit::seconds,
    .shape = Shape::breakdown,
    .scope = Scope::device,
    .meaning =
        "kernel time by family: matrix, attention, elementwise, optimizer, dequantisation, ...",
    .misleads = "a sum over streams: shares of it are not shares of the window",
    .obtain = kFromTrace};
inline constexpr Signal kKernelPrecision{
    .id = "kernel.matrix_precision",
    .unit = Unit::seconds,
    .shape = Shape::breakdown,
    .scope = Scope::device,
    .meaning = "time of matrix kernels (GEMM, convolution) by the precision they compute in",
    .misleads = "weights may be stored in another type",
    .obtain = kFromTrace};
inline constexpr Signal kKernelAttention{
    .id = "kernel.attention",
    .unit = Unit::seconds,
    .shape = Shape::breakdown,
    .scope = Scope::device,
    .meaning =
        "attention time by implementation; \"eager\" is a batched matrix product, a softmax and a "
        "batched matrix product on one stream",
    .misleads = "linear attention and state-space layers are not in it",
    .obtain = kFromTrace};
inline constexpr Signal kKernelTop{
    .id = "kernel.top",
    .unit = Unit::seconds,
    .shape = Shape::table,
    .scope = Scope::device,
    .meaning = "the kernels with the most time: name, family, number, seconds",
    .misleads = "",
    .obtain = kFromTrace};
inline constexpr Signal kKernelUnknown{
    .id = "kernel.unknown_share",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning = "share of kernel time whose name the table does not know",
    .misleads = "",
    .obtain = kFromTrace};
inline constexpr Signal kKernelUnderfilled{
    .id = "kernel.underfilled_share",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning =
        "sum of duration x max(0, 1 - blocks per SM) over compute: work that leaves SMs empty",
    .misleads = "a persistent kernel may fill the GPU with one block per SM",
    .obtain = kFromTrace};
inline constexpr Signal kKernelCompiled{
    .id = "kernel.compiled_share",
    .unit = Unit::share,
    .scope = Scope::device,
    .meaning = "share of kernel time in kernels made by torch.compile (Inductor)",
    .misleads = "",
    .obtain = kFromTrace};

inline constexpr std::array kKernelSignals{
    &kKernelCount, &kKernelMedianTime, &kKernelFamilies,    &kKernelPrecision, &kKernelAttention,
    &kKernelTop,   &kKernelUnknown,    &kKernelUnderfilled, &kKernelCompiled};

}  // namespace underfed
