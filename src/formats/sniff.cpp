// SPDX-License-Identifier: Apache-2.0
#include "formats/sniff.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace underfed {
namespace {

constexpr std::string_view kNsysHint =
    "underfed reads PyTorch profiler traces: record a few steps with torch.profiler and "
    "export_chrome_trace";
constexpr std::string_view kLaterHint =
    "this underfed reads traces and evidence files; write what the file says into an evidence "
    "file, "
    "such as {\"gpu.counter_busy\": 0.35}";

constexpr std::string_view kUnpackHint = "unpack it, or pack it with gzip or zstd";
constexpr std::string_view kUtf8Hint =
    "save it as UTF-8; PowerShell writes UTF-16 where output is redirected";

struct Magic {
  std::string_view bytes;
  Sniffed sniffed;
};

constexpr std::array kMagics{
    Magic{std::string_view("SQLite format 3\0", 16),
          {InputKind::sqlite, "an SQLite database, perhaps an Nsight Systems export", kNsysHint}},
    Magic{"\x93NUMPY", {InputKind::binary, "a NumPy array", ""}},
    Magic{"PAR1", {InputKind::table, "a Parquet file", ""}},
    Magic{"ARROW1", {InputKind::table, "an Arrow file", ""}},
    Magic{"PK\x03\x04",
          {InputKind::archive, "a zip archive (PyTorch checkpoints are some)",
           "unpack it and name the trace"}},
    Magic{"\x7F"
          "ELF",
          {InputKind::binary, "a program", ""}},
    Magic{"\x80\x04",
          {InputKind::memory_snapshot, "a Python pickle, such as a memory snapshot", kNsysHint}},
    Magic{"\x80\x02",
          {InputKind::memory_snapshot, "a Python pickle, such as a checkpoint", kNsysHint}},
    Magic{"\x80\x03",
          {InputKind::memory_snapshot, "a Python pickle, such as a checkpoint", kNsysHint}},
    Magic{"\x80\x05",
          {InputKind::memory_snapshot, "a Python pickle, such as a memory snapshot", kNsysHint}},
    Magic{"\x89HDF", {InputKind::binary, "an HDF5 file", ""}},
    Magic{"BZh", {InputKind::archive, "a file packed with bzip2", kUnpackHint}},
    Magic{"\xFD"
          "7zXZ",
          {InputKind::archive, "a file packed with xz", kUnpackHint}},
    Magic{"7z\xBC\xAF", {InputKind::archive, "a 7z archive", kUnpackHint}},
    Magic{"\x04\x22\x4D\x18", {InputKind::archive, "a file packed with lz4", kUnpackHint}},
    Magic{"\xFF\xFE", {InputKind::text, "text in UTF-16", kUtf8Hint}},
    Magic{"\xFE\xFF", {InputKind::text, "text in UTF-16", kUtf8Hint}},
    Magic{"NVTX", {InputKind::nsight_systems, "an Nsight capture", kNsysHint}},
    Magic{"%PDF", {InputKind::binary, "a PDF document", ""}},
};

constexpr std::size_t kTarMark = 257;  // where a tar's header says so

bool has_key(std::string_view text, std::string_view key) {
  return contains(text, "\"" + std::string(key) + "\"");
}

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

bool looks_binary(std::string_view prefix) {
  const auto strange = std::count_if(prefix.begin(), prefix.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == 0 ||
           (byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t' && byte != 0x1B);
  });
  return static_cast<std::size_t>(strange) > prefix.size() / 50;
}

// The first eight bytes of safetensors are a length, and then comes JSON.
bool is_safetensors(std::string_view prefix) {
  return prefix.size() > 9 && prefix[8] == '{' && prefix[7] == 0;
}

constexpr std::array<std::string_view, 10> kFamilies{"gpu",  "run",    "loader", "train", "model",
                                                     "data", "kernel", "host",   "trace", "step"};

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// "gpu.counter_busy": a signal's family, then a name.
bool is_signal_id(std::string_view key) {
  const std::size_t dot = key.find('.');
  if (dot == std::string_view::npos) return false;
  return std::find(kFamilies.begin(), kFamilies.end(), key.substr(0, dot)) != kFamilies.end() &&
         is_name(key.substr(dot + 1));
}

bool is_family(std::string_view key) {
  return std::find(kFamilies.begin(), kFamilies.end(), key) != kFamilies.end();
}

// JSON: some key in quotes with a colon behind it names a signal, or a family.
bool has_quoted_signal(std::string_view text) {
  for (std::size_t open = text.find('"'); open != std::string_view::npos;
       open = text.find('"', open + 1)) {
    const std::size_t close = text.find('"', open + 1);
    if (close == std::string_view::npos) return false;
    const std::string_view key = text.substr(open + 1, close - open - 1);
    const std::string_view rest = text.substr(close + 1, 16);
    const std::size_t colon = rest.find_first_not_of(" \t\r\n");
    const bool is_key = colon != std::string_view::npos && rest[colon] == ':';
    if (is_key && (is_signal_id(key) || is_family(key))) return true;
    open = close;
  }
  return false;
}

// YAML: a line "gpu.counter_busy: ..." or "gpu:".
bool has_signal_line(std::string_view text) {
  for (const std::string_view line : split(text.substr(0, kSniffBytes), '\n')) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view key = line.substr(0, colon);
    if (is_signal_id(key) || (is_family(key) && trim(line.substr(colon + 1)).empty())) return true;
  }
  return false;
}

