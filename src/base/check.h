// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>

// A bug of ours: says where, and aborts; also in release builds. Never for what an input can cause.
#define UF_CHECK(condition)                                                               \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      std::fprintf(stderr, "underfed: bug: %s is false at %s:%d\n", #condition, __FILE__, \
                   __LINE__);                                                             \
      std::abort();                                                                       \
    }                                                                                     \
  } while (false)
