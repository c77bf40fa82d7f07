#include "tuner/usage/from_stats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/tuner/stats_of.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Key;
using testing::Pair;

CallStats CallsBetween(Collective collective, Layout layout, std::int64_t least, std::int64_t most,
                       double mean_us) {
  CallStats calls = CallsOf(100, mean_us, 1);
  calls.collective = collective;
  calls.ranks = layout.ranks;
  calls.ranks_per_node = layout.ranks_per_node;
  calls.least = Bytes{least};
  calls.most = Bytes{most};
  return calls;
}

/// The calls of 4 ranks of one job, on one node or two.
Workload CalledOf(const std::vector<CallStats>& calls) {
  std::vector<StatsFile> files;
  for (int rank = 0; rank < 4; ++rank) files.push_back(FileOf("a", rank, 4, calls));
  return CalledBy(SummaryOf(files));
}

constexpr Layout kFour{4, 4};
constexpr Layout kPair{2, 1};
using Line = std::pair<Collective, Layout>;

Workload Example() {
  return CalledOf({CallsBetween(Collective::kBcast, kFour, 8, 12, 4),
                   CallsBetween(Collective::kBcast, kFour, 16, 16, 1),
                   CallsBetween(Collective::kBcast, kFour, 0, 0, 1),
                   CallsBetween(Collective::kAllreduce, kPair, 1000, 1000, 2),
                   CallsBetween(Collective::kBarrier, kFour, 0, 0, 1),
                   CallsBetween(Collective::kAlltoallv, kPair, 0, 0, 3),
                   CallsBetween(Collective::kScan, {1, 1}, 8, 8, 9),
                   CallsBetween(Collective::kScan, {4, 0}, 8, 8, 9)});
}

std::vector<Bytes> SizesOf(const Workload& workload, const Line& line) {
  std::vector<Bytes> sizes;
  for (const auto& [bytes, time] : workload.at(line)) sizes.push_back(bytes);
  return sizes;
}

// Empty messages, single ranks and unknown nodes are left out. 100 calls of 4 us are shared by two
// sizes.
TEST(CalledBy, IsWhatCanBeTuned) {
  const Workload workload = Example();
  EXPECT_THAT(workload, ElementsAre(Key(Line{Collective::kBcast, kFour}),
                                    Key(Line{Collective::kAllreduce, kPair}),
                                    Key(Line{Collective::kAlltoallv, kPair}),
                                    Key(Line{Collective::kBarrier, kFour})));
  EXPECT_THAT(SizesOf(workload, {Collective::kBcast, kFour}),
              ElementsAre(Bytes{8}, Bytes{12}, Bytes{16}));
  EXPECT_THAT(SizesOf(workload, {Collective::kAlltoallv, kPair}), ElementsAre(Bytes{0}));
  EXPECT_NEAR(workload.at({Collective::kBcast, kFour}).at(Bytes{12}).count(), 200e-6, 1e-12);
  EXPECT_NEAR(workload.at({Collective::kBcast, kFour}).at(Bytes{16}).count(), 100e-6, 1e-12);
}

TEST(Narrowed, LeavesAllWhereNothingIsAskedFor) { EXPECT_EQ(Narrowed(Example(), {}), Example()); }

TEST(Narrowed, LeavesWhatIsAskedFor) {
  EXPECT_THAT(Narrowed(Example(), {.collectives = {Collective::kBcast}, .ranks = {}, .sizes = {}}),
              ElementsAre(Key(Line{Collective::kBcast, kFour})));
  EXPECT_THAT(Narrowed(Example(), {.collectives = {}, .ranks = {2}, .sizes = {}}),
              ElementsAre(Key(Line{Collective::kAllreduce, kPair}),
                          Key(Line{Collective::kAlltoallv, kPair})));
  // Collectives without sizes stay, whatever sizes are asked for.
  const Workload some =
      Narrowed(Example(), {.collectives = {}, .ranks = {}, .sizes = {Bytes{9}, Bytes{16}}});
  EXPECT_THAT(some, ElementsAre(Key(Line{Collective::kBcast, kFour}),
                                Key(Line{Collective::kAlltoallv, kPair}),
                                Key(Line{Collective::kBarrier, kFour})));
  EXPECT_THAT(SizesOf(some, {Collective::kBcast, kFour}), ElementsAre(Bytes{12}, Bytes{16}));
}

std::string FaultOf(const Narrowing& by) {
  try {
    Narrowed(Example(), by);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(Narrowed, RefusesWhatIsNotCalled) {
  EXPECT_EQ(
      FaultOf({.collectives = {Collective::kBcast, Collective::kScan}, .ranks = {}, .sizes = {}}),
      "--ops: the application does not call scan, but bcast, allreduce, alltoallv, barrier");
  EXPECT_EQ(FaultOf({.collectives = {}, .ranks = {3}, .sizes = {}}),
            "--ranks: the application does not call on 3 ranks, but on 2 ranks, on 4 ranks");
  EXPECT_EQ(FaultOf({.collectives = {Collective::kBcast}, .ranks = {}, .sizes = {Bytes{17}}}),
            "--from-stats: the application calls nothing on two ranks or more that is left by "
            "--ops, --ranks and --bytes");
}

TEST(RemoveOthers, LeavesWhatTheJobCanForm) {
  const std::vector<int> one = {0, 0, 0, 0};
  const std::vector<int> two = {0, 0, 1, 1};
  const std::vector<int> each = {0, 1, 2, 3};
  Workload workload = Example();
  EXPECT_EQ(RemoveOthers(Nodes(one), workload),
            "this job cannot form communicators of 2 ranks (1 per node): they are left out");
  EXPECT_THAT(workload, ElementsAre(Key(Line{Collective::kBcast, kFour}),
                                    Key(Line{Collective::kBarrier, kFour})));
  EXPECT_EQ(RemoveOthers(Nodes(one), workload), "");
  workload = Example();
  EXPECT_EQ(RemoveOthers(Nodes(two), workload),
            "this job cannot form communicators of 4 ranks (4 per node): they are left out");
  workload = {{{Collective::kBcast, {2, 2}}, {{Bytes{8}, Seconds(1)}}}};
  EXPECT_EQ(RemoveOthers(Nodes(two), workload), "");
  EXPECT_THROW(RemoveOthers(Nodes(each), workload), std::invalid_argument);
}

}  // namespace
}  // namespace colltune::tune