Sniffed sniff_json(std::string_view text) {
  if (has_key(text, "underfed_evidence")) return {InputKind::evidence, "an evidence file", ""};
  if (has_key(text, "traceEvents")) return {InputKind::chrome_trace, "a trace", ""};
  if (has_key(text, "weight_map")) {
    return {InputKind::weights, "a weight index, not evidence of a run",
            "give the trace of the run instead"};
  }
  if (has_key(text, "nodes") && (has_key(text, "schema") || has_key(text, "inputs"))) {
    return {InputKind::execution_trace,
            "a PyTorch execution trace, which holds no times of the device", kNsysHint};
  }
  if (has_key(text, "log_history")) return {InputKind::training_log, "a trainer state", kLaterHint};
  if (has_key(text, "nbformat") || has_key(text, "cell_type")) {
    return {InputKind::notebook, "a notebook", kLaterHint};
  }
  if (has_key(text, "architectures") || has_key(text, "hidden_size")) {
    return {InputKind::config, "a model's config", kLaterHint};
  }
  // A trace's header can be longer than what was looked at.
  if (has_key(text, "schemaVersion") || has_key(text, "deviceProperties")) {
    return {InputKind::chrome_trace, "a trace", ""};
  }
  if (has_quoted_signal(text)) return {InputKind::evidence, "an evidence file", ""};
  return {InputKind::text, "JSON, but neither a trace nor evidence of a run", kNsysHint};
}

Sniffed sniff_array(std::string_view text) {
  const std::string_view inner = trim(text.substr(1));
  if (starts_with(inner, "{") && (has_key(inner, "ph") || has_key(inner, "ts"))) {
    return {InputKind::chrome_trace, "a trace", ""};
  }
  if (starts_with(inner, "[")) {
    return {InputKind::memory_timeline, "a list of lists, such as a memory timeline", kNsysHint};
  }
  return {InputKind::text, "JSON, but neither a trace nor evidence of a run", kNsysHint};
}

Sniffed sniff_text(std::string_view text) {
  const std::string lower = to_lower(text.substr(0, 4096));
  if (contains(lower, "nvidia-smi") || contains(lower, "utilization.gpu") ||
      contains(lower, "dcgm_fi_") || starts_with(trim(lower), "# gpu") ||
      contains(lower, "gpu util")) {
    return {InputKind::gpu_log, "a GPU log", kLaterHint};
  }
  if (has_signal_line(text)) return {InputKind::evidence, "an evidence file", ""};
  if (contains(lower, "'loss'") || contains(lower, "it/s]") || contains(lower, "s/it]")) {
    return {InputKind::training_log, "a training log", kLaterHint};
  }
  const bool yaml = contains(lower, ": ") || contains(lower, ":\n");
  if (yaml && (contains(lower, "base_model") || contains(lower, "model_name") ||
               contains(lower, "learning_rate"))) {
    return {InputKind::config, "a training config", kLaterHint};
  }
  return {InputKind::text, "text that this underfed does not read", kLaterHint};
}

}  // namespace

Sniffed sniff(std::string_view prefix) {
  std::string_view text = prefix;
  if (starts_with(text, "\xEF\xBB\xBF")) text.remove_prefix(3);
  text = trim(text);
  if (text.empty()) return {InputKind::empty, "empty", ""};
  if (contains(prefix, "TARGET_INFO_") && starts_with(prefix, "SQLite format 3"))
    return {InputKind::nsight_systems, "an Nsight Systems export", kNsysHint};
  if (prefix.substr(std::min(prefix.size(), kTarMark), 5) == "ustar")
    return {InputKind::archive, "a tar archive", "unpack it and name the trace"};
  for (const Magic& magic : kMagics) {
    if (starts_with(prefix, magic.bytes)) return magic.sniffed;
  }
  if (is_safetensors(prefix))
    return {InputKind::weights, "a safetensors file: weights, not evidence of a run", ""};
  if (text.front() == '{' && text.substr(0, 2) != "{'") return sniff_json(text);
  if (text.front() == '[') return sniff_array(text);
  if (looks_binary(prefix))
    return {InputKind::binary, "a binary file that is none of what underfed reads", kNsysHint};
  return sniff_text(text);
}

}  // namespace underfed
