// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/event_kind.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace underfed {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 7> kForeignPrefixes{"mtia", "privateuse1", "hpu", "npu",
                                                           "tpu",  "xla",         "mps"};

// Names of functions, as Python frames show them, that stop the training for something else.
constexpr std::array<std::string_view, 14> kPauseFunctions{
    "evaluate",        "evaluation_loop", "prediction_loop",  "validate",
    "validation_step", "save_checkpoint", "_save_checkpoint", "save_model",
    "save_pretrained", "save_state",      "save_state_dict",  "_maybe_log_save_evaluate",
    "log_metrics",     "add_scalar"};
// Words of an annotation that say the same.
constexpr std::array<std::string_view, 11> kPauseWords{
    "eval",       "evaluate", "evaluation",  "evaluating",    "validate", "validation",
    "checkpoint", "ckpt",     "checkpoints", "checkpointing", "logging"};
constexpr std::array<std::string_view, 5> kCompileWords{"compile", "compiling", "compilation",
                                                        "autotune", "autotuning"};
constexpr std::array<std::string_view, 7> kCompileFunctions{"_compile",
                                                            "compile_inner",
                                                            "compile_fx",
                                                            "compile_fx_inner",
                                                            "autotune_to_one_config",
                                                            "do_bench",
                                                            "coordinate_descent_tuning"};
// Operators that copy to the host, or ask the device for a size, and so can block.
constexpr std::array<std::string_view, 14> kBlockingOps{"aten::item",
                                                        "aten::_local_scalar_dense",
                                                        "aten::nonzero",
                                                        "aten::is_nonzero",
                                                        "aten::masked_select",
                                                        "aten::index",
                                                        "aten::unique2",
                                                        "aten::_unique2",
                                                        "aten::equal",
                                                        "aten::to",
                                                        "aten::copy_",
                                                        "aten::_to_copy",
                                                        "aten::repeat_interleave",
                                                        "aten::unique_consecutive"};
constexpr std::array<std::string_view, 4> kBatchedGemmOps{"aten::bmm", "aten::baddbmm",
                                                          "aten::bmm_out", "aten::matmul_batched"};
constexpr std::array<std::string_view, 8> kMayLoad{
    "FuncGetAttribute", "FuncSetAttribute", "FuncSetCacheConfig", "OccupancyMax",
    "GetFuncBySymbol",  "LibraryGetKernel", "ModuleGetFunction",  "KernelGetFunction"};
constexpr std::array<std::string_view, 6> kLoads{"ModuleLoad",  "LibraryLoad",  "LinkCreate",
                                                 "LinkAddData", "LinkComplete", "CompileProgram"};

bool has(std::string_view name, std::string_view part) {
  return name.find(part) != std::string_view::npos;
}

bool has_any(std::string_view name, Names parts) {
  return std::any_of(parts.begin(), parts.end(), [&](auto part) { return has(name, part); });
}

bool is_any(std::string_view name, Names names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool equal_ignoring_case(std::string_view a, std::string_view lower_case) {
  return std::equal(a.begin(), a.end(), lower_case.begin(), lower_case.end(),
                    [](char x, char y) { return lower(x) == y; });
}

// Whether one of the words of `text` (letters and underscores apart from all else, or parts
// between underscores) is one of `words`.
bool says_any(std::string_view text, Names words) {
  std::size_t start = 0;
  while (start < text.size()) {
    std::size_t end = start;
    while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end]))) ++end;
    const std::string_view word = text.substr(start, end - start);
    if (std::any_of(words.begin(), words.end(),
                    [&](auto known) { return equal_ignoring_case(word, known); })) {
      return true;
    }
    start = end + 1;
  }
  return false;
}

// "torch/serialization.py(850): save" -> "save"; a name without a place -> itself.
std::string_view function_of_frame(std::string_view frame) {
  const auto at = frame.rfind("): ");
  return at == std::string_view::npos ? frame : frame.substr(at + 3);
}

bool is_loader_frame(std::string_view frame) {
  return has(frame, "torch/utils/data/dataloader.py(") && function_of_frame(frame) == "__next__";
}

bool is_pause_frame(std::string_view frame) {
  const std::string_view function = function_of_frame(frame);
  if (is_any(function, kPauseFunctions)) return true;
  if (function == "save") return has(frame, "torch/serialization.py");
  if (function == "log")
    return has(frame, "trainer") || has(frame, "wandb") || has(frame, "mlflow");
  return false;
}

bool is_gc_frame(std::string_view frame) {
  return has(frame, "built-in function collect>") || has(frame, "gc.collect") ||
         (function_of_frame(frame) == "collect" && has(frame, "garbage_collection"));
}

bool is_compile_frame(std::string_view frame) {
  if (is_any(function_of_frame(frame), kCompileFunctions)) {
    return has(frame, "torch/_dynamo") || has(frame, "torch/_inductor") || has(frame, "triton");
  }
  return function_of_frame(frame) == "compile" && has(frame, "triton/compiler");
}

HostMeaning of_frame(std::string_view name) {
  if (is_loader_frame(name)) return {HostActivity::input_wait, RangeKind::loader_next_frame};
  if (is_gc_frame(name)) return {HostActivity::garbage_collection, RangeKind::garbage_collection};
  if (is_compile_frame(name)) return {HostActivity::compile, RangeKind::compile};
  if (is_pause_frame(name)) return {HostActivity::pause, RangeKind::pause};
  return {};
}

