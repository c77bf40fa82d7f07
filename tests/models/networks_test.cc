// Properties of every model of the table.
#include "models/networks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "models/fit/linear_model.h"
#include "tests/models/fit_testing.h"

namespace colltune::models {
namespace {

using testing::HasSubstr;

/// Data that determine the parameters of any model, with times alternately 20 % too long and too
/// short: three ranks on two hosts.
measure::NetworkData RoughData() {
  measure::NetworkData data{.places = {{"a"}, {"a"}, {"b"}}, .samples = {}};
  double off = 1.2;
  const auto add = [&](measure::NetworkSample sample, double time) {
    sample.time = Seconds(time * off);
    data.samples.push_back(sample);
    off = 1 / off;
  };
  for (const auto& [from, to] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
    const double latency = to == 1 ? 2e-6 : 10e-6;
    for (const std::int64_t bytes : {1, 1000, 1'000'000}) {
      const double one_way = latency + 4e-6 + 1e-9 * static_cast<double>(bytes);
      const Bytes size{bytes};
      add({.from = from, .to = to, .bytes = size}, 2 * one_way);
      add({.experiment = measure::Experiment::kFlood,
           .from = from,
           .to = to,
           .bytes = size,
           .messages = 10},
          10 * one_way);
      add({.experiment = measure::Experiment::kSendCall, .from = from, .to = to, .bytes = size},
          2e-6 + 0.1e-9 * static_cast<double>(bytes));
      add({.experiment = measure::Experiment::kSendCall, .from = to, .to = from, .bytes = size},
          2e-6 + 0.1e-9 * static_cast<double>(bytes));
      add({.experiment = measure::Experiment::kLateReceive,
           .from = from,
           .to = to,
           .bytes = size,
           .messages = 10},
          20e-6 + 1e-9 * static_cast<double>(bytes));
    }
    add({.experiment = measure::Experiment::kDelayedFlood,
         .from = from,
         .to = to,
         .bytes = Bytes{1},
         .messages = 10,
         .delay = Seconds(100e-6)},
        950e-6);
  }
  return data;
}

class EveryModel : public testing::TestWithParam<NetworkModel> {};

INSTANTIATE_TEST_SUITE_P(, EveryModel,
                         testing::ValuesIn(NetworkModels().begin(), NetworkModels().end()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(EveryModel, IsFoundByItsName) {
  ASSERT_NE(FindNetworkModel(GetParam().name), nullptr);
  EXPECT_EQ(FindNetworkModel(GetParam().name)->fit, GetParam().fit);
}

TEST_P(EveryModel, IsMadeAgainFromItsParameters) {
  const Fit fit = GetParam().fit(RoughData(), {});
  EXPECT_EQ(fit.model, GetParam().name);
  const auto again = MakeNetwork(fit.model, ValuesOf(fit), RoughData().places);
  for (const std::int64_t bytes : {0, 1, 2, 1000, 1'000'000}) {
    const MessageCost expected = fit.network->Cost(0, 1, Bytes{bytes});
    const MessageCost cost = again->Cost(0, 1, Bytes{bytes});
    EXPECT_EQ(cost.send_overhead, expected.send_overhead);
    EXPECT_EQ(cost.transfer, expected.transfer);
    EXPECT_EQ(cost.gap, expected.gap);
    EXPECT_EQ(cost.latency, expected.latency);
    EXPECT_EQ(cost.receive_gap, expected.receive_gap);
    EXPECT_EQ(cost.receive_overhead, expected.receive_overhead);
    EXPECT_EQ(cost.rendezvous, expected.rendezvous);
  }
}

TEST_P(EveryModel, NeedsEachOfItsExperiments) {
  for (const measure::Experiment left_out : GetParam().experiments) {
    measure::NetworkData data = RoughData();
    std::erase_if(data.samples,
                  [&](const measure::NetworkSample& s) { return s.experiment == left_out; });
    EXPECT_THROW(GetParam().fit(data, {}), std::invalid_argument)
        << "without experiment " << static_cast<int>(left_out);
  }
}

// Each rank is alone on its host: no other sample is about one host and socket.
TEST_P(EveryModel, FitsMessagesAlikeWhateverRanksDoAlone) {
  measure::NetworkData data = RoughData();
  data.places[1].host = "c";
  const Fit fit = GetParam().fit(data, {});
  for (const measure::Experiment experiment :
       {measure::Experiment::kLocalCopy, measure::Experiment::kLocalReduce}) {
    data.samples.push_back({.experiment = experiment,
                            .from = 2,
                            .to = 2,
                            .bytes = Bytes{1 << 20},
                            .time = Seconds(1e-4)});
  }
  const ParameterValues all = ValuesOf(GetParam().fit(data, {}));
  for (const auto& [name, value] : ValuesOf(fit)) {
    ASSERT_TRUE(all.contains(name)) << name;
    EXPECT_EQ(all.at(name), value) << name;
  }
}

TEST_P(EveryModel, RefusesImpossibleSamples) {
  const auto refusal_with = [](auto change) {
    measure::NetworkData data = RoughData();
    change(data.samples.front());
    return RefusalOf([&] { GetParam().fit(data, {}); });
  };
  EXPECT_EQ(refusal_with([](measure::NetworkSample&) {}), "");
  EXPECT_THAT(refusal_with([](measure::NetworkSample& s) { s.time = Seconds(0); }),
              HasSubstr("0 s"));
  EXPECT_THAT(refusal_with([](measure::NetworkSample& s) {
                s.time = Seconds(std::numeric_limits<double>::quiet_NaN());
              }),
              HasSubstr("nan s"));
  EXPECT_THAT(refusal_with([](measure::NetworkSample& s) { s.messages = 0; }),
              HasSubstr("0 messages"));
  EXPECT_THAT(refusal_with([](measure::NetworkSample& s) { s.bytes = Bytes{-1}; }),
              HasSubstr("-1 bytes"));
  EXPECT_THAT(refusal_with([](measure::NetworkSample& s) { s.delay = Seconds(-2); }),
              HasSubstr("delay of -2 s"));
}

TEST_P(EveryModel, RefusesWrongParameters) {
  const std::vector<measure::Place> places = RoughData().places;
  const ParameterValues right = ValuesOf(GetParam().fit(RoughData(), {}));
  for (const auto& [name, value] : right) {
    ParameterValues values = right;
    values.erase(name);
    // The receiver's port defaults to the sender's; a curve has other points; hosts may share
    // lines.
    if (!name.starts_with("g_r") && !name.starts_with("G_r") && !name.starts_with("o_s(") &&
        !name.starts_with("o_r(") && !name.starts_with("g(") && !name.starts_with("port ") &&
        !name.starts_with("memory ")) {
      EXPECT_THAT(RefusalOf([&] { MakeNetwork(GetParam().name, values, places); }),
                  HasSubstr("no value of " + name));
    }
    values[name] = -1;
    EXPECT_THAT(RefusalOf([&] { MakeNetwork(GetParam().name, values, places); }),
                HasSubstr(name + " is -1"));
    values[name] = std::numeric_limits<double>::infinity();
    EXPECT_THAT(RefusalOf([&] { MakeNetwork(GetParam().name, values, places); }),
                HasSubstr(name + " is inf"));
  }
  ParameterValues more = right;
  more["Gamma"] = 1;
  EXPECT_THAT(RefusalOf([&] { MakeNetwork(GetParam().name, more, places); }), HasSubstr("'Gamma'"));
}

TEST(Networks, NamesTheModelsThereAre) {
  EXPECT_EQ(FindNetworkModel("ring"), nullptr);
  const std::string refusal = RefusalOf([] { MakeNetwork("ring", {}); });
  EXPECT_THAT(refusal, HasSubstr("'ring'"));
  for (const NetworkModel& model : NetworkModels()) {
    EXPECT_THAT(refusal, HasSubstr(std::string(model.name)));
  }
}

}  // namespace
}  // namespace colltune::models
