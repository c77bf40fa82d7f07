// Gathers escalate at the sizes that tests/smpi/escalating.cc says. All 15 senders together
// overflow the switch's 64 KiB with blocks from 4.4 KB on; from 64 KiB on they wait for the root.
#include <gtest/gtest.h>

#include <map>

#include "tests/models/measured_once.h"
#include "tests/models/predictions.h"
#include "tests/truth.h"

namespace colltune::models {
namespace {

constexpr double kTimeout = 0.2;  // s

double GatherTime(const char* algorithm, std::int64_t bytes) {
  Runner runner(MPI_COMM_WORLD);
  measure::OperationMemory memory;
  measure::Operation operation(Collective::kGather, ParseChoice(Collective::kGather, algorithm),
                               Bytes{bytes}, 0, runner, memory);
  return TrueTime(operation);
}

TEST(Escalation, LiesBetweenTheSwitchsBufferAndTheRendezvous) {
  for (const char* algorithm : {"flat", "flat_nonblocking"}) {
    for (const std::int64_t bytes : {64, 4096}) {
      EXPECT_LT(GatherTime(algorithm, bytes), 0.01) << algorithm << ", " << bytes << " bytes";
    }
    for (const std::int64_t bytes : {5 << 10, 16 << 10, (64 << 10) - 1}) {
      EXPECT_GT(GatherTime(algorithm, bytes), kTimeout) << algorithm << ", " << bytes << " bytes";
    }
    EXPECT_LT(GatherTime(algorithm, 64 << 10), 0.1) << algorithm;
  }
}

TEST(Escalation, IsWhereTheSynchronisedGatherIsTheBest) {
  for (const std::int64_t bytes : {8 << 10, 16 << 10, 32 << 10}) {
    const double synchronised = GatherTime("flat_synchronised", bytes);
    for (const Choice& choice : StandardChoices(Collective::kGather)) {
      if (NeedsPlaces(choice)) continue;
      EXPECT_LE(synchronised, GatherTime(ToText(choice).c_str(), bytes))
          << ToText(choice) << ", " << bytes << " bytes";
    }
  }
}

TEST(Escalation, IsFoundBySamples) {
  const measure::NetworkData& data = MeasuredOnce();
  for (const char* model : {"lmo", "levels"}) {
    const Incast found = NetworkOf(model, "escalating", data)->IncastLimit();
    EXPECT_NEAR(static_cast<double>(found.buffer.count) / (64 << 10), 1, 0.02) << model;
    EXPECT_NEAR(found.delay.count() / kTimeout, 1, 0.02) << model;
  }
}

TEST(Escalation, IsWhereLmoPredictsTheSynchronisedGatherToBeTheBest) {
  const auto fitted = NetworkOf("lmo", "escalating", MeasuredOnce());
  const Network* const networks[] = {fitted.get()};
  std::map<Bytes, Prediction> best;
  const PredictionOptions options{.sizes = {4, 5, 6}, .collectives = {Collective::kGather}};
  ComparePredictions(16, networks, options, [&](const Prediction& row) {
    const auto [known, is_new] = best.try_emplace(row.bytes, row);
    if (!is_new && row.predicted[0] < known->second.predicted[0]) known->second = row;
    if (row.algorithm.starts_with("flat")) {
      EXPECT_NEAR(row.predicted[0] / row.truth, 1, 0.05) << WhatOf(row);
    }
  });
  if (RankIn(MPI_COMM_WORLD) != 0) return;
  ASSERT_EQ(best.size(), 3U);
  for (const auto& [bytes, row] : best) {
    EXPECT_EQ(row.algorithm, "flat_synchronised") << bytes.count << " bytes";
  }
}

}  // namespace
}  // namespace colltune::models
