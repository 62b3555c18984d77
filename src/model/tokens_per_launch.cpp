// SPDX-License-Identifier: Apache-2.0
#include "model/tokens_per_launch.h"

#include <algorithm>

namespace underfed {
namespace {

constexpr double kLaunchS = 8e-6;   // host time of one operator in eager PyTorch. DESIGN 5.11
constexpr double kReachable = 0.5;  // of the peak, by ordinary matrix sizes

}  // namespace

double decoder_layer_flop_per_token(double hidden, double kv_width, double mlp_width) {
  const double attention = 2 * hidden * hidden + 2 * hidden * kv_width;  // q and o, k and v
  const double mlp = 3 * hidden * mlp_width;                             // gate, up, down
  return 2 * (attention + mlp);
}

double tokens_per_launch(double micro_batch, double padded_length) {
  return micro_batch * padded_length;
}

std::optional<double> tokens_that_fill(double peak_tflops, double bandwidth_gb_s,
                                       const LayerWork& layer) {
  const bool known = peak_tflops > 0 && bandwidth_gb_s > 0 && layer.flop_per_token > 0;
  if (!known) return std::nullopt;
  const double peak = peak_tflops * 1e12;
  // 2 FLOP a weight and token, 2 bytes a weight: the ratio of the two rates is a number of tokens.
  const double ridge = peak / (bandwidth_gb_s * 1e9);
  const double launch_bound = layer.kernels * kLaunchS * kReachable * peak / layer.flop_per_token;
  return std::max(ridge, launch_bound);
}

}  // namespace underfed
