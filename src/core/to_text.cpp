// SPDX-License-Identifier: Apache-2.0
// The words of core's enumerations: as JSON, evidence files and reports spell them.
#include "core/assessment.h"
#include "core/diagnosis.h"
#include "core/evidence.h"
#include "core/remedy.h"
#include "core/signal.h"

namespace underfed {

std::string_view to_text(Shape shape) {
  switch (shape) {
    case Shape::number:
      return "number";
    case Shape::text:
      return "text";
    case Shape::flag:
      return "flag";
    case Shape::series:
      return "series";
    case Shape::distribution:
      return "distribution";
    case Shape::breakdown:
      return "breakdown";
    case Shape::setting:
      return "setting";
    case Shape::table:
      return "table";
  }
  return "";
}

std::string_view to_text(Scope scope) {
  switch (scope) {
    case Scope::run:
      return "run";
    case Scope::node:
      return "node";
    case Scope::rank:
      return "rank";
    case Scope::device:
      return "device";
    case Scope::process:
      return "process";
    case Scope::step:
      return "step";
  }
  return "";
}

std::string_view to_text(Origin origin) {
  switch (origin) {
    case Origin::kernels_ran:
      return "kernels that ran";
    case Origin::host_measured:
      return "measured on the host";
    case Origin::log_written:
      return "written in a log";
    case Origin::setting_resolved:
      return "setting";
    case Origin::setting_default:
      return "default";
    case Origin::built_in_table:
      return "built-in table";
    case Origin::person_given:
      return "given by hand";
    case Origin::derived:
      return "derived";
  }
  return "";
}

std::string_view to_text(OnResume on_resume) {
  return on_resume == OnResume::safe ? "safe on resume" : "changes the schedule of a resumed run";
}

std::string_view to_text(Advice advice) { return advice == Advice::write ? "write" : "offer"; }

std::string_view to_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::present:
      return "present";
    case Outcome::ruled_out:
      return "ruled out";
    case Outcome::not_applicable:
      return "not applicable";
    case Outcome::cannot_tell:
      return "cannot tell";
  }
  return "";
}

std::string_view to_text(Lean lean) {
  switch (lean) {
    case Lean::none:
      return "none";
    case Lean::suspected:
      return "suspected";
    case Lean::unlikely:
      return "unlikely";
  }
  return "";
}

std::string_view to_text(Confidence confidence) {
  switch (confidence) {
    case Confidence::certain:
      return "certain";
    case Confidence::likely:
      return "likely";
    case Confidence::possible:
      return "possible";
  }
  return "";
}

std::string_view to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::cause_found:
      return "cause found";
    case Verdict::well_fed:
      return "well fed";
    case Verdict::job_too_small:
      return "job too small for this GPU";
    case Verdict::no_device_work:
      return "no device work";
    case Verdict::cannot_tell:
      return "cannot tell";
  }
  return "";
}

}  // namespace underfed
