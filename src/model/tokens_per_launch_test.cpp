// SPDX-License-Identifier: Apache-2.0
#include "model/tokens_per_launch.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace underfed {
namespace {

// Shapes of Llama 3 8B, Qwen 2.5 1.5B and 0.5B, as their config.json has them.
const LayerWork k8b{.flop_per_token = decoder_layer_flop_per_token(4096, 1024, 14336)};
const LayerWork k1b5{.flop_per_token = decoder_layer_flop_per_token(1536, 256, 8960)};
const LayerWork k0b5{.flop_per_token = decoder_layer_flop_per_token(896, 128, 4864)};

double on_a100(const LayerWork& layer) { return *tokens_that_fill(312, 2039, layer); }
double on_h100(const LayerWork& layer) { return *tokens_that_fill(989.4, 3352, layer); }

TEST(TokensPerLaunch, LayersHaveTheirModelsWeights) {
  // 32 layers of Llama 3 8B hold 6.98e9 weights.
  EXPECT_NEAR(k8b.flop_per_token / 2 * 32, 6.98e9, 0.01e9);
}

TEST(TokensPerLaunch, SmallModelsNeedMoreTokensOnAnA100) {
  EXPECT_NEAR(on_a100(k8b), 150, 10);
  EXPECT_NEAR(on_a100(k1b5), 530, 20);
  EXPECT_NEAR(on_a100(k0b5), 1700, 60);
}

TEST(TokensPerLaunch, AnH100NeedsAboutThreeTimesAsMany) {
  EXPECT_NEAR(on_h100(k1b5) / on_a100(k1b5), 3, 0.3);
  EXPECT_NEAR(on_h100(k0b5) / on_a100(k0b5), 3, 0.3);
  EXPECT_GT(on_h100(k8b) / on_a100(k8b), 2);
}

TEST(TokensPerLaunch, FewerKernelsNeedFewerTokensDownToTheRidge) {
  LayerWork compiled = k0b5;
  compiled.kernels = 12;
  EXPECT_LT(on_a100(compiled), on_a100(k0b5) / 3);
  compiled.kernels = 0;  // one graph for all
  EXPECT_NEAR(on_a100(compiled), 312e3 / 2039, 1e-9);
}

TEST(TokensPerLaunch, WhatIsNotKnownGivesNothing) {
  EXPECT_FALSE(tokens_that_fill(0, 2039, k8b));
  EXPECT_FALSE(tokens_that_fill(312, 0, k8b));
  EXPECT_FALSE(tokens_that_fill(312, 2039, {}));
}

RC_GTEST_PROP(TokensPerLaunchProperty, AFasterGpuNeverNeedsFewerTokens, ()) {
  const double peak = *rc::gen::inRange(1, 3000);
  const double more = peak + *rc::gen::inRange(0, 3000);
  const double bandwidth = *rc::gen::inRange(100, 8000);
  const LayerWork layer{.flop_per_token = *rc::gen::inRange(1, 1000) * 1e6};
  RC_ASSERT(*tokens_that_fill(peak, bandwidth, layer) <= *tokens_that_fill(more, bandwidth, layer));
}

}  // namespace
}  // namespace underfed
