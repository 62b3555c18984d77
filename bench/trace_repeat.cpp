// SPDX-License-Identifier: Apache-2.0
#include "bench/trace_repeat.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string_view>
#include <vector>

#include "formats/compressed.h"
#include "sys/file_source.h"

namespace underfed::bench {
namespace {

constexpr std::int64_t kGapUs = 1'000;  // between two repetitions

Result<std::string> read_all(const std::filesystem::path& path) {
  UF_TRY(auto file, open_file(path.string()));
  UF_TRY(auto source, decompress(std::move(file), Ahead::no));
  std::string all;
  std::vector<char> buffer(1U << 20U);
  for (;;) {
    UF_TRY(const std::size_t size, source->read(buffer));
    if (size == 0) return all;
    all.append(buffer.data(), size);
  }
}

// The end of the JSON value that opens at `open` with a brace.
std::size_t end_of_object(std::string_view text, std::size_t open) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

struct Parts {
  std::string_view head;
  std::vector<std::string_view> events;
  std::string_view tail;
};

Parts split(std::string_view text) {
  const std::size_t key = text.find("\"traceEvents\"");
  std::size_t at = text.find('[', key == std::string_view::npos ? 0 : key) + 1;
  Parts parts{text.substr(0, at), {}, {}};
  for (;;) {
    const std::size_t next = text.find_first_of("{]", at);
    if (next == std::string_view::npos || text[next] == ']') {
      parts.tail = next == std::string_view::npos ? "]" : text.substr(next);
      return parts;
    }
    at = end_of_object(text, next);
    if (at == std::string_view::npos) return parts;
    parts.events.push_back(text.substr(next, at - next));
  }
}

// A whole number in an event's text that is to grow with every repetition.
struct Slot {
  std::size_t start = 0;
  std::size_t end = 0;
  std::int64_t value = 0;
  bool is_time = false;
};

void find_slots(std::string_view text, std::string_view key, bool is_time,
                std::vector<Slot>& slots) {
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at)) {
    at = text.find_first_not_of(" :", at + key.size());
    if (at == std::string_view::npos) return;
    Slot slot{at, at, 0, is_time};
    const auto [end, error] =
        std::from_chars(text.data() + at, text.data() + text.size(), slot.value);
    if (error != std::errc() || slot.value < 0) continue;
    slot.end = static_cast<std::size_t>(end - text.data());
    slots.push_back(slot);
    at = slot.end;
  }
}

std::int64_t whole_number_after(std::string_view text, std::string_view key) {
  std::vector<Slot> slots;
  find_slots(text, key, true, slots);
  return slots.empty() ? 0 : slots.front().value;
}

// The events' text with the places of its numbers: one repetition.
class Repetition {
 public:
  explicit Repetition(const Parts& parts) {
    for (const std::string_view event : parts.events) add(event);
    std::sort(slots_.begin(), slots_.end(),
              [](const Slot& a, const Slot& b) { return a.start < b.start; });
    period_us_ = last_us_ - first_us_ + 1 + kGapUs;
  }

  [[nodiscard]] std::size_t bytes() const { return text_.size(); }

  void write(std::int64_t times, std::ostream& out) const {
    std::size_t at = 0;
    for (const Slot& slot : slots_) {
      out.write(text_.data() + at, static_cast<std::streamsize>(slot.start - at));
      out << slot.value + times * (slot.is_time ? period_us_ : most_id_ + 1);
      at = slot.end;
    }
    out.write(text_.data() + at, static_cast<std::streamsize>(text_.size() - at));
  }

 private:
  void add(std::string_view event) {
    if (!text_.empty()) text_ += ",\n";
    const std::size_t base = text_.size();
    text_ += event;
    std::vector<Slot> slots;
    find_slots(event, "\"ts\"", true, slots);
    if (!slots.empty() && slots.front().value > 0) {
      const std::int64_t start = slots.front().value;
      first_us_ = std::min(first_us_, start);
      last_us_ = std::max(last_us_, start + whole_number_after(event, "\"dur\"") + 1);
    }
    const std::size_t times = slots.size();
    for (const char* key : {"\"correlation\"", "\"id\"", "\"External id\"", "\"external id\""}) {
      find_slots(event, key, false, slots);
    }
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (i >= times) most_id_ = std::max(most_id_, slots[i].value);
      slots[i].start += base;
      slots[i].end += base;
    }
    slots_.insert(slots_.end(), slots.begin(), slots.end());
  }

  std::string text_;
  std::vector<Slot> slots_;
  std::int64_t first_us_ = INT64_MAX;
  std::int64_t last_us_ = 0;
  std::int64_t period_us_ = 0;
  std::int64_t most_id_ = 0;
};

}  // namespace

Result<void> repeat_trace(const std::filesystem::path& from, std::uint64_t bytes,
                          const std::filesystem::path& to, std::int64_t& times) {
  UF_TRY(const std::string text, read_all(from));
  const Parts parts = split(text);
  if (parts.events.empty())
    return Error{ErrorCode::not_evidence, from.string() + ": no events", ""};
  const Repetition once(parts);
  times = static_cast<std::int64_t>(bytes / once.bytes()) + 1;
  std::ofstream out(to, std::ios::binary);
  out << parts.head << '\n';
  for (std::int64_t i = 0; i < times; ++i) {
    if (i > 0) out << ",\n";
    once.write(i, out);
  }
  out << '\n' << parts.tail;
  out.close();
  if (!out) return Error{ErrorCode::not_writable, "cannot write " + to.string(), ""};
  return {};
}

Answer repeated(const Answer& once, std::int64_t times) {
  Answer answer;
  for (const auto& [name, value] : once) {
    if (name == kEvents || name == kOperations || name.starts_with(kSpanPrefix)) {
      answer[name] = times * value;
    }
  }
  return answer;
}

}  // namespace underfed::bench
