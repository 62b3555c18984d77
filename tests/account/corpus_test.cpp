// SPDX-License-Identifier: Apache-2.0
// The accounting on real traces, against references made apart from it. tools/compare-traces prints
// the whole comparison.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "account/load_trace.h"
#include "account/reference_time.h"
#include "probes/trace/account.h"

namespace underfed {
namespace {

using Json = nlohmann::json;

class Corpus : public testing::Test {
 protected:
  void SetUp() override {
    const char* place = std::getenv("UNDERFED_CORPUS");
    if (place == nullptr) GTEST_SKIP() << "UNDERFED_CORPUS is not set: no real traces to read";
    place_ = place;
  }

  [[nodiscard]] Timeline load(const std::string& name) const {
    Result<Timeline> timeline = load_trace(place_ + "/traces/" + name);
    EXPECT_TRUE(timeline.has_value()) << name << ": " << timeline.error().message;
    return timeline ? std::move(*timeline) : Timeline{};
  }

  // The only trace whose name holds `part`, over its steps; its device with most operations.
  [[nodiscard]] DeviceAccount account_of(const std::string& part) const {
    for (const auto& entry : std::filesystem::directory_iterator(place_ + "/traces")) {
      const std::string name = entry.path().filename().string();
      if (name.find(part) == std::string::npos) continue;
      const TraceAccount account = account_trace(load(name), WindowChoice::steps);
      if (!account.devices.empty()) return account.devices.front();
    }
    ADD_FAILURE() << "no trace " << part;
    return {};
  }

  std::string place_;
};

double share(std::int64_t part_ns, const DeviceTime& of) {
  return of.window_ns > 0 ? static_cast<double>(part_ns) / static_cast<double>(of.window_ns) : 0;
}

void expect_identities(const TimeParts& parts) {
  const DeviceTime& d = parts.device;
  EXPECT_EQ(d.compute_ns + d.exposed_comm_ns + d.exposed_copy_ns + d.idle_ns, d.window_ns);
  EXPECT_EQ(parts.idle.sum_ns(), d.idle_ns);
  for (std::size_t i = 0; i < kIdleParts; ++i) EXPECT_LE(parts.after_sync.ns[i], parts.idle.ns[i]);
}

void expect_whole(const TraceAccount& account) {
  for (const DeviceAccount& device : account.devices) {
    expect_identities(device.parts);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < device.steps.size(); ++i) {
      expect_identities(device.steps[i].parts);
      sum += device.steps[i].parts.device.window_ns;
      if (i == 0) continue;
      EXPECT_EQ(device.steps[i].when.device.start_ns, device.steps[i - 1].when.device.end_ns);
    }
    if (account.window == WindowChoice::steps) {
      EXPECT_EQ(sum, device.parts.device.window_ns);
    }
    EXPECT_NEAR(device.kernels.compute_ns, static_cast<double>(device.parts.device.compute_ns),
                1.0 + 1e-9 * device.kernels.compute_ns);
  }
}

TEST_F(Corpus, AgreesWithTheReferenceOnDeviceTime) {
  std::ifstream reference(place_ + "/expected-traces.jsonl");
  std::size_t rows = 0;
  for (std::string line; std::getline(reference, line); ++rows) {
    const Json row = Json::parse(line);
    const std::string name = row["trace"];
    SCOPED_TRACE(name);
    const Timeline timeline = load(name);
    const TraceAccount account = account_trace(timeline, WindowChoice::all);
    expect_whole(account);
    expect_whole(account_trace(timeline, WindowChoice::steps));
    const DeviceTrack* track = nullptr;
    for (const DeviceTrack& d : timeline.devices) track = d.id == row["device"] ? &d : track;
    ASSERT_NE(track, nullptr);
    const DeviceAccount* device = nullptr;
    for (const DeviceAccount& d : account.devices) device = d.id == row["device"] ? &d : device;
    ASSERT_NE(device, nullptr);
    const DeviceTime& ours = device->parts.device;
    const DeviceTime theirs = reference_time(*track, device->window);
    EXPECT_NEAR(static_cast<double>(ours.window_ns) / 1e6, row["window_ms"], 0.001);
    EXPECT_NEAR(share(ours.idle_ns, ours), row["idle"], 0.003);
    EXPECT_NEAR(share(theirs.compute_ns, ours), row["compute"], 0.003);
    EXPECT_NEAR(share(theirs.exposed_comm_ns, ours), row["exposed_comm"], 0.003);
    EXPECT_NEAR(share(theirs.exposed_copy_ns, ours), row["exposed_copy"], 0.003);
    EXPECT_NEAR(share(device->parts.idle[IdlePart::input_wait], ours), row["input_wait"], 0.01);
  }
  EXPECT_GT(rows, 50U);
}

double mean_step_ms(const DeviceAccount& device) {
  return static_cast<double>(device.parts.device.window_ns) / 1e6 /
         static_cast<double>(device.steps.size());
}

TEST_F(Corpus, FindsTheDevicesOwnStepPeriods) {
  EXPECT_NEAR(mean_step_ms(account_of("luatil__torch-profile__trace_04")), 22.8, 0.02 * 22.8);
  EXPECT_NEAR(mean_step_ms(account_of("luatil__torch-profile__trace_06")), 170, 0.02 * 170);
  EXPECT_NEAR(mean_step_ms(account_of("ns_resolution_trace")), 95.7, 0.02 * 95.7);
  for (int rank = 0; rank < 8; ++rank) {
    const DeviceAccount device = account_of("-rank" + std::to_string(rank) + "-chrome-trace");
    EXPECT_EQ(device.steps.size(), 3U);
    EXPECT_GE(device.parts.device.window_ns, 126'000'000);
    EXPECT_LE(device.parts.device.window_ns, 129'000'000);
  }
}

TEST_F(Corpus, ColdIterationsAreLoadingAndNotLaunchBound) {
  for (const char* name : {"batch_size_512", "SwitchTransformers__trace__93753f5"}) {
    const DeviceAccount device = account_of(name);
    const IdleParts& idle = device.parts.idle;
    EXPECT_EQ(*std::max_element(idle.ns.begin(), idle.ns.end()), idle[IdlePart::loading]) << name;
    EXPECT_GT(device.host_lead_ns.median, 3 * device.latency_floor_ns) << name;
  }
}

TEST_F(Corpus, EveryOtherFileEndsInAnAccountOrAnError) {
  std::set<std::string> compared;
  std::ifstream reference(place_ + "/expected-traces.jsonl");
  for (std::string line; std::getline(reference, line);) {
    compared.insert(Json::parse(line)["trace"].get<std::string>());
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(place_ + "/traces")) {
    if (compared.count(entry.path().filename().string()) > 0) continue;
    const Result<Timeline> timeline = load_trace(entry.path().string());
    if (timeline) expect_whole(account_trace(*timeline, WindowChoice::steps));
    ++files;
  }
  EXPECT_GT(files, 15U);
}

}  // namespace
}  // namespace underfed
