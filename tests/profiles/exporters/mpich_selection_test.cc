// Algorithms that MPICH 4.0.2 runs by a tree. The expected values are read off its
// src/mpi/coll/src/csel.c and maint/tuning/coll/mpir/generic.json.
#include "profiles/exporters/mpich/mpich_selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/profiles/exporters/mpich_trees.h"

namespace colltune {
namespace {

using testing::Contains;

constexpr MpichRelease k40 = MpichRelease::k40;

std::string RunBy(const std::string& collective, const std::string& json, const Call& call) {
  return MakeMpichSelection(k40, WithTree(k40, MpichLayer::kMpir, collective, json), std::nullopt)
      ->Choose(call);
}

std::string RunOwn(const Call& call) {
  return MakeMpichSelection(k40, MpichDefaults(k40, MpichLayer::kMpir), std::nullopt)->Choose(call);
}

Call BcastOf(int ranks, int ranks_per_node, std::int64_t bytes) {
  return {Collective::kBcast, ranks, ranks_per_node, 0, Bytes{bytes}};
}

constexpr const char* kBinomial = "MPIR_Bcast_intra_binomial";
constexpr const char* kRing = "MPIR_Bcast_intra_scatter_ring_allgather";

TEST(Choose, TakesTheFirstThatHolds) {
  const std::string tree = R"({"avg_msg_size <= 100": {"algorithm=MPIR_Bcast_intra_binomial": {}},
    "avg_msg_size<=50": {"algorithm=MPIR_Bcast_allcomm_nb": {}},
    "avg_msg_size=any": {"algorithm=MPIR_Bcast_intra_scatter_ring_allgather": {}}})";
  EXPECT_EQ(RunBy("bcast", tree, BcastOf(4, 1, 50)), kBinomial);
  EXPECT_EQ(RunBy("bcast", tree, BcastOf(4, 1, 100)), kBinomial);
  EXPECT_EQ(RunBy("bcast", tree, BcastOf(4, 1, 101)), kRing);
}

TEST(Choose, AsksForFewerRanksEarlyAndForNoMoreLate) {
  const std::string ranks = R"({"comm_size<8": {"algorithm=MPIR_Bcast_intra_binomial": {}},
    "comm_size=any": {"algorithm=MPIR_Bcast_intra_scatter_ring_allgather": {}}})";
  EXPECT_EQ(RunBy("bcast", ranks, BcastOf(7, 1, 1)), kBinomial);
  EXPECT_EQ(RunBy("bcast", ranks, BcastOf(8, 1, 1)), kRing);
  const std::string late = R"({"avg_msg_size=any": )" + ranks + "}";
  EXPECT_EQ(RunBy("bcast", late, BcastOf(8, 1, 1)), kBinomial);
  EXPECT_EQ(RunBy("bcast", late, BcastOf(9, 1, 1)), kRing);
}

TEST(Choose, BeginsAnewInEachCallWhereACommunicatorLeadsNowhere) {
  // The device's tree, which need not cover all calls; "<" then counts as "<=".
  const MpichLevel tree =
      WithTree(k40, MpichLayer::kCh4, "bcast",
               R"({"comm_size<4": {"composition=MPIDI_Bcast_intra_composition_beta": {}},
      "comm_type=inter": {"composition=MPIDI_Bcast_intra_composition_gamma": {}}})");
  const auto selection = MakeMpichSelection(k40, MpichDefaults(k40, MpichLayer::kMpir), tree);
  EXPECT_EQ(selection->Choose(BcastOf(4, 4, 9)), "MPIDI_Bcast_intra_composition_beta");
  EXPECT_EQ(selection->Choose(BcastOf(5, 5, 9)), kBinomial);
}

TEST(Choose, CountsNodesThatAreFullButTheLast) {
  const std::string tree = R"({"comm_avg_ppn<=2": {"algorithm=MPIR_Bcast_intra_binomial": {}},
    "comm_size=any": {"algorithm=MPIR_Bcast_intra_scatter_ring_allgather": {}}})";
  EXPECT_EQ(RunBy("bcast", tree, BcastOf(6, 2, 9)), kBinomial);
  EXPECT_EQ(RunBy("bcast", tree, BcastOf(6, 3, 9)), kRing);
  EXPECT_EQ(RunBy("bcast", tree, BcastOf(4, 3, 9)), kBinomial);  // 3 + 1, 2 on average
}

TEST(Choose, KnowsWhatKindACommunicatorIs) {
  const std::string tree = R"({"comm_size=node_comm_size": {"algorithm=MPIR_Bcast_allcomm_nb": {}},
    "comm_hierarchy=parent": {"algorithm=MPIR_Bcast_intra_binomial": {}},
    "comm_hierarchy=any": {"algorithm=MPIR_Bcast_intra_scatter_ring_allgather": {}}})";
  EXPECT_EQ(RunBy("bcast", tree, BcastOf(4, 4, 9)), "MPIR_Bcast_allcomm_nb");
  EXPECT_EQ(RunBy("bcast", tree, BcastOf(4, 2, 9)), kBinomial);
  EXPECT_EQ(RunBy("bcast", tree, BcastOf(4, 1, 9)), kRing);
  EXPECT_EQ(RunBy("bcast", tree, BcastOf(1, 1, 9)), kRing);
}

