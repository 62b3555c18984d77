// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/byte_source.h"
#include "core/probe.h"

namespace underfed {

// Reads an evidence file, saved or written by hand (plain or compressed); docs/evidence.md.
class EvidenceProbe final : public Probe {
 public:
  using OpenInput = std::function<Result<std::unique_ptr<ByteSource>>(const std::string& target)>;
  explicit EvidenceProbe(OpenInput open) : open_(std::move(open)) {}

  [[nodiscard]] std::string_view kind() const override { return "evidence"; }
  Result<ProbeOutput> gather(const Lead& lead) override;

 private:
  OpenInput open_;
};

}  // namespace underfed
