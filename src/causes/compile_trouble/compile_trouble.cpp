// SPDX-License-Identifier: Apache-2.0
// Compile trouble: kernels are compiled, tuned or loaded while the device waits, and not only in
// the first step. Present when that takes kWorthTelling of the steady steps or more. Misled by: the
// first steps, which load by design; a trace of one cold iteration shows nothing else, and then it
// cannot tell.
#include <array>

#include "causes/measured.h"
#include "core/cause.h"
#include "signals/config.h"
#include "signals/host.h"
#include "signals/kernel.h"
#include "signals/step.h"
#include "signals/trace.h"

namespace underfed::compile_trouble {
namespace {

Settle record_later() {
  return {"record later steps: schedule(wait=5, warmup=2, active=10)", "", Cost::short_run};
}

Remedy fewer_shapes(const EvidenceView& evidence, Range gain) {
  const bool compiled = evidence.number(kKernelCompiled).value_or(0) > 0;
  Remedy remedy;
  remedy.id = "fewer-shapes";
  remedy.gain = gain;
  remedy.action = compiled ? Statement{"look at TORCH_LOGS=recompiles: pad to a few lengths, or mark the length dynamic, so that "
                                       "no new shape arrives"}
                           : Statement{"switch cudnn.benchmark off where shapes vary; warm up every shape before the run"};
  remedy.advice = Advice::offer;
  return remedy;
}

Assessment recompiles(const EvidenceView& evidence, const MeasuredShare& loading) {
  Assessment answer = found(loading, kWorthTelling, OfHostTime::no);
  answer.summary = {"{} of the time, in steps that should be warm", {share(loading.share)}};
  answer.lost = LostTime{
      .share = loading.interval, .is_wait = true, .wait_removed_s = loading.share * loading.step_s};
  answer.remedies = {fewer_shapes(evidence, loading.interval)};
  answer.check = {"later steps must show no loading at all"};
  return answer;
}

Assessment assess(const EvidenceView& evidence) {
  const auto loading = measured(evidence, kStepLoadingShare);
  if (!loading) {
    return cannot_tell(Lean::none, {"nothing here shows compilation"},
                       settled_by(kFromTrace, "a trace of about 10 steps shows it"));
  }
  const bool one_step = loading->steps < 2;
  if (loading->share >= kWorthTelling && one_step) {
    return cannot_tell(Lean::none,
                       {"loading code fills {} of the one iteration recorded: this is the warm-up",
                        {share(loading->share)}},
                       record_later());
  }
  if (loading->share >= kWorthTelling) return recompiles(evidence, *loading);
  const Breakdown* calls = evidence.breakdown(kHostLoading);
  if (calls != nullptr && calls->part("first step") > 0.001) {
    return ruled_out({"the first step loads for {}, the later ones do not",
                      {seconds(calls->part("first step"))}},
                     {loading->evidence});
  }
  return ruled_out({"no loading or compilation while the GPU waits"}, {loading->evidence});
}

constexpr std::array<const Signal*, 1> kNeeds{&kStepLoadingShare};
constexpr std::array<const Signal*, 3> kWants{&kHostLoading, &kKernelCompiled, &kTraceSteps};

}  // namespace

extern const Cause cause;
const Cause cause{.id = "compile-trouble",
                  .title = "compilation",
                  .checklist = 0,
                  .needs = kNeeds,
                  .wants = kWants,
                  .assess = assess};

}  // namespace underfed::compile_trouble
