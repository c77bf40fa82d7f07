#include "tuner/problem/job_places.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "measure/network/places.h"

namespace colltune::tune {

int KindsOfHosts(const Machine& machine) {
  std::set<std::pair<int, int>> kinds;
  for (const auto& [name, host] : machine.hosts) kinds.emplace(host.kind, host.site);
  return static_cast<int>(kinds.size());
}

int SitesOf(const Machine& machine) {
  std::set<int> sites;
  for (const auto& [name, host] : machine.hosts) sites.insert(host.site);
  return static_cast<int>(sites.size());
}

std::vector<measure::Place> PlacesOnNodes(int nodes, std::span<const measure::Place> job) {
  std::vector<measure::Place> places(job.begin(), job.end());
  const Nodes own(measure::HostNumbers(job));
  for (int node = own.count(); node < nodes; ++node) {
    for (int i = 0; i < own.ranks_per_node(); ++i) {
      places.push_back(
          {fmt::format("another node, {}", node), job[static_cast<std::size_t>(i)].socket});
    }
  }
  return places;
}

JobPlaces::JobPlaces(std::span<const measure::Place> places, Nodes nodes)
    : nodes_(std::move(nodes)) {
  for (const measure::Place& place : places) hosts_.push_back(place.host);
}

void JobPlaces::Use(Machine machine) {
  machine_ = std::make_shared<const Machine>(std::move(machine));
  known_.clear();
  on_hosts_.clear();
}

std::shared_ptr<const Places> JobPlaces::Shared(const Layout& layout, int sibling) const {
  if (!machine_) return nullptr;
  const auto [place, added] = known_.try_emplace(layout);
  if (added) {
    for (const auto& ranks : nodes_.Siblings(layout)) place->second.push_back(OfRanks(ranks));
  }
  const auto number = static_cast<std::size_t>(sibling);
  return number < place->second.size() ? place->second[number] : nullptr;
}

/// Returns the places of these ranks of the job; siblings on the same hosts share theirs.
std::shared_ptr<const Places> JobPlaces::OfRanks(std::span<const Rank> ranks) const {
  std::vector<std::string> hosts;
  for (const Rank rank : ranks) hosts.push_back(hosts_[static_cast<std::size_t>(rank)]);
  std::shared_ptr<const Places>& places = on_hosts_[hosts];
  if (!places) places = PlacesIn(machine_, hosts);
  return places;
}

void KeyByPlacement(DecisionTable& table, const JobPlaces& places) {
  const bool one_site = SitesOf(*places.machine()) == 1;
  for (Row& row : table.rows) {
    const Layout layout = LayoutOf(row.region);
    const Places* const on = one_site ? nullptr : places.Of(layout);
    row.placement = {on == nullptr ? 0 : on->sites(), places.nodes().MappingOf(layout)};
  }
}

}  // namespace colltune::tune
