// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/byte_source.h"
#include "core/probe.h"
#include "formats/chrome_trace.h"
#include "probes/trace/account.h"

namespace underfed {

// Opens an input by its name; errors name it.
using OpenInput = std::function<Result<std::unique_ptr<ByteSource>>(const std::string& target)>;

// Reads a profiler trace (plain, gzip, zstd) and accounts it. A trace that holds no work of a
// device that underfed can read is no error: it gives the reason as absences.
class TraceProbe final : public Probe {
 public:
  TraceProbe(OpenInput open, WindowChoice window, ReadProgress progress);

  [[nodiscard]] std::string_view kind() const override { return "trace"; }
  Result<ProbeOutput> gather(const Lead& lead) override;

 private:
  OpenInput open_;
  WindowChoice window_;
  ReadProgress progress_;
};

}  // namespace underfed
