#include "tuner/problem/job_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "measure/network/places.h"
#include "tuner/problem/communicators.h"

namespace colltune::tune {
namespace {

/// Ranks, ranks per node, and sites.
using CommunicatorKey = std::tuple<int, int, int>;

CommunicatorKey KeyOf(const JobPlaces& places, const Layout& layout) {
  return {layout.ranks, layout.ranks_per_node, places.SitesOf(layout)};
}

/// Returns the middle root of a range; the next one, where the middle one is the first of several
/// on its host or site. A tree by rank numbers crosses as few lines from such a root as from rank
/// 0, and more from the others.
Rank TypicalRoot(const Roots& roots, const Places& places, bool share_hosts) {
  const auto group_of = [&](Rank rank) {
    return share_hosts ? places.HostOf(rank) : places.GroupOf(rank);
  };
  const Rank middle = roots.first + (roots.last - roots.first) / 2;
  const bool is_first = middle < roots.last && group_of(middle - 1) != group_of(middle) &&
                        group_of(middle) == group_of(middle + 1);
  return is_first ? middle + 1 : middle;
}

}  // namespace

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

std::vector<RootGroup> RootGroupsOf(const JobPlaces& places, const Layout& layout) {
  const Places* const here = places.Of(layout);
  if (here == nullptr) return {RootGroup{}};
  std::map<std::pair<int, int>, RootGroup> groups;  // by kind and site
  const auto kind_of = [&](Rank rank) {
    const Host& host = here->At(here->HostOf(rank));
    return std::pair(host.kind, host.site);
  };
  for (Rank root = 1; root < layout.ranks; ++root) {
    RootSet& roots = groups[kind_of(root)].roots;
    if (!roots.empty() && roots.back().last == root - 1) {
      roots.back().last = root;
    } else {
      roots.push_back({root, root});
    }
  }
  const bool is_one = groups.size() == 1 && groups.contains(kind_of(0));
  if (is_one && layout.ranks_per_node == 1) return {RootGroup{}};
  std::vector<RootGroup> all = {{0, {{0, 0}}}};
  for (auto& [kind, group] : groups) all.push_back(std::move(group));
  // The group of the most ranges goes without names.
  const auto most = std::ranges::max_element(
      all.begin() + 1, all.end(), {}, [](const RootGroup& group) { return group.roots.size(); });
  for (RootGroup& group : std::span(all).subspan(1)) {
    const Roots& middle = group.roots[group.roots.size() / 2];
    group.measured = TypicalRoot(middle, *here, layout.ranks_per_node > 1);
  }
  if (most != all.end()) most->roots.clear();
  return all;
}

int JobPlaces::SitesOf(const Layout& layout) const {
  std::set<int> sites;
  for (const Rank rank : nodes_.Members(layout)) {
    const auto host = machine_->hosts.find(hosts_[static_cast<std::size_t>(rank)]);
    if (host != machine_->hosts.end()) sites.insert(host->second.site);
  }
  return static_cast<int>(sites.size());
}

std::optional<Layout> LayoutOn(const JobPlaces& places, int ranks, int ranks_per_node, int sites) {
  const Nodes& nodes = places.nodes();
  const Layout first{ranks, ranks_per_node};
  if (!nodes.Members(first).empty() && places.SitesOf(first) == sites) return first;
  if (sites > ranks) return std::nullopt;
  // With one rank on each node the other ranks of the nodes are siblings.
  const int world = ranks_per_node == 1 ? nodes.ranks_per_node() : ranks_per_node;
  const int stride = world / ranks_per_node;
  // Nodes that follow one another, or else every second, third, ... one, as columns of a process
  // grid have.
  const int farthest = ranks_per_node == 1 ? std::max(nodes.count() / ranks, 1) : 1;
  for (int apart = 1; apart <= farthest; ++apart) {
    std::vector<Layout> found;
    for (Rank from = 0; from < nodes.count() * world; from += stride) {
      const Layout layout = nodes.LayoutOf(ranks, {nodes.count(), world, from, apart * stride});
      if (layout.ranks_per_node != ranks_per_node || places.SitesOf(layout) != sites) continue;
      found.push_back(layout);
    }
    if (!found.empty()) return found[found.size() / 2];
  }
  return std::nullopt;
}

std::map<Layout, double> LayoutsOnSites(const JobPlaces& places) {
  const Nodes& nodes = places.nodes();
  std::map<CommunicatorKey, double> shares;
  double sum = 0;
  const auto add = [&](const Layout& as, const Layout& layout, double share) {
    const int sites = places.SitesOf(layout);
    if (sites == 0) return;  // the job has too few ranks
    shares[{as.ranks, as.ranks_per_node, sites}] += share;
    sum += share;
  };
  ForEachMade(nodes.count(), nodes.ranks_per_node(), [&](const Made& made, double share) {
    if (made.ranks.empty()) add(made.layout, made.layout, share);
    for (const Progression& progression : made.ranks) {
      const Layout layout = nodes.LayoutOf(made.layout.ranks, progression);
      add(made.layout, layout, share / static_cast<double>(made.ranks.size()));
    }
  });
  std::map<Layout, double> layouts;
  for (const auto& [key, share] : shares) {
    const auto& [ranks, ranks_per_node, sites] = key;
    if (const auto layout = LayoutOn(places, ranks, ranks_per_node, sites)) {
      layouts[*layout] += share / sum;
    }
  }
  return layouts;
}

std::map<Layout, std::vector<Layout>> LayoutsAlike(const JobPlaces& places,
                                                   std::span<const Layout> layouts,
                                                   SiblingTiming siblings) {
  constexpr int kMostRanks = 64;    // predictions on more take too long
  constexpr std::size_t kMost = 3;  // for each layout
  const Nodes& nodes = places.nodes();
  std::set<int> wanted;  // numbers of ranks
  for (const Layout& layout : layouts) {
    if (layout.ranks <= kMostRanks) wanted.insert(layout.ranks);
  }
  using Members = std::pair<std::vector<Rank>, int>;          // and their siblings
  std::map<CommunicatorKey, std::map<Members, Layout>> made;  // each once
  ForEachMade(nodes.count(), nodes.ranks_per_node(), [&](const Made& one, double) {
    if (!wanted.contains(one.layout.ranks)) return;
    const auto add = [&](Layout layout) {
      std::vector<Rank> members = nodes.Members(layout);
      if (members.empty()) return;  // the job has fewer ranks on some nodes
      if (siblings == SiblingTiming::kTogether) {
        layout = nodes.WithSiblings(layout, one.Siblings());
      }
      made[KeyOf(places, layout)].emplace(Members(std::move(members), layout.siblings), layout);
    };
    if (one.ranks.empty()) add(one.layout);
    for (const Progression& progression : one.ranks) {
      add(nodes.LayoutOf(one.layout.ranks, progression));
    }
  });
  std::map<Layout, std::vector<Layout>> alike;
  for (const Layout& layout : layouts) {
    const auto found = made.find(KeyOf(places, layout));
    if (found == made.end()) continue;
    const Members own(nodes.Members(layout), layout.siblings);
    std::vector<Layout> all;
    for (const auto& [members, other] : found->second) {
      if (members != own) all.push_back(other);
    }
    if (all.empty()) continue;
    std::vector<Layout>& some = alike[layout];
    const std::size_t count = std::min(kMost, all.size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = count == 1 ? 0 : i * (all.size() - 1) / (count - 1);
      some.push_back(all[at]);
    }
  }
  return alike;
}

Placement PlacementOf(const JobPlaces& places, const Layout& layout) {
  const bool one_site = SitesOf(*places.machine()) == 1;
  const Mapping of_all = places.nodes().MappingOfAll();
  // Parts of a job whose ranks lie in one order lie in the same order.
  const bool has_order = layout.ranks_per_node > 1 && SizeOf(layout).nodes > 1 &&
                         of_all != Mapping::kMixed && of_all != Mapping::kAny;
  return {one_site ? 0 : places.SitesOf(layout),
          has_order ? of_all : places.nodes().MappingOf(layout)};
}

LayoutPlacing PlacingOn(const JobPlaces& places) {
  return {[&places](const Layout& layout) { return PlacementOf(places, layout); },
          [&places](int ranks, int ranks_per_node, int sites) {
            return LayoutOn(places, ranks, ranks_per_node, sites);
          }};
}

}  // namespace colltune::tune
