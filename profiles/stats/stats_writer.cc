#include <nlohmann/json.hpp>

#include "algorithms/printable.h"
#include "profiles/stats/stats.h"
#include "profiles/stats/stats_text.h"

namespace colltune {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the object as a line; names and paths in it may be anything.
std::string Line(const Json& object) { return JsonText(object) + "\n"; }

Json ObjectOf(const StatsHeader& header) {
  return {{kStatsKey, kStatsVersion},
          {"job", header.job},
          {"rank", header.rank},
          {"ranks", header.ranks},
          {"profile", header.profile},
          {"clock_us", Microseconds(header.clock).count()},
          {"seconds", header.elapsed.count()}};
}

Json ObjectOf(const CallStats& calls) {
  return {{"communicator", calls.communicator},
          {"communicators", calls.communicators},
          {"name", calls.name},
          {"ranks", calls.ranks},
          {"ranks_per_node", calls.ranks_per_node},
          {"sites", calls.placement.sites},
          {"mapping", ToText(calls.placement.mapping)},
          {"op", ToText(calls.collective)},
          {"bytes", {calls.least.count, calls.most.count}},
          {"mean_bytes", calls.mean_bytes},
          {"choice", calls.choice},
          {"why", calls.why},
          {"calls", calls.calls},
          {"samples", calls.samples},
          {"mean_us", Microseconds(calls.mean).count()},
          {"median_us", Microseconds(calls.median).count()}};
}

}  // namespace

std::string StatsText(const StatsFile& stats) {
  std::string text = Line(ObjectOf(stats.header));
  for (const CallStats& calls : stats.calls) text += Line(ObjectOf(calls));
  return text + Line({{kStatsEndKey, stats.calls.size()}});
}

}  // namespace colltune
