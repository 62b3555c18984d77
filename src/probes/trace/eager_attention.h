// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/kernel_names.h"
#include "probes/trace/timeline.h"

namespace underfed {

// Operations of attention that is written out, rather than fused: on one stream a batched matrix
// product, a softmax and a batched matrix product, with nothing but light kernels between them.
// A softmax of the loss or of a router is not framed by batched products.
struct EagerAttention {
  std::vector<bool> ops;  // by operation of the device; the products, the softmax, what is between
  // Whether operators (aten::bmm) said which products are batched. Without any host events every
  // matrix product is taken for one, which a router next to its experts could satisfy too.
  bool from_operators = true;
};
// `classes` by name.
[[nodiscard]] EagerAttention find_eager_attention(const Timeline& timeline,
                                                  const DeviceTrack& device,
                                                  const std::vector<KernelClass>& classes);

}  // namespace underfed
