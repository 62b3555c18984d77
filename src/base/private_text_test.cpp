// SPDX-License-Identifier: Apache-2.0
#include "base/private_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace underfed {
namespace {

// A token is put together here, so that no scanner of secrets finds one in this file.
std::string made_by(const std::string& prefix) { return prefix + std::string(34, 'x'); }

TEST(PrivateText, HomeFoldersLoseTheirOwner) {
  EXPECT_EQ(without_private("/home/ann/run/trace.json"), "~/run/trace.json");
  EXPECT_EQ(without_private("reading /Users/ann/a, /home/bob"), "reading ~/a, ~");
  EXPECT_EQ(without_private("C:\\Users\\ann\\a.csv"), "~\\a.csv");
  EXPECT_EQ(without_private("\"/root/a\""), "\"~/a\"");
  EXPECT_EQ(without_private("/nfs/home/ann/x"), "~/x");
}

TEST(PrivateText, KnownTokensAreMaskedWhereverTheyStand) {
  for (const std::string prefix : {"hf_", "sk-", "ghp_", "AKIA", "xoxb-", "glpat-"}) {
    EXPECT_EQ(without_private("login " + made_by(prefix) + ", done"), "login ***, done") << prefix;
  }
}

TEST(PrivateText, ValuesBehindTellingNamesAreMasked) {
  EXPECT_EQ(without_private("HF_TOKEN=abcdefgh12"), "HF_TOKEN=***");
  EXPECT_EQ(without_private("{\"wandb_api_key\": \"0123456789abcdef\"}"),
            "{\"wandb_api_key\": \"***\"}");
  EXPECT_EQ(without_private("--password: longenough rest"), "--password: *** rest");
  EXPECT_EQ(without_private("Authorization: Bearer abcdefghij"), "Authorization: Bearer ***");
  EXPECT_EQ(without_private("http://ann:pw@host:80/x"), "http://***@host:80/x");
}

TEST(PrivateText, WordsOfTheFieldStay) {
  for (const std::string text :
       {"ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x4_nn", "pad_token: <pad>",
        "max_tokens=2048", "eos_token_id: 128001", "hf_transfer", "sk-learn", "tokens/s: 3400",
        "/rootless/x", "data/home.txt", "runs/trace.json.gz", "https://host/a@b", ""}) {
    EXPECT_EQ(without_private(text), text);
  }
}

RC_GTEST_PROP(PrivateTextProperty, TwiceIsOnce, ()) {
  static const std::vector<std::string> kPieces{
      "/home/",  "/root", "/Users/", "\\Users\\", "C:",
      "ann",     "token", "=",       ":",         " ",
      "\"",      "hf_",   "://",     "@",         "/",
      "Bearer ", "AKIA",  "***",     "\n",        "abcdefghijklmnopqrstuv"};
  std::string text;
  for (const auto piece : *rc::gen::container<std::vector<std::size_t>>(
           rc::gen::inRange<std::size_t>(0, kPieces.size()))) {
    text += kPieces[piece];
  }
  const std::string once = without_private(text);
  RC_ASSERT(without_private(once) == once);
}

}  // namespace
}  // namespace underfed
