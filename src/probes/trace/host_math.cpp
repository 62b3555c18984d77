// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/host_math.h"

#include <algorithm>
#include <array>

namespace underfed {
namespace {

constexpr std::array<std::string_view, 10> kMathOperators{
    "aten::mm",
    "aten::addmm",
    "aten::bmm",
    "aten::baddbmm",
    "aten::mkldnn_convolution",
    "aten::_slow_conv2d_forward",
    "aten::thnn_conv2d",
    "aten::convolution_backward",
    "aten::mkldnn_linear",
    "aten::_scaled_dot_product_flash_attention_for_cpu"};

bool is_math(std::string_view name) {
  return name.substr(0, 6) == "aten::" &&
         std::find(kMathOperators.begin(), kMathOperators.end(), name) != kMathOperators.end();
}

}  // namespace

void HostMath::on_event(const TraceEvent& event) {
  if (event.phase == 'X' && (event.category == "cpu_op" || event.category == "Operator")) {
    first_ns_ = std::min(first_ns_, event.start_ns);
    last_ns_ = std::max(last_ns_, event.start_ns + event.duration_ns);
    if (is_math(event.name)) math_ns_ += event.duration_ns;
  }
  next_->on_event(event);
}

double HostMath::share() const {
  if (last_ns_ <= first_ns_) return 0;
  return std::min(1.0, static_cast<double>(math_ns_) / static_cast<double>(last_ns_ - first_ns_));
}

}  // namespace underfed
