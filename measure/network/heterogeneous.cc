#include "measure/network/heterogeneous.h"

#include <algorithm>
#include <utility>

#include "algorithms/mpi/unique.h"

namespace colltune {
namespace {

constexpr int kMostLeaves = 4;  // a slope over four points shows whether it is one

class Suite {
 public:
  Suite(MPI_Comm comm, const Clock& clock, const GroupOptions& options)
      : comm_(comm), clock_(clock), options_(options) {}

  void Add(std::span<const GroupRound> rounds, const GroupExperiment& experiment) {
    const GroupTimes groups = TimeGroups(comm_, clock_, rounds, experiment, options_);
    const std::vector<NetworkSample> samples = ToSamples(groups, experiment);
    all_.samples.insert(all_.samples.end(), samples.begin(), samples.end());
    all_.disturbed = all_.disturbed || (groups.worst_ratio > 0 && !groups.parallel);
    if (groups.worst_ratio <= all_.worst_ratio) return;
    all_.worst_ratio = groups.worst_ratio;
    all_.worst_group = groups.worst_group;
  }

  HeterogeneousSamples Take() { return std::move(all_); }

 private:
  const MPI_Comm comm_;
  const Clock& clock_;
  const GroupOptions& options_;
  HeterogeneousSamples all_;
};

}  // namespace

HeterogeneousSamples TimeHeterogeneous(MPI_Comm comm, const Clock& clock,
                                       std::span<const Bytes> sizes, const GroupOptions& options) {
  const int ranks = SizeOf(comm);
  const std::vector<GroupRound> pairs = PairRounds(ranks);
  const std::vector<GroupRound> triplets = TripletRounds(ranks);
  std::vector<std::vector<GroupRound>> fans;
  for (int leaves = 1; leaves <= std::min(kMostLeaves, ranks - 1); ++leaves) {
    fans.push_back(FanRounds(ranks, leaves));
  }
  Suite suite(comm, clock, options);
  for (const Bytes bytes : sizes) {
    suite.Add(pairs, {.there = bytes, .back = Bytes{0}, .all_answer = true});
    suite.Add(triplets, {.there = bytes, .back = Bytes{0}, .all_answer = true});
    for (const auto& fan : fans) {
      suite.Add(fan, {.there = bytes, .back = Bytes{0}, .all_answer = false});
    }
  }
  return suite.Take();
}

}  // namespace colltune
