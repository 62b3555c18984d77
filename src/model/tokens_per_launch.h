// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace underfed {

// One layer of a model in its forward pass.
struct LayerWork {
  double flop_per_token = 0;  // 2 x the weights that multiply; attention scores left out
  double kernels = 40;        // launched for it: about this many by an eager decoder layer
};

// The weights that multiply in a decoder layer with a gated MLP (Llama, Qwen, Mistral), times two.
// `kv_width`: key-value heads x head size.
[[nodiscard]] double decoder_layer_flop_per_token(double hidden, double kv_width, double mlp_width);

// Tokens that one launch works on: micro batch x padded length, or the length of a packed bin.
// Gradient accumulation does not change it.
[[nodiscard]] double tokens_per_launch(double micro_batch, double padded_length);

// t* of DESIGN 5.11: tokens per launch from which on the GPU is the limit. The larger of the ridge
// (below it, reading the weights takes longer than multiplying with them; 2 bytes a weight) and of
// what keeps the GPU as long as the host needs to launch a layer (8 us a kernel) at half the peak.
// Good to a factor of two: a fast host, CUDA graphs or compile lower the second. `peak_tflops`: of
// the precision in use. Nothing where a figure is not positive.
[[nodiscard]] std::optional<double> tokens_that_fill(double peak_tflops, double bandwidth_gb_s,
                                                     const LayerWork& layer);

}  // namespace underfed
