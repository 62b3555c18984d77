// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "signals/obtain.h"

// The settings of a training, in neutral terms; frameworks translate. `key` is HF
// TrainingArguments' or the model's own spelling, which most frameworks share.
namespace underfed {

inline constexpr Signal kLoaderWorkers{.id = "loader.workers",
                                       .unit = Unit::count,
                                       .shape = Shape::setting,
                                       .scope = Scope::run,
                                       .meaning = "DataLoader worker processes per rank",
                                       .misleads = "more is not always faster",
                                       .obtain = kFromConfig,
                                       .key = "dataloader_num_workers"};
inline constexpr Signal kLoaderPinMemory{.id = "loader.pin_memory",
                                         .shape = Shape::setting,
                                         .scope = Scope::run,
                                         .meaning = "batches are copied from page-locked memory",
                                         .misleads = "",
                                         .obtain = kFromConfig,
                                         .key = "dataloader_pin_memory"};
inline constexpr Signal kLoaderPrefetch{.id = "loader.prefetch_factor",
                                        .unit = Unit::count,
                                        .shape = Shape::setting,
                                        .scope = Scope::run,
                                        .meaning = "batches that each worker keeps ready",
                                        .misleads = "without workers it has no effect",
                                        .obtain = kFromConfig,
                                        .key = "dataloader_prefetch_factor"};
inline constexpr Signal kMicroBatch{.id = "train.micro_batch",
                                    .unit = Unit::count,
                                    .shape = Shape::setting,
                                    .scope = Scope::run,
                                    .meaning = "rows that one forward pass takes on one GPU",
                                    .misleads = "packed rows hold many",
                                    .obtain = kFromConfig,
                                    .key = "per_device_train_batch_size"};
inline constexpr Signal kAccumulation{
    .id = "train.accumulation",
    .unit = Unit::count,
    .shape = Shape::setting,
    .scope = Scope::run,
    .meaning = "micro batches per optimizer step",
    .misleads = "it changes neither kernel size nor launches per example",
    .obtain = kFromConfig,
    .key = "gradient_accumulation_steps"};
inline constexpr Signal kPrecisionSetting{
    .id = "train.precision",
    .shape = Shape::setting,
    .scope = Scope::run,
    .meaning = "what the training asks to compute in: fp32, tf32, fp16, bf16, fp8",
    .misleads = "the kernels that ran are the truth",
    .obtain = kFromConfig,
    .key = "bf16"};
inline constexpr Signal kTf32Setting{.id = "train.tf32",
                                     .shape = Shape::setting,
                                     .scope = Scope::run,
                                     .meaning = "fp32 matrix products may use TF32 tensor cores",
                                     .misleads = "",
                                     .obtain = kFromConfig,
                                     .key = "tf32"};
inline constexpr Signal kAttentionSetting{
    .id = "model.attention",
    .shape = Shape::setting,
    .scope = Scope::run,
    .meaning = "the attention implementation asked for: eager, sdpa, flash_attention_2, ...",
    .misleads = "a mask can switch the fused kernel off",
    .obtain = kFromConfig,
    .key = "attn_implementation"};
inline constexpr Signal kCompileSetting{.id = "train.compile",
                                        .shape = Shape::setting,
                                        .scope = Scope::run,
                                        .meaning = "torch.compile is on",
                                        .misleads = "varying shapes make it recompile",
                                        .obtain = kFromConfig,
                                        .key = "torch_compile"};
inline constexpr Signal kPackingSetting{.id = "data.packing",
                                        .shape = Shape::setting,
                                        .scope = Scope::run,
                                        .meaning = "several rows share one sequence",
                                        .misleads = "an ignored key leaves it off",
                                        .obtain = kFromConfig,
                                        .key = "packing"};
inline constexpr Signal kGroupByLength{.id = "data.group_by_length",
                                       .shape = Shape::setting,
                                       .scope = Scope::run,
                                       .meaning = "rows of like length share a batch",
                                       .misleads = "changes the order of the data",
                                       .obtain = kFromConfig,
                                       .key = "group_by_length"};
inline constexpr Signal kSequenceLength{.id = "data.sequence_length",
                                        .unit = Unit::tokens,
                                        .shape = Shape::setting,
                                        .scope = Scope::run,
                                        .meaning = "longest sequence that training takes",
                                        .misleads = "longer rows are cut or dropped",
                                        .obtain = kFromConfig,
                                        .key = "max_length"};
inline constexpr Signal kEvalEvery{.id = "train.eval_steps",
                                   .unit = Unit::count,
                                   .shape = Shape::setting,
                                   .scope = Scope::run,
                                   .meaning = "optimizer steps between evaluations",
                                   .misleads = "",
                                   .obtain = kFromConfig,
                                   .key = "eval_steps"};
inline constexpr Signal kSaveEvery{.id = "train.save_steps",
                                   .unit = Unit::count,
                                   .shape = Shape::setting,
                                   .scope = Scope::run,
                                   .meaning = "optimizer steps between checkpoints",
                                   .misleads = "",
                                   .obtain = kFromConfig,
                                   .key = "save_steps"};
inline constexpr Signal kLogEvery{
    .id = "train.logging_steps",
    .unit = Unit::count,
    .shape = Shape::setting,
    .scope = Scope::run,
    .meaning = "optimizer steps between log lines; each reads the loss and waits for the device",
    .misleads = "",
    .obtain = kFromConfig,
    .key = "logging_steps"};

inline constexpr std::array kConfigSignals{
    &kLoaderWorkers,    &kLoaderPinMemory, &kLoaderPrefetch,   &kMicroBatch,     &kAccumulation,
    &kPrecisionSetting, &kTf32Setting,     &kAttentionSetting, &kCompileSetting, &kPackingSetting,
    &kGroupByLength,    &kSequenceLength,  &kEvalEvery,        &kSaveEvery,      &kLogEvery};

}  // namespace underfed
