// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace underfed {

// Text of an input without what a report or an evidence file must not carry:
//   secrets       tokens of the known makers (hf_..., sk-..., ghp_..., AKIA...), passwords in
//                 addresses, and long values behind a name such as api_key, token or password:
//                 "***"
//   home folders  /home/ann/run, /Users/ann/run, C:\Users\ann\run: "~/run"; /root/run: "~/run"
// What looks like neither stays byte for byte; done twice is done once. Folders elsewhere
// (/scratch/ann) cannot be told from the outside: files are shown by shown_path() instead.
[[nodiscard]] std::string without_private(std::string_view text);

}  // namespace underfed
