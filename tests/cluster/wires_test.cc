#include "tests/cluster/wires.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace colltune::cluster {
namespace {

using std::chrono::microseconds;
using testing::ElementsAre;
using testing::Pair;

/// A frame of `bytes` bytes, of which the first is its name.
Frame MakeFrame(int from, int to, char name, std::size_t bytes = 1000) {
  std::vector<char> content(bytes);
  content.front() = name;
  return {from, to, std::move(content)};
}

/// The names of the arriving frames, each with its time in microseconds.
std::vector<std::pair<char, std::int64_t>> Drain(Wires& wires) {
  std::vector<std::pair<char, std::int64_t>> arrived;
  while (const auto next = wires.Next()) {
    for (const Frame& frame : wires.Leave(*next)) {
      arrived.emplace_back(frame.bytes.front(), *next / microseconds(1));
    }
  }
  return arrived;
}

Wires MakeWires(const std::string& text) { return Wires(ParseDescription(text, "file.yaml")); }

TEST(Wires, AddTheLatenciesOfBothHostsAndTheLink) {
  Wires wires = MakeWires(
      "hosts: {a: {latency: 1us}, b: {latency: 20us}}\n"
      "links: [{from: a, to: b, latency: 300us}]");
  wires.Enter(microseconds(4000), MakeFrame(0, 1, 'x'));
  EXPECT_THAT(Drain(wires), ElementsAre(Pair('x', 4321)));
  wires.Enter(microseconds(5000), MakeFrame(1, 0, 'y'));
  EXPECT_THAT(Drain(wires), ElementsAre(Pair('y', 5021)));
}

TEST(Wires, KeepNothingBack) {
  Wires wires = MakeWires("hosts: {a: {count: 2}}\nlink: {latency: 5us}");
  wires.Enter(microseconds(0), MakeFrame(0, 1, 'x'));
  EXPECT_TRUE(wires.Leave(microseconds(4)).empty());
  EXPECT_EQ(wires.Leave(microseconds(5)).size(), 1U);
  EXPECT_EQ(wires.Next(), std::nullopt);
}

// 1000 bytes take 8 ms at 1 Mbit/s, and 4 ms at 2.
TEST(Wires, PassOneFrameAfterTheOtherAtEachRate) {
  Wires wires = MakeWires("hosts: {a: {up: 1Mbit}, b: {down: 2Mbit}}\nlink: {latency: 100us}");
  for (const char name : {'x', 'y'}) wires.Enter(microseconds(0), MakeFrame(0, 1, name));
  EXPECT_THAT(Drain(wires),
              ElementsAre(Pair('x', 8000 + 100 + 4000), Pair('y', 16000 + 100 + 4000)));
}

TEST(Wires, ShareAHostsRateBetweenItsSenders) {
  Wires wires = MakeWires("hosts: {a: {count: 2}, b: {down: 1Mbit}}\nlink: {latency: 100us}");
  wires.Enter(microseconds(0), MakeFrame(0, 2, 'x'));
  wires.Enter(microseconds(0), MakeFrame(1, 2, 'y'));
  EXPECT_THAT(Drain(wires), ElementsAre(Pair('x', 8100), Pair('y', 16100)));
}

// A far frame, though sent first, does not occupy the host's line before it arrives.
TEST(Wires, FillAHostsRateInTheOrderOfArrival) {
  Wires wires = MakeWires("hosts: {far: {latency: 50ms}, near: {}, host: {down: 1Mbit}}");
  wires.Enter(microseconds(0), MakeFrame(0, 2, 'x'));
  wires.Enter(microseconds(10), MakeFrame(1, 2, 'y'));
  EXPECT_THAT(Drain(wires), ElementsAre(Pair('y', 8010), Pair('x', 58000)));
}

TEST(Wires, ShareALinksRateInEachDirection) {
  Wires wires = MakeWires(
      "hosts: {a: {count: 2}, b: {count: 2}}\n"
      "links: [{between: [a, b], rate: 1Mbit, latency: 1us}]");
  wires.Enter(microseconds(0), MakeFrame(0, 2, 'x'));
  wires.Enter(microseconds(0), MakeFrame(1, 3, 'y'));
  wires.Enter(microseconds(0), MakeFrame(2, 0, 'z', 500));
  wires.Enter(microseconds(0), MakeFrame(0, 1, 'w'));  // within a group
  EXPECT_THAT(Drain(wires),
              ElementsAre(Pair('w', 0), Pair('z', 4001), Pair('x', 8001), Pair('y', 16001)));
}

TEST(Wires, JitterBySeedWithoutOvertaking) {
  const std::string text = "hosts: {a: {count: 3}}\nlink: {latency: 1ms, jitter: 1ms}\nseed: ";
  const auto arrivals = [&](const std::string& seed) {
    Wires wires = MakeWires(text + seed);
    for (int i = 0; i < 100; ++i) wires.Enter(microseconds(10 * i), MakeFrame(0, 1, i));
    return Drain(wires);
  };
  const auto arrived = arrivals("1");
  ASSERT_EQ(arrived.size(), 100U);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(arrived[i].first, i);
    EXPECT_GE(arrived[i].second, 10 * i + 1000);
  }
  EXPECT_EQ(arrivals("1"), arrived);
  EXPECT_NE(arrivals("2"), arrived);
}

// An exponential distribution: its mean, and e^-1 of it beyond the mean.
TEST(Wires, JitterExponentially) {
  Wires wires = MakeWires("hosts: {a: {count: 2}}\nlink: {jitter: 1ms}");
  constexpr int kFrames = 10000;
  double sum = 0;
  int beyond = 0;
  for (int i = 0; i < kFrames; ++i) {
    const microseconds start(100000LL * i);  // long after the one before
    wires.Enter(start, MakeFrame(0, 1, 'x', 1));
    wires.Leave(start);  // onto the link
    const double travel = std::chrono::duration<double, std::milli>(*wires.Next() - start).count();
    sum += travel;
    beyond += travel > 1;
    Drain(wires);
  }
  EXPECT_NEAR(sum / kFrames, 1, 0.05);
  EXPECT_NEAR(1.0 * beyond / kFrames, 0.368, 0.025);
}

}  // namespace
}  // namespace colltune::cluster
