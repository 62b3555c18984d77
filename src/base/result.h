// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace underfed {

// What kind of trouble it was; each has one exit code (cli/exit_code.h).
enum class ErrorCode {
  usage,               // the command line makes no sense
  not_found,           // no such file, folder or name
  not_readable,        // it is there and cannot be read
  not_evidence,        // it was read and is no evidence of a run
  unsupported_format,  // it is recognised, and underfed does not read it
  unavailable,         // asked-for evidence could not be had
  not_writable,        // an output could not be written
  internal,            // a bug of ours
};

// An operation that failed. `message` is lower case, without a full stop, and names the path and
// the position; `hint` says what to do next and may be empty.
struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;
  std::string hint;

  // Says what was being done, in front of the message: "reading a.json: cut short".
  [[nodiscard]] Error with_context(const std::string& doing) const {
    return Error{code, doing + ": " + message, hint};
  }
};

// A value or an Error; never ignored. Errors are handed up with UF_TRY, one a line, no chains.
template <typename T = void>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
  Result(Error error)
      : tl::expected<T, Error>(tl::unexpect, std::move(error)) {}  // NOLINT: by design
};

}  // namespace underfed

#define UF_CONCAT_INNER(a, b) a##b
#define UF_CONCAT(a, b) UF_CONCAT_INNER(a, b)

// UF_TRY(auto x, read(path)); declares x, or returns the Error of the caller's Result.
#define UF_TRY(declaration, ...) \
  UF_TRY_IMPL(UF_CONCAT(uf_result_, __LINE__), declaration, __VA_ARGS__)
#define UF_TRY_IMPL(result, declaration, ...)                       \
  auto result = (__VA_ARGS__);                                      \
  if (!result) return ::underfed::Error(std::move(result).error()); \
  declaration = std::move(*result)

// UF_TRY_VOID(write(path)); for a Result<void>.
#define UF_TRY_VOID(...)                          \
  if (auto uf_result = (__VA_ARGS__); !uf_result) \
  return ::underfed::Error(std::move(uf_result).error())
