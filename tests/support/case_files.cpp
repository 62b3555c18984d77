// SPDX-License-Identifier: Apache-2.0
#include "support/case_files.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "formats/evidence_file.h"
#include "signals/vocabulary.h"

namespace underfed::testing_support {
namespace {

Result<std::string> content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return Error{ErrorCode::not_found, path.string() + ": is missing", ""};
  return std::string{std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::vector<CaseFile> case_files(const std::filesystem::path& folder) {
  std::vector<CaseFile> files;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
    if (entry.path().extension() == ".evidence")
      files.push_back({entry.path().stem().string(), entry.path()});
  }
  std::sort(files.begin(), files.end(),
            [](const CaseFile& a, const CaseFile& b) { return a.name < b.name; });
  return files;
}

Result<Case> read_case(const CaseFile& file) {
  const std::string shown = file.path.filename().string();
  UF_TRY(const std::string text, content_of(file.path));
  UF_TRY(EvidenceDocument document, read_evidence_file(text, shown, vocabulary()));
  for (const Notice& notice : document.notices)
    return Error{ErrorCode::not_evidence, shown + ": " + notice.text.pattern, ""};
  Case read;
  for (Evidence& one : document.evidence) read.evidence.add(std::move(one));
  for (Absence& one : document.absences) read.evidence.add(std::move(one));
  std::filesystem::path answer = file.path;
  answer.replace_extension(".expected.json");
  UF_TRY(const std::string expected, content_of(answer));
  read.expected = nlohmann::json::parse(expected, nullptr, /*allow_exceptions=*/false);
  if (!read.expected.is_object())
    return Error{ErrorCode::not_evidence, answer.string() + ": is no JSON object", ""};
  return read;
}

}  // namespace underfed::testing_support