HostMeaning of_annotation(std::string_view name) {
  if (name.starts_with("ProfilerStep#")) {
    return {.range = RangeKind::profiler_step, .covers = false};
  }
  if (name.starts_with("Optimizer.step#")) {
    return {HostActivity::optimizer, RangeKind::optimizer_step};
  }
  if (has(name, "DataLoader") && has(name, "__next__")) {
    return {HostActivity::input_wait, RangeKind::loader_next};
  }
  if (has(name, "::"))
    return {};  // a C++ or library scope, such as autograd::...::evaluate_function
  if (has(name, "gc.collect") || equal_ignoring_case(name, "gc") || has(name, "gc_collect")) {
    return {HostActivity::garbage_collection, RangeKind::garbage_collection};
  }
  if (has(name, "(dynamo_timed)") || says_any(name, kCompileWords)) {
    return {HostActivity::compile, RangeKind::compile};
  }
  const bool saves = has(name, "save_model") || has(name, "save_state");
  if (saves || (says_any(name, kPauseWords) && !has(name, "activation"))) {
    return {HostActivity::pause, RangeKind::pause};
  }
  return {};
}

HostMeaning of_op(std::string_view name) {
  if (!has(name, "::")) return of_annotation(name);
  if (is_any(name, kBatchedGemmOps)) return {.mark = OpMark::batched_gemm};
  if (is_any(name, kBlockingOps)) return {.mark = OpMark::may_block};
  return {};
}

// A copy of memory, of any driver: cudaMemcpyAsync, hipMemcpyWithStream, urEnqueueUSMMemcpy.
HostMeaning of_copy_call(std::string_view name) {
  const bool asynchronous = has(name, "Async") || has(name, "Enqueue") || has(name, "Append");
  if (asynchronous) return {.launch = LaunchKind::copy};
  return {HostActivity::host_sync, RangeKind::blocking_call, LaunchKind::copy};
}

bool is_blocking_call(std::string_view name) {
  return has(name, "Synchronize") || has(name, "QueueFinish") || has(name, "EventWait") ||
         has(name, "EventsWait");
}

bool is_allocator_call(std::string_view name) {
  constexpr std::array<std::string_view, 4> kMapping{"MemCreate", "MemMap", "MemUnmap",
                                                     "MemAddressReserve"};
  return has(name, "Malloc") || has(name, "HostAlloc") || has(name, "MemAlloc") ||
         name.starts_with("cudaFree") || name.starts_with("hipFree") || has(name, "MemFree") ||
         has(name, "HostFree") || has_any(name, kMapping) || has(name, "MemSetAccess");
}

HostMeaning of_call(std::string_view name) {
  if (has(name, "GraphLaunch")) return {.launch = LaunchKind::graph};
  if (has(name, "Memcpy")) return of_copy_call(name);
  if (has(name, "Memset") || has(name, "MemoryFill") || has(name, "MemFill")) {
    return {.launch = LaunchKind::memset};
  }
  if (has(name, "Launch") && !has(name, "HostFunc")) return {.launch = LaunchKind::kernel};
  if (is_blocking_call(name)) return {HostActivity::host_sync, RangeKind::blocking_call};
  if (is_allocator_call(name)) return {HostActivity::allocator, RangeKind::allocator_call};
  if (has_any(name, kLoads)) return {HostActivity::loading, RangeKind::loading_call};
  if (has_any(name, kMayLoad)) return {.range = RangeKind::maybe_loading_call};
  return {};
}

HostMeaning of_overhead(std::string_view name) {
  if (has(name, "Instrumentation") || has(name, "Buffer Flush") || name == "Resource") {
    return {HostActivity::profiler_overhead};
  }
  if (has(name, "Loading") || has(name, "Compilation")) return {HostActivity::loading};
  return {.activity = HostActivity::none, .covers = false};  // "Command Buffer Full": the device is
}  // the limit

}  // namespace

EventKind event_kind(std::string_view category) {
  if (category.empty()) return EventKind::other;
  if (category == "cpu_op" || category == "Operator") return EventKind::op;
  if (category == "python_function") return EventKind::python_frame;
  if (category == "kernel" || category == "Kernel") return EventKind::kernel;
  if (category == "cuda_runtime" || category == "cuda_driver" || category == "Runtime" ||
      category == "xpu_runtime" || category == "xpu_driver" || category == "hip_runtime") {
    return EventKind::runtime_call;
  }
  if (category == "user_annotation") return EventKind::annotation;
  if (category == "gpu_memcpy" || category == "Memcpy") return EventKind::copy;
  if (category == "gpu_memset" || category == "Memset") return EventKind::memset;
  if (category == "overhead") return EventKind::overhead;
  for (const std::string_view prefix : kForeignPrefixes) {
    if (category.starts_with(prefix)) return EventKind::foreign_device;
  }
  return EventKind::other;
}

HostMeaning host_meaning(EventKind kind, std::string_view name) {
  switch (kind) {
    case EventKind::runtime_call:
      return of_call(name);
    case EventKind::op:
      return of_op(name);
    case EventKind::annotation:
      return of_annotation(name);
    case EventKind::python_frame:
      return of_frame(name);
    case EventKind::overhead:
      return of_overhead(name);
    default:
      return {};
  }
}

}  // namespace underfed
