// The verifier must find the faults that are planted in every algorithm of the registry.
//
// A mutant may be right after all: a synchronising message carries nothing, two rounds may be
// independent, a broadcast by scatter and allgather sends what a rank has already. A mutant that
// the verifier accepts must therefore bring every rank the same output as the right schedules do,
// performed with real data and at adverse timings (replay.h).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <memory>
#include <random>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "algorithms/verify/contracts.h"
#include "algorithms/verify/verifier.h"
#include "tests/algorithms/mutations.h"
#include "tests/algorithms/replay.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

constexpr Bytes kElement{8};
constexpr std::size_t kSample = 200;  // of the mutants of a kind, for each problem

/// Returns a choice with several segments, and more than one group of messages.
Choice SmallChoice(const Algorithm& algorithm) {
  Choice choice = StandardChoice(algorithm);
  if (choice.parameters.segment > 0) choice.parameters.segment = 4 * kElement.count;
  if (choice.parameters.outstanding > 0) choice.parameters.outstanding = 2;
  return choice;
}

const Places* PlacesOf(int ranks) {
  static std::map<int, std::unique_ptr<const Places>> known;
  std::unique_ptr<const Places>& places = known[ranks];
  if (!places) places = TestingPlacesForMost(ranks);
  return places.get();
}

std::vector<Shape> Shapes(const Choice& choice) {
  const Algorithm& algorithm = *choice.algorithm;
  std::vector<Shape> shapes;
  for (const int ranks : {2, 5, 8}) {
    for (const bool in_place : {false, true}) {
      for (const bool commutative : {true, false}) {
        const Shape shape{
            ranks, 1, algorithm.divides ? 13 : 1, kElement, in_place, commutative, PlacesOf(ranks)};
        if (!commutative && !Reduces(algorithm.collective)) continue;
        if (in_place && !BuffersOf(algorithm.collective, shape, shape.root).shared) continue;
        if (Declines(choice, shape).empty()) shapes.push_back(shape);
      }
    }
  }
  return shapes;
}

std::string ToText(const Choice& choice, const Shape& shape) {
  return fmt::format("{} {} of {} ranks{}{}", ToText(choice.algorithm->collective), ToText(choice),
                     shape.ranks, shape.in_place ? ", in place" : "",
                     shape.commutative ? "" : ", not commutative");
}

/// Calls `visit` with each algorithm at each shape, and the problem's name.
template <typename Visit>
void ForEachProblem(Visit visit) {
  for (const Algorithm& algorithm : Algorithms()) {
    const Choice choice = SmallChoice(algorithm);
    for (const Shape& shape : Shapes(choice)) {
      Problem problem{algorithm.collective, shape, {}};
      for (const Schedule& schedule : BuildAll(choice, shape)) {
        problem.ranks.push_back(Open(schedule));
      }
      visit(problem, ToText(choice, shape));
    }
  }
}

std::vector<Schedule> CloseAll(const std::vector<OpenSchedule>& ranks) {
  std::vector<Schedule> all;
  for (const OpenSchedule& rounds : ranks) all.push_back(Close(rounds));
  return all;
}

/// Draws up to kSample mutations, always the same ones.
std::vector<Mutation> Sample(std::vector<Mutation> all) {
  std::mt19937 random(1);
  for (std::size_t i = 0; i < std::min(kSample, all.size()); ++i) {
    std::swap(all[i], all[i + random() % (all.size() - i)]);
  }
  all.resize(std::min(kSample, all.size()));
  return all;
}

/// The output that MPI promises, in Replay's form.
Outcome Promised(Collective collective, const Shape& shape) {
  Outcome outcome;
  for (Rank rank = 0; rank < shape.ranks; ++rank) {
    auto& terms = outcome.emplace_back();
    for (std::int64_t e = 0; e < BuffersOf(collective, shape, rank).output; ++e) {
      const Promise promise = PromiseOf(collective, shape, rank, e);
      auto& term = terms.emplace_back();
      for (Rank r = promise.first; r <= promise.last; ++r) term.push_back({r, promise.element});
    }
  }
  return outcome;
}

TEST(VerifierMutation, EveryAlgorithmHasAProblem) {
  for (const Algorithm& algorithm : Algorithms()) {
    EXPECT_FALSE(Shapes(SmallChoice(algorithm)).empty())
        << ToText(algorithm.collective) << " " << algorithm.name;
  }
}

TEST(VerifierMutation, RightSchedulesDoWhatIsPromisedAtAnyTiming) {
  int problems = 0;
  ForEachProblem([&](const Problem& problem, const std::string& name) {
    const auto all = CloseAll(problem.ranks);
    EXPECT_EQ(Verify(problem.collective, problem.shape, all), "") << name;
    EXPECT_EQ(Replay(problem.collective, problem.shape, all),
              Promised(problem.collective, problem.shape))
        << name;
    ++problems;
  });
  EXPECT_GE(problems, static_cast<int>(Algorithms().size()));
}

class PlantedFault : public testing::TestWithParam<const MutationKind*> {};

INSTANTIATE_TEST_SUITE_P(All, PlantedFault, testing::ValuesIn([] {
                           std::vector<const MutationKind*> kinds;
                           for (const MutationKind& kind : MutationKinds()) kinds.push_back(&kind);
                           return kinds;
                         }()),
                         [](const auto& kind) {
                           std::string name(kind.param->name);
                           std::ranges::replace(name, ' ', '_');
                           return name;
                         });

struct Verdicts {
  int found = 0;
  int right = 0;  // accepted, and right indeed
};

/// Judges a mutant; fails the test if the verifier accepts a wrong one.
void Judge(const Problem& problem, const Mutation& mutation, const Outcome& want,
           const std::string& name, Verdicts& verdicts) {
  auto ranks = problem.ranks;
  mutation(ranks);
  const auto mutant = CloseAll(ranks);
  if (!Verify(problem.collective, problem.shape, mutant).empty()) {
    ++verdicts.found;
  } else {
    ++verdicts.right;
    EXPECT_EQ(Replay(problem.collective, problem.shape, mutant), want) << name;
  }
}

TEST_P(PlantedFault, IsFoundUnlessItChangesNothing) {
  const MutationKind& kind = *GetParam();
  Verdicts verdicts;
  bool reduces = false;
  ForEachProblem([&](const Problem& problem, const std::string& name) {
    reduces |= Reduces(problem.collective);
    if (problem.shape.commutative && kind.of == ExchangedOperands) return;  // see below
    const Outcome want = Promised(problem.collective, problem.shape);
    for (const Mutation& mutation : Sample(kind.of(problem))) {
      Judge(problem, mutation, want, name, verdicts);
    }
  });
  std::cout << fmt::format("{}: {} mutants found, {} are right\n", kind.name, verdicts.found,
                           verdicts.right);
  if (kind.of_reduce_steps && !reduces) GTEST_SKIP() << "no algorithm reduces";
  EXPECT_GT(verdicts.found, 0);
  if (kind.always_wrong) {
    EXPECT_EQ(verdicts.right, 0);
  }
}

TEST(VerifierMutation, ExchangedOperandsAreRightIfTheyCommute) {
  ForEachProblem([&](const Problem& problem, const std::string& name) {
    if (!problem.shape.commutative) return;
    Verdicts verdicts;
    for (const Mutation& mutation : Sample(ExchangedOperands(problem))) {
      Judge(problem, mutation, Promised(problem.collective, problem.shape), name, verdicts);
    }
    EXPECT_EQ(verdicts.found, 0) << name;
  });
}

}  // namespace
}  // namespace colltune
