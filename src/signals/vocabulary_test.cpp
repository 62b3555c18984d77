// SPDX-License-Identifier: Apache-2.0
#include "signals/vocabulary.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

namespace underfed {
namespace {

// The ids that the family headers declare, read from their source.
std::set<std::string> declared_ids() {
  std::set<std::string> ids;
  const std::regex id_line(R"re(\.id = "([^"]+)")re");
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(UNDERFED_SOURCE_DIR) + "/src/signals")) {
    if (file.path().extension() != ".h") continue;
    std::ifstream in(file.path());
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    for (std::sregex_iterator at(text.begin(), text.end(), id_line), end; at != end; ++at) {
      ids.insert((*at)[1]);
    }
  }
  return ids;
}

TEST(Vocabulary, HoldsEverySignalThatAHeaderDeclares) {
  std::set<std::string> known;
  for (const Signal* signal : vocabulary().all()) known.emplace(signal->id);
  EXPECT_EQ(known, declared_ids());
}

TEST(Vocabulary, EverySignalSaysWhatItIsAndHowToObtainIt) {
  for (const Signal* signal : vocabulary().all()) {
    EXPECT_FALSE(signal->meaning.empty()) << signal->id;
    EXPECT_FALSE(signal->obtain.how.empty()) << signal->id;
    EXPECT_NE(signal->id.find('.'), std::string_view::npos) << signal->id;
    EXPECT_EQ(signal->shape == Shape::setting, !signal->key.empty()) << signal->id;
  }
}

TEST(Vocabulary, FindsByIdAndSuggestsTheNearest) {
  ASSERT_NE(vocabulary().find("gpu.counter_busy"), nullptr);
  EXPECT_EQ(vocabulary().find("gpu.counter"), nullptr);
  EXPECT_EQ(vocabulary().suggest("gpu.counter_bsy"), "gpu.counter_busy");
}

}  // namespace
}  // namespace underfed
