// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/signal.h"

namespace underfed {

// The ways by which a person can come by a signal; each signal names one.
inline constexpr Obtain kFromTrace{
    "record a trace of about 10 steps (torch.profiler, CPU and CUDA activities)", "trace.json.gz",
    Cost::short_run};
inline constexpr Obtain kFromConfig{"give the config of the run", "config.yml", Cost::nothing};
inline constexpr Obtain kFromConfigAndData{"give the config; its data set is read with it",
                                           "config.yml", Cost::nothing};
inline constexpr Obtain kFromTelemetry{"log nvidia-smi for a minute while the training runs",
                                       "gpu.csv", Cost::one_minute};
inline constexpr Obtain kFromLog{"give the training log", "train.log", Cost::nothing};
inline constexpr Obtain kByHand{"write it into an evidence file", "facts.json", Cost::nothing};

}  // namespace underfed
