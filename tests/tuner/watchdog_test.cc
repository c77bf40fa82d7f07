#include "tuner/job/watchdog.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace colltune::tune {
namespace {

// Tests that wait for an expiry wait as long as it takes; tests that rule one out have a patience
// that no machine's pauses exceed.
constexpr Seconds kShort(0.02);
constexpr Seconds kLong(3600);

TEST(Watchdog, BitesOnceWhenNothingMoves) {
  std::atomic<int> bites = 0;
  std::promise<std::chrono::steady_clock::time_point> bitten;
  {
    Watchdog watchdog(kShort, [&] {
      ++bites;
      bitten.set_value(std::chrono::steady_clock::now());
    });
    const auto armed = std::chrono::steady_clock::now();
    const Watchdog::Guard guard(watchdog);
    EXPECT_GE(bitten.get_future().get() - armed, kShort);
    watchdog.Arm();
    std::this_thread::sleep_for(3 * kShort);
  }
  EXPECT_EQ(bites, 1);
}

TEST(Watchdog, WaitsFromTheLastBeat) {
  std::promise<std::chrono::steady_clock::time_point> bitten;
  Watchdog watchdog(5 * kShort, [&] { bitten.set_value(std::chrono::steady_clock::now()); });
  const Watchdog::Guard guard(watchdog);
  auto future = bitten.get_future();
  std::chrono::steady_clock::time_point beat;
  // If this thread is kept waiting for too long, the watchdog rightly bites: the loop then stops.
  for (int i = 0; i < 10 && future.wait_for(Seconds(0)) == std::future_status::timeout; ++i) {
    const auto now = std::chrono::steady_clock::now();
    watchdog.Beat();
    if (future.wait_for(Seconds(0)) == std::future_status::timeout) beat = now;
    std::this_thread::sleep_for(kShort);
  }
  EXPECT_GE(future.get() - beat, 5 * kShort);
}

TEST(Watchdog, SleepsUntilItIsArmedAndWhenDisarmed) {
  std::atomic<int> bites = 0;
  Watchdog watchdog(kShort, [&] { ++bites; });
  watchdog.Beat();
  std::this_thread::sleep_for(3 * kShort);
  EXPECT_EQ(bites, 0);
  { const Watchdog::Guard guard(watchdog); }
  const int before = bites;  // 1 where the machine paused just there
  std::this_thread::sleep_for(3 * kShort);
  EXPECT_EQ(bites, before);
}

TEST(Watchdog, EndsWhileItWatches) {
  std::atomic<int> bites = 0;
  {
    Watchdog watchdog(kLong, [&] { ++bites; });
    watchdog.Arm();
  }
  EXPECT_EQ(bites, 0);
}

TEST(Watchdog, IsWaitedForByWhoDisarms) {
  std::promise<void> started;
  std::atomic<bool> finished = false;
  Watchdog watchdog(kShort, [&] {
    started.set_value();
    std::this_thread::sleep_for(2 * kShort);
    finished = true;
  });
  watchdog.Arm();
  started.get_future().wait();
  watchdog.Disarm();
  EXPECT_TRUE(finished);
}

}  // namespace
}  // namespace colltune::tune
