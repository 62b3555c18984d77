// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/event_kind.h"

#include <gtest/gtest.h>

namespace underfed {
namespace {

TEST(EventKind, KnowsBothGenerationsAndAllMakers) {
  EXPECT_EQ(event_kind("kernel"), EventKind::kernel);
  EXPECT_EQ(event_kind("Kernel"), EventKind::kernel);
  EXPECT_EQ(event_kind("gpu_memcpy"), EventKind::copy);
  EXPECT_EQ(event_kind("Memcpy"), EventKind::copy);
  EXPECT_EQ(event_kind("gpu_memset"), EventKind::memset);
  EXPECT_EQ(event_kind("Memset"), EventKind::memset);
  EXPECT_EQ(event_kind("cuda_runtime"), EventKind::runtime_call);
  EXPECT_EQ(event_kind("Runtime"), EventKind::runtime_call);
  EXPECT_EQ(event_kind("cuda_driver"), EventKind::runtime_call);
  EXPECT_EQ(event_kind("xpu_runtime"), EventKind::runtime_call);
  EXPECT_EQ(event_kind("cpu_op"), EventKind::op);
  EXPECT_EQ(event_kind("Operator"), EventKind::op);
  EXPECT_EQ(event_kind("mtia_ccp_events"), EventKind::foreign_device);
}

TEST(EventKind, TracksThatRepeatOthersAreNoWork) {
  for (const char* category : {"gpu_user_annotation", "cuda_sync", "cuda_event", "ac2g", "async",
                               "Trace", "cpu_instant_event", "cuda_profiler_range", ""}) {
    EXPECT_EQ(event_kind(category), EventKind::other) << category;
  }
}

HostActivity activity(EventKind kind, std::string_view name) {
  return host_meaning(kind, name).activity;
}

TEST(HostMeaning, CallsThatLaunchAreToldFromThoseThatBlockOrAllocate) {
  const auto launch = [](std::string_view name) {
    return host_meaning(EventKind::runtime_call, name).launch;
  };
  EXPECT_EQ(launch("cudaLaunchKernelExC"), LaunchKind::kernel);
  EXPECT_EQ(launch("cuLaunchKernel"), LaunchKind::kernel);
  EXPECT_EQ(launch("hipExtModuleLaunchKernel"), LaunchKind::kernel);
  EXPECT_EQ(launch("urEnqueueKernelLaunch"), LaunchKind::kernel);
  EXPECT_EQ(launch("cudaGraphLaunch"), LaunchKind::graph);
  EXPECT_EQ(launch("cudaMemsetAsync"), LaunchKind::memset);
  EXPECT_EQ(launch("hipMemcpyAsync"), LaunchKind::copy);
  EXPECT_EQ(launch("cudaEventQuery"), LaunchKind::nothing);
  EXPECT_EQ(activity(EventKind::runtime_call, "hipMemcpyWithStream"), HostActivity::host_sync);
  EXPECT_EQ(activity(EventKind::runtime_call, "cudaMemcpyAsync"), HostActivity::other);
  EXPECT_EQ(activity(EventKind::runtime_call, "cudaStreamSynchronize"), HostActivity::host_sync);
  EXPECT_EQ(activity(EventKind::runtime_call, "cudaStreamWaitEvent"), HostActivity::other);
  EXPECT_EQ(activity(EventKind::runtime_call, "cudaHostAlloc"), HostActivity::allocator);
  EXPECT_EQ(activity(EventKind::runtime_call, "hipFree"), HostActivity::allocator);
}

TEST(HostMeaning, ActivationCheckpointingAndDynamoAreNoPause) {
  for (const char* frame :
       {"torch/utils/checkpoint.py(450): checkpoint", "torch/_dynamo/eval_frame.py(500): _fn",
        "nn.Module: Evaluator_0", "torch/nn/functional.py(2000): log_softmax"}) {
    EXPECT_EQ(activity(EventKind::python_frame, frame), HostActivity::other) << frame;
  }
  for (const char* op : {"CheckpointFunction", "CheckpointFunctionBackward",
                         "autograd::engine::evaluate_function: MmBackward0", "aten::log",
                         "## Call CompiledFxGraph abc ##", "Torch-Compiled Region: 0/0"}) {
    EXPECT_EQ(activity(EventKind::op, op), HostActivity::other) << op;
  }
}

TEST(HostMeaning, PausesAreNamedInManyWays) {
  for (const char* name : {"eval_loop", "Evaluation", "save_checkpoint", "## validation ##",
                           "logging: wandb", "save_model"}) {
    EXPECT_EQ(activity(EventKind::annotation, name), HostActivity::pause) << name;
  }
  for (const char* frame : {"transformers/trainer.py(4105): evaluate",
                            "transformers/trainer.py(3005): _maybe_log_save_evaluate",
                            "torch/serialization.py(850): save"}) {
    EXPECT_EQ(activity(EventKind::python_frame, frame), HostActivity::pause) << frame;
  }
}

TEST(HostMeaning, AProfilerStepFramesOthersAndIsNoWork) {
  const HostMeaning step = host_meaning(EventKind::annotation, "ProfilerStep#3");
  EXPECT_FALSE(step.covers);
  EXPECT_EQ(step.range, RangeKind::profiler_step);
}

TEST(HostMeaning, OptimizerStepIsTheStepAlone) {
  EXPECT_EQ(activity(EventKind::op, "Optimizer.step#SGD.step"), HostActivity::optimizer);
  EXPECT_EQ(activity(EventKind::op, "Optimizer.zero_grad#SGD.zero_grad"), HostActivity::other);
}

TEST(HostMeaning, OverheadThatLoadsIsLoading) {
  EXPECT_EQ(activity(EventKind::overhead, "Lazy Function Loading"), HostActivity::loading);
  EXPECT_FALSE(host_meaning(EventKind::overhead, "Command Buffer Full").covers);
  EXPECT_FALSE(host_meaning(EventKind::overhead, "Unrecognized").covers);
}

}  // namespace
}  // namespace underfed
