// Limits of the network model, as in models/README.md: messages that wait for their receiver
// (rendezvous) and links that are shared, tests/smpi/cluster16.cfg.
#include <gtest/gtest.h>

#include <cmath>

#include "models/networks.h"
#include "models/simulator/simulator.h"
#include "tests/pairwise_samples.h"
#include "tests/truth.h"

namespace colltune::tune {
namespace {

/// The largest error of a prediction for one algorithm over sizes up to `most`.
double WorstError(const Choice& choice, const models::Network& network, std::int64_t least,
                  std::int64_t most) {
  Runner runner(MPI_COMM_WORLD);
  const int ranks = SizeOf(MPI_COMM_WORLD);
  measure::OperationMemory memory;
  double worst = 0;
  for (std::int64_t bytes = least; bytes <= most; bytes *= 4) {
    measure::Operation operation(Collective::kBcast, choice, Bytes{bytes}, 0, runner, memory);
    const Seconds predicted = models::Predict(choice, {ranks, 0, 1, Bytes{bytes}}, network);
    worst = std::max(worst, std::abs(predicted.count() / TrueTime(operation) - 1));
  }
  return worst;
}

TEST(ModelLimits, PredictionsMissWhereMessagesWaitAndShareLinks) {
  const UniqueComm comm = PrivateCopy(MPI_COMM_WORLD);
  measure::NetworkExperiments experiments(comm.get(), measure::WtimeClock(),
                                          {.repetitions = 3, .messages = 10});
  std::vector<Bytes> sizes;
  for (std::int64_t bytes = 1; bytes <= 1 << 20; bytes *= 8) sizes.push_back(Bytes{bytes});
  const models::Fit fit =
      models::FindNetworkModel("loggp")->fit({{}, PairwiseSamples(experiments, sizes)}, {});
  double worst_small = 0;
  double worst_large = 0;
  for (const Choice& choice : SimpleBroadcasts()) {
    const double small = WorstError(choice, *fit.network, 1, 256);
    const double large = WorstError(choice, *fit.network, 1 << 12, 1 << 20);
    if (RankIn(MPI_COMM_WORLD) == 0) {
      std::printf("%-18s up to 256 B %5.1f %%, 4 KiB to 1 MiB %5.1f %%\n", ToText(choice).c_str(),
                  100 * small, 100 * large);
    }
    worst_small = std::max(worst_small, small);
    worst_large = std::max(worst_large, large);
  }
  EXPECT_LT(worst_small, 0.10);
  EXPECT_GT(worst_large, 0.10) << "models/README.md says that the model does not hold here";
}

}  // namespace
}  // namespace colltune::tune
