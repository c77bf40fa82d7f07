// Calls drawn at random, alike on all ranks, and compared with the library's own collectives.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <random>

#include "algorithms/registry.h"
#include "tests/algorithms/problem.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

Problem AnyProblem(int ranks) {
  const auto all = Algorithms();
  const Algorithm& algorithm = all[*rc::gen::inRange<std::size_t>(0, all.size())];
  Problem problem{.collective = algorithm.collective, .choice = StandardChoice(algorithm)};
  for (const Parameter& parameter : algorithm.parameters) {
    std::int64_t beyond = parameter.value == &Parameters::segment  ? 500
                          : parameter.value == &Parameters::padded ? 5000
                                                                   : 12;
    if (!parameter.names.empty()) beyond = static_cast<std::int64_t>(parameter.names.size());
    problem.choice.parameters.*parameter.value =
        *rc::gen::inRange<std::int64_t>(parameter.least, beyond);
  }
  const auto& types = Reduces(algorithm.collective) ? ReducedTypes() : MovedTypes();
  problem.type = *rc::gen::inRange<std::size_t>(0, types.size());
  problem.count = *rc::gen::inRange(0, 400);
  problem.root = *rc::gen::inRange(0, ranks);
  problem.in_place = MayBeInPlace(algorithm.collective) && *rc::gen::arbitrary<bool>();
  return problem;
}

/// Makes all ranks draw and shrink the same cases. RapidCheck reads the variable at its first
/// check.
void AgreeOnSeed() {
  unsigned seed = std::random_device()();
  PMPI_Bcast(&seed, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
  const char* const params = std::getenv("RC_PARAMS");
  const std::string all = fmt::format("seed={} {}", seed, params == nullptr ? "" : params);
  setenv("RC_PARAMS", all.c_str(), 1);
}

TEST(CallsProperty, AnyCallEqualsTheLibrarys) {
  AgreeOnSeed();
  Runner runner(MPI_COMM_WORLD, TestingPlacesForMost(SizeOf(MPI_COMM_WORLD)));
  int declined = 0;
  EXPECT_TRUE(rc::check([&] {
    const Problem problem = AnyProblem(runner.ranks());
    const std::string difference = Compare(problem, runner, MPI_COMM_WORLD, declined);
    int failed = difference.empty() ? 0 : 1;
    PMPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    RC_LOG() << ToText(problem) << " on " << runner.ranks() << " ranks: rank " << runner.rank()
             << ": " << (difference.empty() ? "right" : difference) << '\n';
    RC_ASSERT(failed == 0);
  }));
}

}  // namespace
}  // namespace colltune
