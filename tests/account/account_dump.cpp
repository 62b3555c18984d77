// SPDX-License-Identifier: Apache-2.0
// account_dump FILE...: what a trace's account says, as JSON, one line a file: over its steps, over
// the window "all", and there also by the definitions of the corpus's reference.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "account/account_json.h"
#include "account/load_trace.h"
#include "account/reference_time.h"

namespace underfed {
namespace {

nlohmann::json dump(const std::string& path) {
  const Result<Timeline> timeline = load_trace(path);
  if (!timeline) return {{"file", path}, {"error", timeline.error().message}};
  const TraceAccount all = account_trace(*timeline, WindowChoice::all);
  nlohmann::json json{{"file", path},
                      {"steps", to_json(account_trace(*timeline, WindowChoice::steps))},
                      {"all", to_json(all)}};
  for (std::size_t i = 0; i < all.devices.size(); ++i) {
    for (const DeviceTrack& device : timeline->devices) {
      if (device.id != all.devices[i].id) continue;
      json["all"]["devices"][i]["reference"] =
          to_json(reference_time(device, all.devices[i].window));
    }
  }
  return json;
}

}  // namespace
}  // namespace underfed

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) std::puts(underfed::dump(argv[i]).dump().c_str());
  return argc > 1 ? 0 : 64;
}
