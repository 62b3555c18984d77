// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace underfed {

// What an input is, by its first bytes; never by its name.
enum class InputKind {
  chrome_trace,    // JSON with "traceEvents", or a bare array of events
  evidence,        // an evidence file: recorded (JSON Lines) or written by hand
  nsight_systems,  // .nsys-rep, or its SQLite export
  sqlite,
  execution_trace,  // PyTorch's execution graph observer
  memory_timeline,  // torch.cuda.memory's export
  memory_snapshot,  // a pickle
  weights,          // safetensors, or an index of weight files
  gpu_log,          // nvidia-smi and its relatives
  training_log,     // trainer_state.json and console logs
  notebook,
  config,   // YAML or JSON of a training
  table,    // parquet or arrow
  archive,  // zip, tar
  binary,
  text,
  empty,
};

struct Sniffed {
  InputKind kind = InputKind::binary;
  std::string_view what;  // "a weight index": what to call it in a sentence
  std::string_view hint;  // what to do with it instead; may be empty
};

// `prefix`: the first bytes of the decompressed input, 64 KiB or all of it. Total: anything has a
// kind.
inline constexpr std::size_t kSniffBytes = 64 << 10;
[[nodiscard]] Sniffed sniff(std::string_view prefix);

}  // namespace underfed
