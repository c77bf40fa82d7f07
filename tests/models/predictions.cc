#include "tests/models/predictions.h"

#include <algorithm>

#include "algorithms/buffers.h"
#include "measure/network/places.h"
#include "models/features/topology_from_network.h"
#include "models/simulator/simulator.h"
#include "tests/truth.h"

namespace colltune::models {
namespace {

/// The rank in MPI_COMM_WORLD of each rank of `comm`.
std::vector<Rank> WorldRanks(MPI_Comm comm) {
  std::vector<Rank> ranks(static_cast<std::size_t>(SizeOf(comm)));
  const Rank self = RankIn(MPI_COMM_WORLD);
  PMPI_Allgather(&self, 1, MPI_INT, ranks.data(), 1, MPI_INT, comm);
  return ranks;
}

/// The machine of a communicator's hosts, according to a network of MPI_COMM_WORLD.
Machine MachineIn(MPI_Comm comm, const Network& network) {
  return MachineOf(SubNetwork(network, WorldRanks(comm)), measure::PlacesOf(comm));
}

class Comparer {
 public:
  Comparer(MPI_Comm comm, std::span<const Network* const> networks,
           const std::function<void(const Prediction&)>& done)
      : runner_(comm, PlacesIn(comm, MachineIn(comm, *networks.front()))), done_(done) {
    const std::vector<Rank> ranks = WorldRanks(comm);
    for (const Network* network : networks) networks_.emplace_back(*network, ranks);
  }

  void Compare(Collective collective, const Choice& choice, Bytes bytes) {
    measure::Operation operation(collective, choice, bytes, 0, runner_, memory_);
    const Shape shape = operation.shape();
    if (!Declines(choice, shape).empty()) return;
    Prediction row{.collective = collective,
                   .algorithm = operation.name(),
                   .ranks = runner_.ranks(),
                   .bytes = operation.bytes(),
                   .truth = TrueTime(operation)};
    if (RankIn(MPI_COMM_WORLD) != 0) return;
    for (const SubNetwork& network : networks_) {
      row.predicted.push_back(Predict(choice, shape, network).count());
    }
    done_(row);
  }

 private:
  Runner runner_;
  measure::OperationMemory memory_;
  std::vector<SubNetwork> networks_;
  const std::function<void(const Prediction&)>& done_;
};

/// Whether some buffer holds a block for each rank.
bool HasBlockOfEach(Collective collective) {
  constexpr int kRanks = 2;
  const Buffers buffers = BuffersOf(collective, {.ranks = kRanks}, 0);
  return std::max(buffers.input, buffers.output) == kRanks;
}

}  // namespace

Bytes BlockOf(Collective collective, std::size_t index) {
  return HasBlockOfEach(collective) ? kBlocksOfMany[index] : kBlocks[index];
}

void ComparePredictions(int ranks, std::span<const Network* const> networks,
                        const PredictionOptions& options,
                        const std::function<void(const Prediction&)>& done) {
  OnRanks(ranks, options.sites, [&](MPI_Comm comm) {
    Comparer comparer(comm, networks, done);
    for (const Algorithm& algorithm : Algorithms()) {
      const Collective collective = algorithm.collective;
      if (!options.collectives.empty() &&
          std::ranges::find(options.collectives, collective) == options.collectives.end()) {
        continue;
      }
      for (std::size_t index = 0; index < kBlocks.size(); ++index) {
        if (!options.sizes.empty() &&
            std::ranges::find(options.sizes, index) == options.sizes.end()) {
          continue;
        }
        comparer.Compare(collective, StandardChoice(algorithm), BlockOf(collective, index));
        if (collective == Collective::kBarrier) break;  // it has no size
      }
    }
  });
}

}  // namespace colltune::models
