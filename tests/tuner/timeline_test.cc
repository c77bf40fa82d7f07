#include "tuner/show/timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"
#include "tests/algorithms/testing_places.h"

namespace colltune::tune {
namespace {

using Kind = models::Activity::Kind;

const Choice kBinomial = ParseChoice(Collective::kBcast, "binomial");

/// In microseconds: o_s = 2, 1 per byte after the first, g = 4, L = 10, o_r = 3.
const KnownNetwork kSimple = {{.name = "loggp",
                               .parameters = {{"L", 10e-6, "s"},
                                              {"o_s", 2e-6, "s"},
                                              {"o_r", 3e-6, "s"},
                                              {"g", 4e-6, "s"},
                                              {"G", 1e-6, "s/B"}}},
                              "a test"};

std::string Chart(const std::vector<models::Timeline>& timelines) {
  std::string text;
  WriteChart(timelines, [&text](std::string_view piece) { text += piece; });
  return text.substr(text.find('\n') + 1);
}

// The binomial broadcast of 6 bytes that simulator_test.cc draws: a transfer takes 5.
//   rank 0: sends 0-2, its buffer is free at 7; sends 7-9, waits for the port and the buffer: 16
//   rank 1: the message is there at 26, received at 29
//   rank 2: at 17, received at 20; sends 20-22, its buffer is free at 27
//   rank 3: at 37, received at 40
// 40 us are 40 columns of 1 us.
TEST(Timeline, OfAHandDrawnBinomialTree) {
  std::string text;
  WriteTimelines(ViewOf(kBinomial, {.ranks = 4, .element = Bytes{6}}), kSimple,
                 [&text](std::string_view piece) { text += piece; });
  EXPECT_EQ(text,
            "network: a test\n"
            "  loggp     L 10.0 us  o_s 2.00 us  o_r 3.00 us  g 4.00 us  G 1e-06 s/B\n"
            "S sends, R receives, . waits for a message, - waits until what it sent has left\n"
            "        |0        |10       |20       |30         finish (us)\n"
            "rank 0  SS-----SS-------                               16.000\n"
            "rank 1  ..........................RRR                  29.000\n"
            "rank 2  .................RRRSS-----                    27.000\n"
            "rank 3  .....................................RRR       40.000\n"
            "critical path (us): sends 4.000, receives 6.000, messages on their way 30.000\n"
            "        2.000  rank 0 sends to rank 2\n"
            "       17.000  the message of rank 0 to rank 2 is on its way\n"
            "       20.000  rank 2 receives from rank 0\n"
            "       22.000  rank 2 sends to rank 3\n"
            "       37.000  the message of rank 2 to rank 3 is on its way\n"
            "       40.000  rank 3 receives from rank 2\n");
}

std::string PathOf(int steps) {
  std::vector<models::PathStep> path;
  for (int i = 0; i < steps; ++i) {
    path.push_back(
        {models::PathStep::Kind::kPort, i, i + 1, 0, Seconds(i * 1e-6), Seconds(i * 1e-6 + 1e-6)});
  }
  std::string text;
  WriteCriticalPath(path, [&text](std::string_view piece) { text += piece; });
  return text;
}

// With 17 steps all are shown; with 18 the first and the last 8, which end at 8 and at 11 .. 18.
TEST(Timeline, ShowsBothEndsOfALongPath) {
  EXPECT_EQ(PathOf(0), "");
  EXPECT_EQ(PathOf(1),
            "critical path (us): senders' ports 1.000\n"
            "        1.000  the port of rank 0 is closed after the message to rank 1\n");
  EXPECT_EQ(std::ranges::count(PathOf(17), '\n'), 1 + 17);
  const std::string text = PathOf(18);
  EXPECT_EQ(std::ranges::count(text, '\n'), 1 + 8 + 1 + 8);
  EXPECT_THAT(text, testing::HasSubstr("  8.000  the port of rank 7 is closed after the message to "
                                       "rank 8\n          ...  2 more steps\n       11.000  "));
}

models::Activity Spent(Kind kind, double begin, double end) {
  return {kind, 0, Seconds(begin), Seconds(end)};
}

// 350 s are 70 columns of 5 s. The receive of a microsecond at 10 s shows, but not the wait of
// nearly 5 s after it in the same column. A column of both waits shows the longer one.
TEST(Timeline, ShowsWhatIsShorterThanAColumn) {
  const std::vector<models::Timeline> timelines = {
      {Spent(Kind::kAwaitMessage, 0, 10), Spent(Kind::kReceive, 10, 10.000001),
       Spent(Kind::kAwaitBuffers, 10.000001, 17), Spent(Kind::kAwaitMessage, 17, 350)},
      {}};
  EXPECT_EQ(Chart(timelines),
            "        |0        |5e+07    |1e+08    |1.5e+08  |2e+08    |2.5e+08  |3e+08      "
            "finish (us)\n"
            "rank 0  ..R" +
                std::string(67, '.') + "  350000000.000\n" + "rank 1  " + std::string(70, ' ') +
                "        0.000\n");
}

// The first line explains the letter only where it is.
TEST(Timeline, ShowsCopiesAndReductions) {
  std::string text;
  const auto sink = [&](std::string_view part) { text += part; };
  WriteChart(std::vector<models::Timeline>{{Spent(Kind::kLocal, 0, 35)}}, sink);
  EXPECT_THAT(text, testing::HasSubstr("R receives, C copies or reduces, . waits"));
  EXPECT_THAT(text, testing::HasSubstr("rank 0  CCCCC"));
  text.clear();
  WriteChart(std::vector<models::Timeline>{{Spent(Kind::kSend, 0, 35)}}, sink);
  EXPECT_THAT(text, testing::HasSubstr("R receives, . waits"));
}

TEST(Timeline, OfOneRankIsEmpty) {
  EXPECT_EQ(Chart({{}}),
            "          finish (us)\n"
            "rank 0          0.000\n");
}

// Each of these times is the last that fits into 70 columns of 1, 2 or 5 units, or the first that
// does not: there are never fewer than 28 columns.
TEST(Timeline, TakesAScaleOfRoundNumbers) {
  const auto columns = [](double finish) {
    const std::string chart = Chart({{Spent(Kind::kSend, 0, finish)}});
    return std::ranges::count(chart, 'S');
  };
  EXPECT_EQ(columns(70e-6), 70);
  EXPECT_EQ(columns(71e-6), 36);
  EXPECT_EQ(columns(140e-6), 70);
  EXPECT_EQ(columns(141e-6), 29);
  EXPECT_EQ(columns(350e-6), 70);
  EXPECT_EQ(columns(351e-6), 36);
  EXPECT_EQ(columns(1e-9), 50);
}

TEST(Timeline, LinesHaveAtMostAHundredCharacters) {
  std::vector<models::Timeline> timelines(1000001);
  timelines[0] = {Spent(Kind::kSend, 0, 0.07)};
  const std::string chart = Chart(timelines);
  EXPECT_LE(chart.find('\n', chart.find('\n') + 1) - chart.find('\n'), 100U);
}

TEST(Timeline, ExampleIsTheMachineOfTheTests) {
  const KnownNetwork example = ExampleNetwork();
  EXPECT_THAT(example.origin, testing::HasSubstr("an example"));
  // rank 2 gets the message at 2 + 10 + 2, rank 3 14 us later.
  std::string text;
  WriteTimelines(ViewOf(kBinomial, {.ranks = 4}), example,
                 [&text](std::string_view piece) { text += piece; });
  EXPECT_THAT(text, testing::ContainsRegex("rank 2 .* 16.000\nrank 3 .* 28.000\n"));
}

TEST(Timeline, TakesTheNetworkOfAProfile) {
  Profile profile;
  profile.network = {{"hockney", {{"alpha", 1e-6, "s"}}, 0}, kSimple.model};
  EXPECT_EQ(NetworkOf(profile, "p.yaml").model, kSimple.model);
  EXPECT_EQ(NetworkOf(profile, "p.yaml").origin, "p.yaml");
  profile.network.pop_back();
  EXPECT_THROW(NetworkOf(profile, "p.yaml"), std::invalid_argument);
}

TEST(Timeline, EveryAlgorithmHasOne) {
  const auto places = TestingPlacesForAll();
  for (const Algorithm& algorithm : Algorithms()) {
    const Choice choice = StandardChoice(algorithm);
    Shape shape{.ranks = 8, .places = places.get()};
    if (algorithm.divides) shape.elements = 64 << 10;
    std::string text;
    WriteTimelines(ViewOf(choice, shape), ExampleNetwork(),
                   [&text](std::string_view piece) { text += piece; });
    EXPECT_THAT(text, testing::ContainsRegex("rank 3 .*[1-9].*\n")) << algorithm.name;
  }
}

}  // namespace
}  // namespace colltune::tune
