#include "tuner/search/simulated_predictor.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "measure/network/places.h"
#include "models/features/topology_from_network.h"
#include "models/networks.h"
#include "tuner/search/choose_model.h"

namespace colltune::tune {
namespace {

const std::vector<Place> kJob = {{"a", 0}, {"a", 1}, {"b", 0}, {"b", 1}};
constexpr double kAlpha = 1e-5;  // s
constexpr double kBeta = 1e-9;   // s/B

std::unique_ptr<SimulatedPredictor> On(int nodes) {
  const ParameterValues values = {{"alpha", kAlpha}, {"beta", kBeta}};
  const auto places = PlacesOnNodes(nodes, kJob);
  auto forecast = std::make_unique<SimulatedPredictor>("hockney", MakeNetwork("hockney", values),
                                                       Nodes(HostNumbers(places)), places);
  forecast->UseMachine(MachineOf(*MakeNetwork("hockney", values), kJob));
  forecast->GiveUpBeyond(2);
  return forecast;
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
  const auto forecast = On(32);
  const Seconds time =
      *forecast->Predict("binomial", {Collective::kBcast, {64, 2}, Bytes{1000}, 0});
  EXPECT_NEAR(time.count(), 6 * (kAlpha + 1000 * kBeta), 1e-12);
  const Seconds one = *forecast->Predict("binomial", {Collective::kBcast, {32, 1}, Bytes{1000}, 0});
  EXPECT_NEAR(one.count(), 5 * (kAlpha + 1000 * kBeta), 1e-12);
}

TEST(SimulatedPredictor, StopsWhereSomethingElseIsTwiceAsFast) {
  const Problem problem{Collective::kBcast, {64, 2}, Bytes{1000}, 0};
  const Seconds chain(63 * (kAlpha + 1000 * kBeta));
  EXPECT_NEAR(On(32)->Predict("chain", problem)->count(), chain.count(), 1e-12) << "asked first";
  const auto forecast = On(32);
  const Seconds best = *forecast->Predict("binomial", problem);
  EXPECT_EQ(*forecast->Predict("chain", problem), 2 * best);
}

TEST(SimulatedPredictor, ShapesWhatIsShapedByTheMachine) {
  const auto forecast = On(8);
  EXPECT_TRUE(forecast->Predict("two_level_chain", {Collective::kBcast, {16, 2}, Bytes{8}, 0}));
}

std::vector<std::unique_ptr<SimulatedPredictor>> Two() {
  std::vector<std::unique_ptr<SimulatedPredictor>> forecasts;
  for (const double alpha : {kAlpha, 3 * kAlpha}) {
    const ParameterValues values = {{"alpha", alpha}, {"beta", kBeta}};
    forecasts.push_back(std::make_unique<SimulatedPredictor>(
        "hockney", MakeNetwork("hockney", values), Nodes(HostNumbers(kJob)), kJob));
  }
  return forecasts;
}

SearchOptions Tuned(std::vector<Collective> collectives) {
  SearchOptions options;
  options.collectives = std::move(collectives);
  options.layouts = {{2, 2}, {4, 2}};
  options.sizes = {Bytes{8}, Bytes{1024}, Bytes{65536}};
  return options;
}

std::set<Collective> Tried(const SearchOptions& options) {
  std::set<Collective> tried;
  for (const Question& trial : Trials(options, Two())) tried.insert(trial.collective);
  return tried;
}

TEST(Trials, AreOfCollectivesThatTellModelsApart) {
  EXPECT_EQ(Tried(Tuned({Collective::kScatter, Collective::kBcast, Collective::kAlltoall})),
            (std::set{Collective::kBcast, Collective::kAlltoall}));
}

TEST(Trials, AreOfOthersWhereThereAreNone) {
  EXPECT_EQ(Tried(Tuned({Collective::kScatter})), std::set{Collective::kScatter});
  // An application that broadcasts on two ranks only.
  SearchOptions options = Tuned({Collective::kBcast, Collective::kAllreduce});
  options.called[{Collective::kBcast, {2, 2}}][Bytes{8}] = Seconds(1);
  options.called[{Collective::kAllreduce, {4, 2}}][Bytes{8}] = Seconds(1);
  EXPECT_EQ(Tried(options), std::set{Collective::kAllreduce});
}

TEST(ChooseModel, TakesTheOneThatPredictedTrialsBest) {
  const auto forecasts = Two();
  std::vector<Answered> trials;
  for (const Question& trial : Trials(Tuned({Collective::kScatter}), forecasts)) {
    Answer answer;
    for (const std::string& choice : trial.choices) {
      const auto time = forecasts[1]->Predict(choice, ProblemOf(trial));
      if (!time) continue;
      answer.timings.push_back({choice, 1, *time, *time, *time, {}});
    }
    trials.push_back({trial, std::move(answer)});
  }
  EXPECT_EQ(ChooseModel(forecasts, trials), 1u);
}

}  // namespace
}  // namespace colltune::tune
