// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "probes/trace/timeline_builder.h"

namespace underfed {
namespace {

constexpr std::size_t kFirstEntries = 4096;
constexpr std::size_t kMostEntries = std::size_t{1} << 20U;

std::uint64_t hash_of(EventKind kind, std::string_view name) {
  const std::uint64_t hash = std::hash<std::string_view>{}(name);
  const std::uint64_t salted = hash + 0x9E3779B97F4A7C15U * (static_cast<std::uint64_t>(kind) + 1);
  return salted == 0 ? 1 : salted;
}

}  // namespace

std::uint32_t NameTable::intern(std::string_view name) {
  if (const auto found = index_.find(name); found != index_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(name);
  index_.emplace(names_.back(), number);
  return number;
}

std::vector<std::string> NameTable::take() {
  std::vector<std::string> all;
  all.reserve(names_.size());
  index_.clear();
  for (std::string& name : names_) all.push_back(std::move(name));
  names_.clear();
  return all;
}

MeaningCache::MeaningCache() : entries_(kFirstEntries) {}

std::size_t MeaningCache::slot(std::uint64_t hash) const {
  const std::size_t mask = entries_.size() - 1;
  std::size_t at = hash & mask;
  while (entries_[at].hash != 0 && entries_[at].hash != hash) at = (at + 1) & mask;
  return at;
}

HostMeaning MeaningCache::of(EventKind kind, std::string_view name) {
  const std::uint64_t hash = hash_of(kind, name);
  std::size_t at = slot(hash);
  if (entries_[at].hash == hash) return entries_[at].meaning;
  const HostMeaning meaning = host_meaning(kind, name);
  if (used_ >= kMostEntries) return meaning;
  if (2 * (used_ + 1) > entries_.size()) {
    grow();
    at = slot(hash);
  }
  entries_[at] = {hash, meaning};
  ++used_;
  return meaning;
}

void MeaningCache::grow() {
  std::vector<Entry> old(entries_.size() * 2);
  old.swap(entries_);
  for (const Entry& entry : old) {
    if (entry.hash != 0) entries_[slot(entry.hash)] = entry;
  }
}

}  // namespace underfed
