#include "tuner/search/simulated_predictor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/agreement.h"
#include "algorithms/registry.h"
#include "measure/network/places.h"
#include "models/features/topology_from_network.h"
#include "models/networks.h"
#include "tuner/problem/problem_shape.h"
#include "tuner/search/choose_model.h"

namespace colltune::tune {
namespace {

const std::vector<measure::Place> kJob = {{"a", 0}, {"a", 1}, {"b", 0}, {"b", 1}};
constexpr double kAlpha = 1e-5;  // s
constexpr double kBeta = 1e-9;   // s/B

std::unique_ptr<SimulatedPredictor> On(int nodes) {
  const models::ParameterValues values = {{"alpha", kAlpha}, {"beta", kBeta}};
  const auto places = PlacesOnNodes(nodes, kJob);
  auto predictor =
      std::make_unique<SimulatedPredictor>("hockney", models::MakeNetwork("hockney", values),
                                           Nodes(measure::HostNumbers(places)), places);
  predictor->UseMachine(models::MachineOf(*models::MakeNetwork("hockney", values), kJob));
  predictor->GiveUpBeyond(2);
  return predictor;
}

TEST(PlacesOnNodes, TakesOthersToBeLikeTheFirst) {
  const auto places = PlacesOnNodes(4, kJob);
  ASSERT_EQ(places.size(), 8u);
  EXPECT_EQ(places[3], kJob[3]);
  EXPECT_EQ(places[4].host, places[5].host);
  EXPECT_NE(places[5].host, places[6].host);
  EXPECT_EQ(places[4].socket, 0);
  EXPECT_EQ(places[5].socket, 1);
}

// Hockney: a binomial tree of 2^k ranks takes k (alpha + m beta).
TEST(SimulatedPredictor, PredictsOnNodesThatTheJobDoesNotHave) {
  const auto predictor = On(32);
  const Seconds time =
      *predictor->Predict("binomial", {Collective::kBcast, {64, 2}, Bytes{1000}, 0});
  EXPECT_NEAR(time.count(), 6 * (kAlpha + 1000 * kBeta), 1e-12);
  const Seconds one =
      *predictor->Predict("binomial", {Collective::kBcast, {32, 1}, Bytes{1000}, 0});
  EXPECT_NEAR(one.count(), 5 * (kAlpha + 1000 * kBeta), 1e-12);
}

TEST(SimulatedPredictor, StopsWhereSomethingElseIsTwiceAsFast) {
  const Problem problem{Collective::kBcast, {64, 2}, Bytes{1000}, 0};
  const Seconds chain(63 * (kAlpha + 1000 * kBeta));
  EXPECT_NEAR(On(32)->Predict("chain", problem)->count(), chain.count(), 1e-12) << "asked first";
  const auto predictor = On(32);
  const Seconds best = *predictor->Predict("binomial", problem);
  EXPECT_EQ(*predictor->Predict("chain", problem), 2 * best);
}

TEST(SimulatedPredictor, ShapesWhatIsShapedByTheMachine) {
  const auto predictor = On(8);
  EXPECT_TRUE(predictor->Predict("two_level_chain", {Collective::kBcast, {16, 2}, Bytes{8}, 0}));
}

/// Hockney's network, where all messages from one node to the other share a line of each node.
class LineNetwork final : public models::Network {
 public:
  explicit LineNetwork(double line) : lines_{{{.name = "a", .byte_time = line}, {"b", line}}} {}

  models::MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    const auto transfer = Seconds(kBeta * static_cast<double>(bytes.count));
    models::MessageCost cost{.transfer = transfer, .gap = transfer, .latency = Seconds(kAlpha)};
    cost.rendezvous = RouteOf(from, to).count > 0;
    return cost;
  }
  std::span<const models::SharedLink> Links() const override { return lines_; }
  models::Route RouteOf(Rank from, Rank to) const override {
    models::Route route;
    if (from / 4 != to / 4) route.links[0] = from / 4;
    route.count = from / 4 != to / 4 ? 1 : 0;
    return route;
  }
  bool HasRendezvous() const override { return true; }

 private:
  std::array<models::SharedLink, 2> lines_;
};

/// Two nodes of four ranks.
Seconds OnTwoNodes(std::unique_ptr<const models::Network> network, const Layout& layout,
                   std::int64_t bytes) {
  const SimulatedPredictor predictor("by hand", std::move(network),
                                     Nodes(std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1}));
  return *predictor.Predict("flat", {Collective::kBcast, layout, Bytes{bytes}, 0});
}

