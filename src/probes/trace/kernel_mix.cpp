// SPDX-License-Identifier: Apache-2.0
#include "probes/trace/kernel_mix.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

#include "probes/trace/eager_attention.h"

namespace underfed {
namespace {

constexpr std::size_t kTop = 20;

// Time by class, in nanoseconds; where several classes are open an instant is divided equally.
class DividedTime {
 public:
  explicit DividedTime(Interval window) : now_(window.start_ns), end_(window.end_ns) {}

  // Operations in order of start.
  void add(const DeviceOp& op, std::uint32_t class_number) {
    advance_to(op.start_ns);
    if (op.end_ns() <= now_) return;
    if (open_.size() <= class_number) {
      open_.resize(class_number + 1, 0);
      time_.resize(class_number + 1, 0);
    }
    if (open_[class_number]++ == 0) classes_.push_back(class_number);
    ends_.push({op.end_ns(), class_number});
  }

  std::vector<double> finish() {
    advance_to(end_);
    return std::move(time_);
  }

 private:
  using End = std::pair<std::int64_t, std::uint32_t>;

  void advance_to(std::int64_t at_ns) {
    const std::int64_t until = std::min(at_ns, end_);
    while (!ends_.empty() && ends_.top().first <= until) {
      const auto [end, class_number] = ends_.top();
      ends_.pop();
      spend(end);
      if (--open_[class_number] == 0) std::erase(classes_, class_number);
    }
    spend(until);
  }

  void spend(std::int64_t until_ns) {
    if (until_ns <= now_) return;
    const double each = static_cast<double>(until_ns - now_) /
                        static_cast<double>(std::max<std::size_t>(classes_.size(), 1));
    for (const std::uint32_t class_number : classes_) time_[class_number] += each;
    now_ = until_ns;
  }

  std::int64_t now_;
  std::int64_t end_;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;
  std::vector<std::uint32_t> open_;     // by class, how many operations
  std::vector<std::uint32_t> classes_;  // those with any
  std::vector<double> time_;
};

struct MixClass {
  KernelClass kernel;
  bool eager = false;
};

// The names' classes, and small numbers for the classes that occur.
class Classes {
 public:
  Classes(const Timeline& timeline, const DeviceTrack& device) : by_name_(timeline.names.size()) {
    std::vector<bool> seen(by_name_.size(), false);
    for (const DeviceOp& op : device.ops) {
      if (op.kind != OpKind::kernel || seen[op.name]) continue;
      seen[op.name] = true;
      by_name_[op.name] = classify_kernel(timeline.names[op.name]);
    }
  }

  [[nodiscard]] const std::vector<KernelClass>& by_name() const { return by_name_; }

  std::uint32_t number_of(const DeviceOp& op, bool eager) {
    MixClass c{op.kind == OpKind::kernel ? by_name_[op.name] : KernelClass{KernelFamily::copy},
               eager};
    const Key key{static_cast<int>(c.kernel.family), static_cast<int>(c.kernel.precision),
                  static_cast<int>(c.kernel.attention), c.kernel.compiled, c.eager};
    const auto [entry, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(all_.size()));
    if (is_new) all_.push_back(c);
    return entry->second;
  }

  [[nodiscard]] const std::vector<MixClass>& all() const { return all_; }

 private:
  using Key = std::tuple<int, int, int, bool, bool>;
  std::vector<KernelClass> by_name_;
  std::vector<MixClass> all_;
  std::map<Key, std::uint32_t> numbers_;
};

void add_times(const std::vector<MixClass>& classes, const std::vector<double>& times,
               KernelMix& mix) {
  for (std::size_t i = 0; i < times.size(); ++i) {
    const KernelClass& c = classes[i].kernel;
    mix.compute_ns += times[i];
    mix.families[c.family] += times[i];
    if (is_matrix_work(c.family)) mix.matrix[c.precision] += times[i];
    if (c.family == KernelFamily::attention) mix.attention[c.attention] += times[i];
    if (c.compiled) mix.compiled_ns += times[i];
    if (classes[i].eager) mix.eager_attention_ns += times[i];
  }
}

std::vector<KernelTotal> top_kernels(const Timeline& timeline, const Classes& classes,
                                     const std::vector<double>& times,
                                     const std::vector<std::uint64_t>& counts) {
  std::vector<std::uint32_t> names;
  for (std::uint32_t name = 0; name < times.size(); ++name) {
    if (times[name] > 0) names.push_back(name);
  }
  std::stable_sort(names.begin(), names.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return times[a] > times[b]; });
  names.resize(std::min(names.size(), kTop));
  std::vector<KernelTotal> top;
  for (const std::uint32_t name : names) {
    top.push_back({short_kernel_name(timeline.names[name]), classes.by_name()[name].family,
                   counts[name], times[name]});
  }
  return top;
}

std::int64_t median_of(std::vector<std::int64_t> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

double KernelMix::family_ns(KernelFamily family) const {
  const auto found = families.find(family);
  return found == families.end() ? 0 : found->second;
}

double KernelMix::matrix_ns() const {
  double sum = 0;
  for (const auto& [precision, time] : matrix) sum += time;
  return sum;
}

double KernelMix::fused_attention_ns() const {
  double sum = 0;
  for (const auto& [kernel, time] : attention) sum += time;
  return sum;
}

double KernelMix::share(double time_ns) const { return compute_ns > 0 ? time_ns / compute_ns : 0; }

KernelMix kernel_mix(const Timeline& timeline, const DeviceTrack& device, Interval window) {
  KernelMix mix;
  Classes classes(timeline, device);
  const EagerAttention eager = find_eager_attention(timeline, device, classes.by_name());
  mix.eager_from_operators = eager.from_operators;
  DividedTime by_class(window);
  DividedTime by_name(window);
  std::vector<std::uint64_t> counts(timeline.names.size(), 0);
  std::vector<std::int64_t> durations;
  for (std::size_t i = 0; i < device.ops.size(); ++i) {
    const DeviceOp& op = device.ops[i];
    if (op.start_ns >= window.end_ns) break;
    if (!is_compute(op.kind)) continue;
    by_class.add(op, classes.number_of(op, eager.ops[i]));
    if (op.kind != OpKind::kernel) continue;
    by_name.add(op, op.name);
    if (!window.contains(op.start_ns)) continue;
    ++counts[op.name];
    durations.push_back(op.duration_ns);
  }
  mix.count = durations.size();
  mix.median_ns = median_of(std::move(durations));
  add_times(classes.all(), by_class.finish(), mix);
  mix.top = top_kernels(timeline, classes, by_name.finish(), counts);
  return mix;
}

}  // namespace underfed
