// What holds for every model of the table.
#include "models/networks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/models/fit_testing.h"

namespace colltune {
namespace {

using testing::HasSubstr;

/// Samples that determine the parameters of any model, 20 % off any of them here and there.
std::vector<NetworkSample> RoughSamples() {
  std::vector<NetworkSample> samples;
  double off = 1.2;
  for (const std::int64_t bytes : {1, 1000, 1'000'000}) {
    const double one_way = (14e-6 + 1e-9 * static_cast<double>(bytes)) * off;
    const Bytes size{bytes};
    samples.push_back({.bytes = size, .time = Seconds(2 * one_way)});
    samples.push_back({.experiment = Experiment::kFlood,
                       .bytes = size,
                       .messages = 10,
                       .time = Seconds(10 * one_way)});
    off = 1 / off;
  }
  samples.push_back({.experiment = Experiment::kDelayedFlood,
                     .bytes = Bytes{1},
                     .messages = 10,
                     .delay = Seconds(100e-6),
                     .time = Seconds(950e-6)});
  samples.push_back({.experiment = Experiment::kLateReceive,
                     .bytes = Bytes{1},
                     .messages = 10,
                     .time = Seconds(20e-6)});
  return samples;
}

ParameterValues ValuesOf(const Fit& fit) {
  ParameterValues values;
  for (const FittedParameter& parameter : fit.parameters) {
    values[parameter.name] = parameter.value;
  }
  return values;
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
  const Fit fit = GetParam().fit(RoughSamples());
  EXPECT_EQ(fit.model, GetParam().name);
  const auto again = MakeNetwork(fit.model, ValuesOf(fit));
  for (const std::int64_t bytes : {0, 1, 2, 1000, 1'000'000}) {
    const MessageCost expected = fit.network->Cost(0, 1, Bytes{bytes});
    const MessageCost cost = again->Cost(0, 1, Bytes{bytes});
    EXPECT_EQ(cost.send_overhead, expected.send_overhead);
    EXPECT_EQ(cost.transfer, expected.transfer);
    EXPECT_EQ(cost.gap, expected.gap);
    EXPECT_EQ(cost.latency, expected.latency);
    EXPECT_EQ(cost.receive_overhead, expected.receive_overhead);
  }
}

TEST_P(EveryModel, NeedsEachOfItsExperiments) {
  for (const Experiment left_out : GetParam().experiments) {
    std::vector<NetworkSample> samples = RoughSamples();
    std::erase_if(samples, [&](const NetworkSample& s) { return s.experiment == left_out; });
    EXPECT_THROW(GetParam().fit(samples), std::invalid_argument)
        << "without experiment " << static_cast<int>(left_out);
  }
}

TEST_P(EveryModel, RefusesImpossibleSamples) {
  const auto refusal_with = [](auto change) {
    std::vector<NetworkSample> samples = RoughSamples();
    change(samples.front());
    return RefusalOf([&] { GetParam().fit(samples); });
  };
  EXPECT_EQ(refusal_with([](NetworkSample&) {}), "");
  EXPECT_THAT(refusal_with([](NetworkSample& s) { s.time = Seconds(0); }), HasSubstr("0 s"));
  EXPECT_THAT(refusal_with([](NetworkSample& s) {
                s.time = Seconds(std::numeric_limits<double>::quiet_NaN());
              }),
              HasSubstr("nan s"));
  EXPECT_THAT(refusal_with([](NetworkSample& s) { s.messages = 0; }), HasSubstr("0 messages"));
  EXPECT_THAT(refusal_with([](NetworkSample& s) { s.bytes = Bytes{-1}; }), HasSubstr("-1 bytes"));
  EXPECT_THAT(refusal_with([](NetworkSample& s) { s.delay = Seconds(-2); }),
              HasSubstr("delay of -2 s"));
}

TEST_P(EveryModel, RefusesWrongParameters) {
  const ParameterValues right = ValuesOf(GetParam().fit(RoughSamples()));
  for (const auto& [name, value] : right) {
    ParameterValues values = right;
    values.erase(name);
    EXPECT_THAT(RefusalOf([&] { MakeNetwork(GetParam().name, values); }),
                HasSubstr("no value of " + name));
    values[name] = -1;
    EXPECT_THAT(RefusalOf([&] { MakeNetwork(GetParam().name, values); }),
                HasSubstr(name + " is -1"));
    values[name] = std::numeric_limits<double>::infinity();
    EXPECT_THAT(RefusalOf([&] { MakeNetwork(GetParam().name, values); }),
                HasSubstr(name + " is inf"));
  }
  ParameterValues more = right;
  more["Gamma"] = 1;
  EXPECT_THAT(RefusalOf([&] { MakeNetwork(GetParam().name, more); }), HasSubstr("'Gamma'"));
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
}  // namespace colltune