// One message from node to node: alpha + m beta alone, alpha + s m beta where s siblings share the
// line, and alpha + m beta again where the line is s times as fast.
TEST(SimulatedPredictor, LetsSiblingsShareTheLinesOfTheirNodes) {
  constexpr std::int64_t kBytes = 1'000'000;
  const Seconds alone = OnTwoNodes(std::make_unique<LineNetwork>(kBeta), {2, 1}, kBytes);
  EXPECT_NEAR(alone.count(), kAlpha + kBytes * kBeta, 1e-9);
  for (const int siblings : {2, 3, 4}) {
    const Layout layout{2, 1, {}, siblings};
    EXPECT_NEAR(OnTwoNodes(std::make_unique<LineNetwork>(kBeta), layout, kBytes).count(),
                kAlpha + siblings * kBytes * kBeta, 1e-9);
    EXPECT_NEAR(OnTwoNodes(std::make_unique<LineNetwork>(kBeta / siblings), layout, kBytes).count(),
                alone.count(), 1e-9);
  }
}

// Columns of a world of two nodes of two ranks: ranks 1 and 5, with their siblings 0 and 4.
TEST(SimulatedPredictor, LetsColumnsShareTheLinesOfTheirNodes) {
  const Layout column{2, 1, {.nodes = 2, .per_node = 2, .first = 1, .stride = 2}, 2};
  EXPECT_NEAR(OnTwoNodes(std::make_unique<LineNetwork>(kBeta), column, 1'000'000).count(),
              kAlpha + 2e6 * kBeta, 1e-9);
}

TEST(SimulatedPredictor, TakesSiblingsThatCannotMeetToBeAlone) {
  const auto hockney = [] {
    return models::MakeNetwork("hockney", {{"alpha", kAlpha}, {"beta", kBeta}});
  };
  EXPECT_EQ(OnTwoNodes(hockney(), {2, 1, {}, 4}, 1000), OnTwoNodes(hockney(), {2, 1}, 1000));
}

