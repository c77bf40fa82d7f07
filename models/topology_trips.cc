#include "models/topology_trips.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/features/eager_limit.h"
#include "models/features/pair_design.h"
#include "models/topology_readings.h"

namespace colltune::models {
namespace {

using measure::Experiment;

/// Returns the smallest size, and the two from which ReadHosts takes byte times.
std::vector<Bytes> SizesOf(const measure::NetworkData& data, Bytes limit) {
  std::set<Bytes> all;
  for (const measure::NetworkSample& s : data.samples) {
    if (s.experiment == Experiment::kRoundTrip) all.insert(s.bytes);
  }
  std::vector<Bytes> sizes(all.begin(), all.end());
  const auto span = SpanOf(sizes, limit);
  if (!span) return sizes;
  std::vector<Bytes> chosen{span->first, span->second};
  if (chosen.front() != sizes.front()) chosen.insert(chosen.begin(), sizes.front());
  return chosen;
}

/// Returns pairs of ranks of one host that are not known: the first rank with the next on its
/// socket, and with the next on another one.
std::vector<std::pair<Rank, Rank>> WithinHosts(const measure::NetworkData& data,
                                               const HostReadings& read) {
  std::set<std::pair<Rank, Rank>> known;
  for (const measure::NetworkSample& s : data.samples) {
    if (s.experiment == Experiment::kRoundTrip) known.insert(std::minmax(s.from, s.to));
  }
  const auto socket = [&](Rank rank) { return data.places[static_cast<std::size_t>(rank)].socket; };
  std::vector<std::pair<Rank, Rank>> wanted;
  for (const std::vector<Rank>& ranks : read.ranks) {
    for (const bool same : {true, false}) {
      const auto other = std::find_if(ranks.begin() + 1, ranks.end(), [&](Rank rank) {
        return (socket(rank) == socket(ranks.front())) == same;
      });
      if (other == ranks.end() || known.contains({ranks.front(), *other})) continue;
      wanted.emplace_back(ranks.front(), *other);
    }
  }
  return wanted;
}

}  // namespace

measure::TripsWanted DesignTrips(const measure::NetworkData& data) {
  const EagerLimit limit = FindEagerLimit(data.samples);
  const HostReadings read = ReadHosts(data, limit.buffered);
  const std::size_t hosts = read.hosts.size();
  if (static_cast<double>(hosts * (hosts - 1)) / 2 <= MostDesignedPairs(hosts)) return {};
  const std::vector<Bytes> sizes = SizesOf(data, limit.buffered);
  if (sizes.size() == 1) return {};  // one size tells no byte time, and no latency without it
  measure::TripsWanted wanted{WithinHosts(data, read), sizes};
  for (const auto& [i, j] : NextPairs(read.times, ToleranceOf(read))) {
    wanted.pairs.emplace_back(std::minmax(read.ranks[i].front(), read.ranks[j].front()));
  }
  return wanted;
}

}  // namespace colltune::models
