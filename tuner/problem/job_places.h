// The places of a job's ranks on a machine that is known.
#ifndef COLLTUNE_TUNER_PROBLEM_JOB_PLACES_H_
#define COLLTUNE_TUNER_PROBLEM_JOB_PLACES_H_

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/places.h"
#include "measure/network/samples.h"
#include "profiles/decision_table.h"
#include "tuner/problem/job_layout.h"
#include "tuner/problem/layout_placing.h"
#include "tuner/problem/root_group.h"
#include "tuner/problem/sibling_timing.h"

namespace colltune::tune {

/// Counts the sites of the hosts.
int SitesOf(const Machine& machine);

/// Returns the places of the ranks on `nodes` nodes: first the job's own places, then further nodes
/// like the job's first. Requires that the job's nodes are alike (Nodes::AreAlike).
std::vector<measure::Place> PlacesOnNodes(int nodes, std::span<const measure::Place> job);

/// Places of the ranks of a job's layouts. Not safe for use by several threads at once.
class JobPlaces {
 public:
  /// Takes the `places` of all ranks of the job, in their order.
  JobPlaces(std::span<const measure::Place> places, Nodes nodes);

  /// Places the ranks on `machine` from now on.
  void Use(Machine machine);

  /// Machine of the last Use; nullptr before the first one.
  const std::shared_ptr<const Machine>& machine() const { return machine_; }

  /// Returns the places of the ranks of a layout that the job can form, or of another one of its
  /// siblings; nullptr if they are not known. Lives until the next Use.
  const Places* Of(const Layout& layout, int sibling = 0) const {
    return Shared(layout, sibling).get();
  }
  std::shared_ptr<const Places> Shared(const Layout& layout, int sibling = 0) const;

  /// Returns the number of sites of a layout's ranks. Requires a machine, and a layout that the job
  /// can form.
  int SitesOf(const Layout& layout) const;

  const Nodes& nodes() const { return nodes_; }

 private:
  std::shared_ptr<const Places> OfRanks(std::span<const Rank> ranks) const;

  std::vector<std::string> hosts_;
  Nodes nodes_;
  std::shared_ptr<const Machine> machine_;
  mutable std::map<Layout, std::vector<std::shared_ptr<const Places>>> known_;  // by sibling
  mutable std::map<std::vector<std::string>, std::shared_ptr<const Places>> on_hosts_;
};

/// Returns the groups of roots of a layout that the machine treats alike: root 0; other roots by
/// the kind and the site of their host. Root 0 alone where all hosts are alike, with a rank each.
std::vector<RootGroup> RootGroupsOf(const JobPlaces& places, const Layout& layout);

/// Returns the layout of `ranks` ranks, at most `ranks_per_node` on a node, on that many sites: the
/// first ranks of the job, or else ranks that follow one another, or at equal distances on nodes of
/// their own. Nothing where the job has none.
std::optional<Layout> LayoutOn(const JobPlaces& places, int ranks, int ranks_per_node, int sites);

/// Returns the layouts of communicators that applications make on a machine of several sites, with
/// their shares: see ApplicationLayouts in communicators.h. Layouts of equally many ranks on
/// different numbers of sites are apart.
std::map<Layout, double> LayoutsOnSites(const JobPlaces& places);

/// Returns for each layout of up to 64 ranks other communicators that its rows serve: at most three
/// of equally many ranks, on a node too, on as many sites, that jobs make (communicators.h), with
/// the siblings that they have there, or none. Those without any are left out.
std::map<Layout, std::vector<Layout>> LayoutsAlike(const JobPlaces& places,
                                                   std::span<const Layout> layouts,
                                                   SiblingTiming siblings);

/// Returns the placement of communicators that a layout stands for: the mapping and, on a machine
/// with several sites, the number of sites. Requires a machine.
Placement PlacementOf(const JobPlaces& places, const Layout& layout);

/// Returns PlacementOf and LayoutOn for these places, which have to outlive the result.
LayoutPlacing PlacingOn(const JobPlaces& places);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_JOB_PLACES_H_
