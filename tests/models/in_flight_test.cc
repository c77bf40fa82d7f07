#include "models/simulator/in_flight.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>

namespace colltune::models {
namespace {

/// A simple implementation to compare with; messages are numbers.
using Queues = std::map<std::pair<Rank, Rank>, std::deque<int>>;

// Messages between 50 ranks are put and taken at random, and as many again are taken where there
// may be none. The number of messages swings between about 0 and 3000, so that the table grows
// several times while the pool is new and while it is reused.
TEST(InFlight, IsAQueueForEachPair) {
  std::mt19937 random(1);
  const auto below = [&random](int bound) {
    return static_cast<int>(random() % static_cast<unsigned>(bound));
  };
  for (int trial = 0; trial < 20; ++trial) {
    InFlight in_flight;
    Queues queues;
    for (int step = 0; step < 20'000; ++step) {
      const Rank from = below(50);
      const Rank to = below(50);
      std::deque<int>& queue = queues[{from, to}];
      const bool filling = step / 4000 % 2 == 0;
      if (below(8) < (filling ? 7 : 1)) {
        in_flight.Put(from, to, {.time = Seconds(step), .overhead = Seconds(step + 0.5)});
        queue.push_back(step);
        continue;
      }
      const std::optional<Arrival> arrival = in_flight.Take(from, to);
      ASSERT_EQ(arrival.has_value(), !queue.empty());
      if (!arrival) continue;
      ASSERT_EQ(arrival->time, Seconds(queue.front()));
      ASSERT_EQ(arrival->overhead, Seconds(queue.front() + 0.5));
      queue.pop_front();
    }
  }
}

// Messages from a to b are not from b to a.
TEST(InFlight, TellsDirectionsApart) {
  InFlight in_flight;
  in_flight.Put(1, 2, {.time = Seconds(12)});
  EXPECT_FALSE(in_flight.Take(2, 1));
  ASSERT_TRUE(in_flight.Take(1, 2));
  EXPECT_FALSE(in_flight.Take(1, 2));
}

}  // namespace
}  // namespace colltune::models
