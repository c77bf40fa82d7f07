// Properties of the simulation of every broadcast on every homogeneous network.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "algorithms/registry.h"
#include "models/networks.h"
#include "models/simulator/simulator.h"

namespace colltune::models {
namespace {

/// Whole numbers, so that sums of them are exact.
ParameterValues AnyLogGp() {
  const auto number = [](const char* name) {
    return std::pair<const std::string, double>(name, *rc::gen::inRange(0, 1000));
  };
  return {number("L"), number("o_s"), number("o_r"), number("g"), number("G")};
}

struct Problem {
  Choice choice;
  Shape shape;
  Bytes element;
};

Problem AnyProblem() {
  const std::vector<Choice> all = StandardChoices(Collective::kBcast);
  const int ranks = *rc::gen::inRange(1, 70);
  const Problem problem = {
      .choice = all[*rc::gen::inRange<std::size_t>(0, all.size())],
      .shape = {.ranks = ranks,
                .root = *rc::gen::inRange(0, ranks),
                .elements = *rc::gen::inRange(1, 5)},
      .element = Bytes{*rc::gen::inRange(0, 5000)},
  };
  RC_PRE(Declines(problem.choice, problem.shape).empty());
  return problem;
}

std::vector<Seconds> Play(const Problem& problem, const ParameterValues& parameters) {
  return Simulate(BuildAll(problem.choice, problem.shape), problem.element,
                  *MakeNetwork("loggp", parameters));
}

TEST(SimulatorProperties, MoreBytesNeverFinishEarlier) {
  EXPECT_TRUE(rc::check([] {
    const ParameterValues network = AnyLogGp();
    const Problem problem = AnyProblem();
    Problem larger = problem;
    larger.element.count += *rc::gen::inRange(1, 1000);
    const std::vector<Seconds> before = Play(problem, network);
    const std::vector<Seconds> after = Play(larger, network);
    for (std::size_t rank = 0; rank < before.size(); ++rank) RC_ASSERT(before[rank] <= after[rank]);
  }));
}

TEST(SimulatorProperties, SlowerNetworksNeverFinishEarlier) {
  EXPECT_TRUE(rc::check([] {
    const ParameterValues network = AnyLogGp();
    const Problem problem = AnyProblem();
    ParameterValues slower = network;
    for (auto& [name, value] : slower) value += *rc::gen::inRange(0, 3);
    const std::vector<Seconds> before = Play(problem, network);
    const std::vector<Seconds> after = Play(problem, slower);
    for (std::size_t rank = 0; rank < before.size(); ++rank) RC_ASSERT(before[rank] <= after[rank]);
  }));
}

TEST(SimulatorProperties, TimesScaleWithTheNetwork) {
  EXPECT_TRUE(rc::check([] {
    const ParameterValues network = AnyLogGp();
    const Problem problem = AnyProblem();
    const int factor = *rc::gen::inRange(2, 10);
    ParameterValues scaled = network;
    for (auto& [name, value] : scaled) value *= factor;
    const std::vector<Seconds> times = Play(problem, network);
    const std::vector<Seconds> scaled_times = Play(problem, scaled);
    for (std::size_t rank = 0; rank < times.size(); ++rank) {
      RC_ASSERT(scaled_times[rank] == factor * times[rank]);
    }
  }));
}

TEST(SimulatorProperties, TimelinesAreWithoutHolesAndEndWhereTheRankFinishes) {
  EXPECT_TRUE(rc::check([] {
    const ParameterValues network = AnyLogGp();
    const Problem problem = AnyProblem();
    const std::vector<Seconds> finish = Play(problem, network);
    const std::vector<Timeline> timelines = Trace(BuildAll(problem.choice, problem.shape),
                                                  problem.element, *MakeNetwork("loggp", network));
    RC_ASSERT(timelines.size() == finish.size());
    for (std::size_t rank = 0; rank < finish.size(); ++rank) {
      Seconds now{};
      for (const Activity& activity : timelines[rank]) {
        RC_ASSERT(activity.begin == now);
        RC_ASSERT(activity.end > now);
        now = activity.end;
      }
      RC_ASSERT(now == finish[rank]);
    }
  }));
}

TEST(SimulatorProperties, AllRanksOfAHomogeneousNetworkAreAlike) {
  EXPECT_TRUE(rc::check([] {
    const ParameterValues network = AnyLogGp();
    const Problem problem = AnyProblem();
    Problem from_zero = problem;
    from_zero.shape.root = 0;
    std::vector<Seconds> rooted = Play(problem, network);
    std::vector<Seconds> times = Play(from_zero, network);
    std::ranges::sort(rooted);
    std::ranges::sort(times);
    RC_ASSERT(rooted == times);
  }));
}

}  // namespace
}  // namespace colltune::models