TEST(SimulatedPredictor, StopsSiblingsWhereSomethingElseIsTwiceAsFast) {
  SimulatedPredictor predictor("by hand", std::make_unique<LineNetwork>(kBeta),
                               Nodes(std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1}));
  predictor.GiveUpBeyond(2);
  const Problem problem{Collective::kBcast, {4, 2, {}, 2}, Bytes{100'000}, 0};
  const Seconds best = *predictor.Predict("binomial", problem);
  EXPECT_EQ(*predictor.Predict("chain_pipelined:segment=8", problem), 2 * best);
}

/// Hockney's network, which counts the messages that are asked for.
class CountingNetwork final : public models::Network {
 public:
  explicit CountingNetwork(int& messages) : messages_(messages) {}

  models::MessageCost Cost(Rank /*from*/, Rank /*to*/, Bytes bytes) const override {
    ++messages_;
    const auto transfer = Seconds(kBeta * static_cast<double>(bytes.count));
    return {.transfer = transfer, .gap = transfer, .latency = Seconds(kAlpha)};
  }

 private:
  int& messages_;
};

// p - 1 rounds of alpha + m beta each. Half as many ranks have a quarter of the messages.
TEST(SimulatedPredictor, ExtrapolatesManyMessagesFromSmallerLayouts) {
  int messages = 0;
  const SimulatedPredictor predictor("by hand", std::make_unique<CountingNetwork>(messages),
                                     Nodes(std::vector<int>(1000, 0)));
  const Seconds round(kAlpha + 100 * kBeta);
  for (const int ranks : {999, 1000, 512}) {
    const Problem problem{Collective::kAlltoall, {ranks, ranks}, Bytes{100}, 0};
    EXPECT_NEAR(*predictor.Predict("pairwise", problem) / round, ranks - 1, 1e-6);
    EXPECT_THAT(predictor.Distinct(problem, {"pairwise", "flat"}),
                testing::ElementsAre("pairwise", "flat"));
  }
  EXPECT_LT(messages, 2 * 48 * 48 + 2 * 64 * 64);
}

TEST(SimulatedPredictor, FindsSegmentsLargerThanTheMessageAlikeOnManyRanks) {
  int messages = 0;
  const SimulatedPredictor predictor("by hand", std::make_unique<CountingNetwork>(messages),
                                     Nodes(std::vector<int>(1000, 0)));
  const Problem problem{Collective::kAllreduce, {1000, 1000}, Bytes{64}, 0};
  EXPECT_THAT(predictor.Distinct(problem, {"segmented_ring:segment=8K", "recursive_doubling",
                                           "segmented_ring:segment=32K"}),
              testing::ElementsAre("segmented_ring:segment=8K", "recursive_doubling"));
  EXPECT_EQ(messages, 0);
}

/// Returns the distinct ones of all candidates, by the schedules of all ranks.
std::vector<ChoiceId> DistinctByAllRanks(const SimulatedPredictor& predictor,
                                         const Problem& problem) {
  const Shape shape = ShapeOf(problem, predictor.on_machine().Of(problem.layout));
  std::vector<ChoiceId> distinct;
  std::vector<std::pair<bool, std::vector<Schedule>>> schedules;
  for (const ChoiceId name : predictor.Candidates(problem)) {
    const Choice choice = ParseChoice(problem.collective, name.text());
    std::pair all(Agrees(choice), BuildAll(choice, ScheduleShape(*choice.algorithm, shape)));
    if (std::ranges::find(schedules, all) != schedules.end()) continue;
    distinct.push_back(name);
    schedules.push_back(std::move(all));
  }
  return distinct;
}

TEST(SimulatedPredictor, TellsChoicesApartByThreeRanksAsByAll) {
  const auto predictor = On(16);
  for (const Collective collective : AllCollectives()) {
    for (const Layout& layout : {Layout{2, 1}, Layout{9, 1}, Layout{13, 2}, Layout{32, 2}}) {
      for (const Rank root : {0, layout.ranks / 2}) {
        if (root > 0 && !HasRoot(collective)) continue;
        for (const Bytes bytes : {Bytes{8}, Bytes{4096}, Bytes{100000}}) {
          const Problem problem{collective, layout, bytes, root};
          EXPECT_EQ(predictor->Distinct(problem, predictor->Candidates(problem)),
                    DistinctByAllRanks(*predictor, problem))
              << ToText(collective) << " on " << layout.ranks << " ranks, " << bytes.count
              << " bytes, root " << root;
        }
      }
    }
  }
}

std::vector<std::unique_ptr<SimulatedPredictor>> Two() {
  std::vector<std::unique_ptr<SimulatedPredictor>> predictors;
  for (const double alpha : {kAlpha, 3 * kAlpha}) {
    const models::ParameterValues values = {{"alpha", alpha}, {"beta", kBeta}};
    predictors.push_back(
        std::make_unique<SimulatedPredictor>("hockney", models::MakeNetwork("hockney", values),
                                             Nodes(measure::HostNumbers(kJob)), kJob));
  }
  return predictors;
}

SearchSpace Tuned(std::vector<Collective> collectives) {
  SearchSpace options;
  options.collectives = std::move(collectives);
  options.layouts = {{2, 2}, {4, 2}};
  options.sizes = {Bytes{8}, Bytes{1024}, Bytes{65536}};
  return options;
}

std::set<Collective> Tried(const SearchSpace& options) {
  std::set<Collective> tried;
  for (const Trial& model_trial : ModelTrials(options, Two()))
    tried.insert(model_trial.problem.collective);
  return tried;
}

TEST(ModelTrials, AreOfCollectivesThatTellModelsApart) {
  EXPECT_EQ(Tried(Tuned({Collective::kScatter, Collective::kBcast, Collective::kAlltoall})),
            (std::set{Collective::kBcast, Collective::kAlltoall}));
}

TEST(ModelTrials, AreOfOthersWhereThereAreNone) {
  EXPECT_EQ(Tried(Tuned({Collective::kScatter})), std::set{Collective::kScatter});
  // An application that broadcasts on two ranks only.
  SearchSpace options = Tuned({Collective::kBcast, Collective::kAllreduce});
  options.workload[{Collective::kBcast, {2, 2}}][Bytes{8}] = Seconds(1);
  options.workload[{Collective::kAllreduce, {4, 2}}][Bytes{8}] = Seconds(1);
  EXPECT_EQ(Tried(options), std::set{Collective::kAllreduce});
}

TEST(ChooseModel, TakesTheOneThatPredictedTrialsBest) {
  const auto predictors = Two();
  std::vector<CompletedTrial> model_trials;
  for (const Trial& model_trial : ModelTrials(Tuned({Collective::kScatter}), predictors)) {
    TrialResult result;
    for (const ChoiceId choice : model_trial.choices) {
      const auto time = predictors[1]->Predict(choice, model_trial.problem);
      if (!time) continue;
      result.timings.push_back({choice, 1, *time, *time, *time, {}});
    }
    model_trials.push_back({model_trial, std::move(result)});
  }
  EXPECT_EQ(ChooseModel(predictors, model_trials), 1u);
}

}  // namespace
}  // namespace colltune::tune
