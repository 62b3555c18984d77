// SPDX-License-Identifier: Apache-2.0
#include "signals/vocabulary.h"

#include "signals/config.h"
#include "signals/data.h"
#include "signals/gpu.h"
#include "signals/host.h"
#include "signals/kernel.h"
#include "signals/loader.h"
#include "signals/run.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed {

const Catalog& vocabulary() {
  static const Catalog kCatalog = [] {
    std::vector<const Signal*> all;
    const auto take = [&all](const auto& family) {
      all.insert(all.end(), family.begin(), family.end());
    };
    take(kConfigSignals);
    take(kDataSignals);
    take(kGpuSignals);
    take(kHostSignals);
    take(kKernelSignals);
    take(kLoaderSignals);
    take(kRunSignals);
    take(kStepSignals);
    take(kTraceSignals);
    return Catalog(std::move(all));
  }();
  return kCatalog;
}

}  // namespace underfed
