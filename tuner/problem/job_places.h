// The places of a job's ranks on a machine that is known.
#ifndef COLLTUNE_TUNER_PROBLEM_JOB_PLACES_H_
#define COLLTUNE_TUNER_PROBLEM_JOB_PLACES_H_

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "algorithms/places.h"
#include "measure/network/samples.h"
#include "profiles/decision_table.h"
#include "tuner/problem/space.h"

namespace colltune::tune {

/// Counts the kinds of hosts; hosts of other sites are of another kind.
int KindsOfHosts(const Machine& machine);

/// Counts the sites of the hosts.
int SitesOf(const Machine& machine);

/// The places on so many nodes, the first of which are those of the job, and all others like the
/// first. Requires that the job's are alike, see Nodes.
std::vector<Place> PlacesOnNodes(int nodes, std::span<const Place> job);

/// Not for several threads.
class JobPlaces {
 public:
  /// `places` are those of all ranks of the job.
  JobPlaces(std::span<const Place> places, Nodes nodes);

  /// Places the ranks on `machine` from now on.
  void Use(Machine machine);

  /// nullptr before there is one.
  const std::shared_ptr<const Machine>& machine() const { return machine_; }

  /// Returns the places of the ranks of a layout that the job can form; nullptr if they are not
  /// known. Lives until the next Use.
  const Places* Of(const Layout& layout) const { return Shared(layout).get(); }
  std::shared_ptr<const Places> Shared(const Layout& layout) const;

  const Nodes& nodes() const { return nodes_; }

 private:
  std::vector<std::string> hosts_;
  Nodes nodes_;
  std::shared_ptr<const Machine> machine_;
  mutable std::map<Layout, std::shared_ptr<const Places>> known_;
};

/// Says of each row how the communicators lay that it was measured on; on how many sites only if
/// there are several at all. Requires a machine.
void KeyByPlacement(DecisionTable& table, const JobPlaces& places);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_JOB_PLACES_H_