TEST(Choose, CountsTotalsAndDoubles) {
  const std::string total =
      R"({"comm_type=intra": {"total_msg_size<=40": {"algorithm=MPIR_Allgather_intra_brucks": {}},
      "total_msg_size=any": {"algorithm=MPIR_Allgather_intra_ring": {}}}})";
  EXPECT_EQ(RunBy("allgather", total, {Collective::kAllgather, 5, 5, 0, Bytes{8}}),
            "MPIR_Allgather_intra_brucks");
  EXPECT_EQ(RunBy("allgather", total, {Collective::kAllgather, 5, 5, 0, Bytes{9}}),
            "MPIR_Allgather_intra_ring");
  // generic.json: Rabenseifner's for at least 4 elements on 4 to 7 ranks.
  EXPECT_EQ(RunOwn({Collective::kAllreduce, 7, 1, 0, Bytes{24}}),
            "MPIR_Allreduce_intra_recursive_doubling");
  EXPECT_EQ(RunOwn({Collective::kAllreduce, 7, 1, 0, Bytes{32}}),
            "MPIR_Allreduce_intra_reduce_scatter_allgather");
}

TEST(Choose, DoesNotOverflow) {
  constexpr std::int64_t kLargest = std::int64_t{1} << 62;
  EXPECT_EQ(RunOwn({Collective::kAllgather, 1024, 8, 0, Bytes{kLargest}}),
            "MPIR_Allgather_intra_ring");
}

TEST(OwnChoices, AreThoseOfTheRelease) {
  EXPECT_EQ(RunOwn(BcastOf(7, 7, 1 << 20)), kBinomial);
  EXPECT_EQ(RunOwn(BcastOf(8, 8, 12288)), kBinomial);
  EXPECT_EQ(RunOwn(BcastOf(8, 8, 12289)), "MPIR_Bcast_intra_scatter_recursive_doubling_allgather");
  EXPECT_EQ(RunOwn(BcastOf(9, 9, 12289)), kRing);
  EXPECT_EQ(RunOwn({Collective::kAllgather, 6, 1, 0, Bytes{13653}}), "MPIR_Allgather_intra_brucks");
  EXPECT_EQ(RunOwn({Collective::kAllgather, 6, 1, 0, Bytes{13654}}), "MPIR_Allgather_intra_ring");
  EXPECT_EQ(RunOwn({Collective::kScan, 6, 3, 0, Bytes{8}}), "MPIR_Scan_intra_smp");
  EXPECT_EQ(RunOwn({Collective::kScan, 6, 1, 0, Bytes{8}}), "MPIR_Scan_intra_recursive_doubling");
  // The file says comm_size<8, after a question about the call.
  EXPECT_EQ(RunOwn({Collective::kAlltoall, 8, 1, 0, Bytes{8}}), "MPIR_Alltoall_intra_scattered");
  EXPECT_EQ(RunOwn({Collective::kAlltoall, 9, 1, 0, Bytes{8}}), "MPIR_Alltoall_intra_brucks");
}

TEST(Choose, IsNothingWhereTheDeviceAndMpirDoWhatTheyDoByThemselves) {
  const MpichLevel& mpir = MpichDefaults(k40, MpichLayer::kMpir);
  const MpichLevel& ch4 = MpichDefaults(k40, MpichLayer::kCh4);
  EXPECT_EQ(MakeMpichSelection(k40, mpir, ch4)->Choose(BcastOf(8, 8, 8)), "");
  EXPECT_EQ(MakeMpichSelection(k40, mpir, ch4)->Choose({Collective::kScatter, 8, 8, 0, Bytes{8}}),
            "");
  const MpichLevel nonblocking =
      WithTree(k40, MpichLayer::kMpir, "scatter", R"({"algorithm=MPIR_Scatter_allcomm_nb": {}})");
  EXPECT_EQ(MakeMpichSelection(k40, nonblocking, ch4)->Choose({Collective::kScatter, 8, 8, 0, {}}),
            "MPIR_Scatter_allcomm_nb");
  const MpichLevel other = WithTree(
      k40, MpichLayer::kCh4, "bcast",
      R"({"comm_hierarchy=parent": {"composition=MPIDI_Bcast_intra_composition_beta": {}}})");
  EXPECT_EQ(MakeMpichSelection(k40, mpir, other)->Choose(BcastOf(8, 8, 8)),
            "MPIDI_Bcast_intra_composition_beta");
  EXPECT_EQ(MakeMpichSelection(k40, mpir, other)->Choose(BcastOf(8, 1, 8)), kBinomial);
}

TEST(Borders, AreInBytesOfABlock) {
  const auto selection =
      MakeMpichSelection(k40, MpichDefaults(k40, MpichLayer::kMpir), std::nullopt);
  // total_msg_size<81920 on 6 ranks.
  EXPECT_THAT(selection->Borders({Collective::kAllgather, 6, 1, 0, {}}), Contains(Bytes{13654}));
  // count<pow2 on 6 ranks: 4 doubles.
  EXPECT_THAT(selection->Borders({Collective::kAllreduce, 6, 1, 0, {}}), Contains(Bytes{32}));
  EXPECT_THAT(selection->Borders(BcastOf(8, 1, 0)), Contains(Bytes{12289}));
}

}  // namespace
}  // namespace colltune
