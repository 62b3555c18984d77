// SPDX-License-Identifier: Apache-2.0
#include "cli/exit_code.h"

namespace underfed {

ExitCode exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
      return ExitCode::usage;
    case ErrorCode::not_found:
    case ErrorCode::not_readable:
    case ErrorCode::unavailable:
      return ExitCode::unavailable;
    case ErrorCode::not_evidence:
    case ErrorCode::unsupported_format:
      return ExitCode::not_evidence;
    case ErrorCode::not_writable:
      return ExitCode::not_written;
    case ErrorCode::internal:
      return ExitCode::bug;
  }
  return ExitCode::bug;
}

}  // namespace underfed
