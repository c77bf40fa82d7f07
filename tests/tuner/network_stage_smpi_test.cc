// The fitted network and the predictions made with it against a simulated machine whose
// parameters are known: tests/smpi/loggp.cfg.
#include <gtest/gtest.h>

#include <map>

#include "models/networks.h"
#include "models/simulator/simulator.h"
#include "tests/pairwise_samples.h"
#include "tests/truth.h"

namespace colltune::tune {
namespace {

constexpr double kAllowedFit = 0.02;
constexpr double kAllowedPrediction = 0.03;

const models::Fit& LogGp() {
  static const models::Fit fit = [] {
    const UniqueComm comm = PrivateCopy(MPI_COMM_WORLD);
    measure::NetworkExperiments experiments(comm.get(), measure::WtimeClock(),
                                            {.repetitions = 3, .messages = 10});
    std::vector<Bytes> sizes;
    for (std::int64_t bytes = 1; bytes <= 1 << 20; bytes *= 8) sizes.push_back(Bytes{bytes});
    return models::FindNetworkModel("loggp")->fit({{}, PairwiseSamples(experiments, sizes)}, {});
  }();
  return fit;
}

// A route is two links of 5 us. A processor that is busy for o_s + m G with each send cannot start
// the next send before: g is o_s.
TEST(FitInVirtualTime, FindsTheConfiguredParameters) {
  const std::map<std::string, double> configured = {{"L", 10e-6},   {"o_s", 2e-6}, {"o_r", 2e-6},
                                                    {"g", 2e-6},    {"G", 0.8e-9}, {"g_r", 2e-6},
                                                    {"G_r", 0.8e-9}};  // not measured: the sender's
  ASSERT_EQ(LogGp().parameters.size(), configured.size());
  for (const models::FittedParameter& p : LogGp().parameters) {
    EXPECT_NEAR(p.value / configured.at(p.name), 1, kAllowedFit) << p.name;
  }
  EXPECT_EQ(LogGp().notes.size(), 1U) << "the receiver's port is not measured, and nothing else";
}

TEST(FitInVirtualTime, PredictsEverySimpleBroadcast) {
  const int all = SizeOf(MPI_COMM_WORLD);
  measure::OperationMemory memory;
  for (int ranks = 2; ranks <= all; ++ranks) {
    MPI_Comm comm = MPI_COMM_NULL;
    const Rank self = RankIn(MPI_COMM_WORLD);
    PMPI_Comm_split(MPI_COMM_WORLD, self < ranks ? 0 : MPI_UNDEFINED, self, &comm);
    if (comm == MPI_COMM_NULL) continue;
    const UniqueComm owner(comm);
    Runner runner(comm);
    for (const Choice& choice : SimpleBroadcasts()) {
      for (std::int64_t bytes = 1; bytes <= 1 << 20; bytes *= 4) {
        measure::Operation operation(Collective::kBcast, choice, Bytes{bytes}, 0, runner, memory);
        const Seconds predicted =
            models::Predict(choice, {ranks, 0, 1, Bytes{bytes}}, *LogGp().network);
        EXPECT_NEAR(predicted.count() / TrueTime(operation), 1, kAllowedPrediction)
            << ToText(choice) << ", " << ranks << " ranks, " << bytes << " bytes";
      }
    }
  }
}

}  // namespace
}  // namespace colltune::tune
