// SPDX-License-Identifier: Apache-2.0
#include "base/private_text.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace underfed {
namespace {

constexpr std::string_view kMask = "***";

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

// Characters of base64, hexadecimal numbers and tokens.
bool is_secret(char c) { return is_word(c) || c == '+' || c == '/' || c == '.' || c == '='; }

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

template <typename Predicate>
std::size_t length_while(std::string_view text, Predicate matches) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), matches) -
                                  text.begin());
}

// A token begins so and has at least so many more characters of a word.
struct Maker {
  std::string_view prefix;
  std::size_t more;
};
constexpr std::array kMakers{
    Maker{"hf_", 20},         Maker{"sk-", 20},    Maker{"ghp_", 20}, Maker{"gho_", 20},
    Maker{"github_pat_", 20}, Maker{"AKIA", 16},   Maker{"ASIA", 16}, Maker{"xoxb-", 20},
    Maker{"xoxp-", 20},       Maker{"glpat-", 16}, Maker{"AIza", 30}, Maker{"wandb_v1_", 20},
};

// Names behind which a long value is a secret, as the end of a name: HF_TOKEN, wandb_api_key.
constexpr std::array<std::string_view, 9> kSecretNames{"token",      "api_key",    "apikey",
                                                       "secret",     "password",   "passwd",
                                                       "access_key", "secret_key", "auth_key"};
constexpr std::size_t kLongValue = 8;

constexpr std::array<std::string_view, 3> kHomes{"/home/", "/Users/", "\\Users\\"};

// Copies the text piece by piece, replacing what is private.
class Cleaner {
 public:
  explicit Cleaner(std::string_view text) : text_(text) {}

  std::string run() {
    while (at_ < text_.size()) {
      if (!home() && !token() && !named_secret() && !bearer() && !address_password()) {
        out_ += text_[at_++];
      }
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] bool at_word_start() const { return at_ == 0 || !is_word(text_[at_ - 1]); }

  bool replace(std::size_t length, std::string_view by) {
    out_ += by;
    at_ += length;
    return true;
  }

  // A path begins here, and does not go on from before: "a/home/x" is somebody's own folder.
  [[nodiscard]] bool at_path_start() const { return at_ == 0 || !is_of_path(text_[at_ - 1]); }

  static bool is_of_path(char c) { return is_word(c) || c == '.' || c == '/' || c == '~'; }

  // What leads to a home folder goes with it: /nfs/home/ann, C:\Users\ann.
  void drop_path_before(bool drive) {
    if (drive && !out_.empty() && out_.back() == ':') out_.pop_back();
    while (!out_.empty() && is_of_path(out_.back())) out_.pop_back();
  }

  bool home() {
    if (starts_with(rest(), "/root") && at_path_start() &&
        (rest().size() == 5 || rest()[5] == '/')) {
      return replace(5, "~");
    }
    for (const std::string_view folder : kHomes) {
      if (!starts_with(rest(), folder)) continue;
      const std::size_t name = length_while(rest().substr(folder.size()), [](char c) {
        return static_cast<unsigned char>(c) > ' ' && c != '/' && c != '\\' && c != '"' &&
               c != '~' && c != '\'' && c != ':' && c != ',' && c != ')';
      });
      if (name == 0) continue;
      drop_path_before(folder.front() == '\\');
      return replace(folder.size() + name, "~");
    }
    return false;
  }

  bool token() {
    if (!at_word_start()) return false;
    for (const Maker& maker : kMakers) {
      if (!starts_with(rest(), maker.prefix)) continue;
      const std::size_t more = length_while(rest().substr(maker.prefix.size()), is_word);
      if (more >= maker.more) return replace(maker.prefix.size() + more, kMask);
    }
    return false;
  }

  // "HF_TOKEN=abcdefgh", "api_key": "abcdefgh", password: abcdefgh.
  bool named_secret() {
    if (!at_word_start()) return false;
    const std::size_t name = length_while(rest(), is_word);
    if (name == 0 || !ends_as_secret(to_lower(rest().substr(0, name)))) return false;
    std::size_t value = name;
    const auto skip = [&](std::string_view some) {
      while (value < rest().size() && some.find(rest()[value]) != std::string_view::npos) ++value;
    };
    skip("\"' ");
    if (value >= rest().size() || (rest()[value] != '=' && rest()[value] != ':')) return false;
    ++value;
    skip("\"' ");
    const std::size_t length = length_while(rest().substr(value), is_secret);
    if (length < kLongValue) return false;
    out_ += rest().substr(0, value);
    return replace(value + length, kMask);
  }

  static bool ends_as_secret(std::string name) {
    std::replace(name.begin(), name.end(), '-', '_');
    return std::any_of(kSecretNames.begin(), kSecretNames.end(), [&](std::string_view secret) {
      return name.size() >= secret.size() &&
             name.compare(name.size() - secret.size(), secret.size(), secret) == 0;
    });
  }

  // "Bearer abcdefgh", as in a request's header.
  bool bearer() {
    constexpr std::string_view kBearer = "Bearer ";
    if (!at_word_start() || !starts_with(rest(), kBearer)) return false;
    const std::size_t length = length_while(rest().substr(kBearer.size()), is_secret);
    if (length < kLongValue) return false;
    out_ += kBearer;
    return replace(kBearer.size() + length, kMask);
  }

  // "https://ann:secret@host/": who and with what password.
  bool address_password() {
    constexpr std::string_view kScheme = "://";
    if (!starts_with(rest(), kScheme)) return false;
    const std::size_t end = rest().find_first_of("@/ \t\n", kScheme.size());
    if (end == std::string_view::npos || rest()[end] != '@') return false;
    if (rest().substr(kScheme.size(), end - kScheme.size()) == kMask) return false;
    out_ += kScheme;
    return replace(end, kMask);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string without_private(std::string_view text) { return Cleaner(text).run(); }

}  // namespace underfed
