// Trees on which MPICH 4.0.2 aborts a program. All but those of calls in place, of too few elements
// and of flat communicators were given to MPICH, which aborted.
#include "profiles/exporters/mpich/mpich_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiles/profile.h"
#include "tests/profiles/exporters/mpich_trees.h"

namespace colltune {
namespace {

using testing::HasSubstr;

constexpr MpichRelease k40 = MpichRelease::k40;

std::string FaultOf(MpichLayer layer, const std::string& collective, const std::string& json) {
  try {
    CheckMpichTree(k40, layer, WithTree(k40, layer, collective, json), "x.json");
  } catch (const ProfileError& error) {
    return error.what();
  }
  return "";
}

std::string Fault(const std::string& collective, const std::string& json) {
  return FaultOf(MpichLayer::kMpir, collective, json);
}

/// The fault of `json` in a tree of allgather for intracommunicators.
std::string FaultWithin(const std::string& json) {
  return Fault("allgather",
               R"({"comm_type=intra": )" + json +
                   R"(, "comm_type=inter": {"algorithm=MPIR_Allgather_allcomm_nb": {}}})");
}

constexpr const char* kRing = R"({"algorithm=MPIR_Allgather_intra_ring": {}})";

TEST(Check, TakesWhatMpichHasItself) {
  EXPECT_NO_THROW(
      CheckMpichTree(k40, MpichLayer::kMpir, MpichDefaults(k40, MpichLayer::kMpir), "x.json"));
  EXPECT_NO_THROW(
      CheckMpichTree(k40, MpichLayer::kCh4, MpichDefaults(k40, MpichLayer::kCh4), "x.json"));
  EXPECT_EQ(FaultWithin(kRing), "");
}

TEST(Check, RefusesKeysThatAreNotKnown) {
  const std::string fault = FaultWithin(R"({"comm_sise <= 8": {}})");
  EXPECT_EQ(fault,
            "x.json: comm_type=intra / comm_sise<=8: MPICH 4.0 knows no such key, or cannot read "
            "its number");
  EXPECT_NE(FaultWithin(R"({"comm_avg_ppn=any": {"algorithm=MPIR_Allgather_intra_ring": {}}})"),
            "");
  EXPECT_NE(FaultWithin(R"({"total_msg_size<=2147483648": {}})"), "");
  EXPECT_NE(FaultWithin(R"({"total_msg_size<=8k": {}})"), "");
  EXPECT_NE(FaultWithin(R"({"comm_size<=-1": {}})"), "");
  EXPECT_THAT(FaultWithin(R"({"comm_size=any": 8})"), HasSubstr("comm_size=any: not an object"));
}

TEST(Check, NamesTheLineOfWhatIsNoJson) {
  try {
    ParseMpichTree(k40, "{\n\"collective=bcast\": {\n", "x.json");
    FAIL();
  } catch (const ProfileError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("x.json:3: is no JSON"));
  }
}

TEST(Check, RefusesAlgorithmsOfOthers) {
  EXPECT_THAT(FaultWithin(R"({"algorithm=MPIR_Allgather_intra_rings": {}})"),
              HasSubstr("algorithm=MPIR_Allgather_intra_rings: MPICH 4.0 has none of that name"));
  EXPECT_NE(FaultWithin(R"({"algorithm=MPIR_Allgatherv_intra_ring": {}})"), "");
  EXPECT_NE(FaultWithin(R"({"composition=MPIDI_Allgather_intra_composition_alpha": {}})"), "");
  EXPECT_NE(FaultOf(MpichLayer::kCh4, "bcast", R"({"algorithm=MPIR_Bcast_allcomm_nb": {}})"), "");
  EXPECT_NE(FaultOf(MpichLayer::kCh4, "bcast",
                    R"({"composition=MPIDI_Barrier_intra_composition_beta": {}})"),
            "");
}

TEST(Check, RefusesWhatMpichFindsIncompleteAtItsStart) {
  EXPECT_EQ(FaultWithin("{}"),
            "x.json: collective=allgather / comm_type=intra: nothing is said below");
  const std::string ring(kRing);
  EXPECT_THAT(FaultWithin(R"({"comm_size<=8": )" + ring + "}"), HasSubstr("is the last"));
  EXPECT_THAT(FaultWithin(R"({"comm_size=pow2": )" + ring + "}"), HasSubstr("is the last"));
  EXPECT_THAT(FaultWithin(R"({"comm_avg_ppn<=8": )" + ring + "}"), HasSubstr("is the last"));
  EXPECT_THAT(
      FaultWithin(R"({"comm_size=any": )" + ring + R"(, "comm_hierarchy=any": )" + ring + "}"),
      HasSubstr("always holds"));
  EXPECT_EQ(
      FaultWithin(R"({"comm_hierarchy=any": )" + ring + R"(, "comm_size=any": )" + ring + "}"), "");
  EXPECT_THAT(FaultWithin(R"({"comm_size<=8": )" + ring + "," + ring.substr(1)),
              HasSubstr("must be alone"));
  // Faults are also found where no call gets.
  EXPECT_THAT(FaultWithin(R"({"comm_type=inter": {"count<=8": )" + ring +
                          R"(}, "comm_type=intra": )" + ring + "}"),
              HasSubstr("is the last"));
}

TEST(Check, RefusesCallsForWhichNothingIsSaid) {
  const std::string ring(kRing);
  EXPECT_THAT(FaultWithin(R"({"comm_hierarchy=flat": )" + ring + "}"),
              HasSubstr("comm_type=intra: for some calls no key holds"));
  EXPECT_EQ(FaultWithin(R"({"comm_hierarchy=flat": )" + ring + R"(, "comm_hierarchy=node": )" +
                        ring + R"(, "comm_hierarchy=node_roots": )" + ring +
                        R"(, "comm_hierarchy=parent": )" + ring + "}"),
            "");
  EXPECT_THAT(Fault("allgather", R"({"comm_type=intra": )" + ring + "}"),
              HasSubstr("for some calls no key holds"));
  EXPECT_EQ(Fault("exscan",
                  R"({"comm_type=intra": {"algorithm=MPIR_Exscan_intra_recursive_doubling": {}}})"),
            "");  // no intercommunicators
  EXPECT_EQ(
      FaultOf(MpichLayer::kCh4, "bcast",
              R"({"comm_type=inter": {"composition=MPIDI_Bcast_intra_composition_gamma": {}}})"),
      "x.json: collective=bcast / comm_type=inter / "
      "composition=MPIDI_Bcast_intra_composition_gamma: needs comm_type=intra, which is not "
      "certain there");
  EXPECT_EQ(FaultOf(MpichLayer::kCh4, "bcast",
                    R"({"comm_type=intra": {"comm_type=inter":
                    {"composition=MPIDI_Bcast_intra_composition_gamma": {}}}})"),
            "");  // then MPIR decides
}

TEST(Check, RefusesCollectivesThatAreMissing) {
  MpichLevel tree = MpichDefaults(k40, MpichLayer::kMpir);
  std::erase_if(tree, [](const MpichNode& node) { return node.Value() == "iscan"; });
  EXPECT_THROW(CheckMpichTree(k40, MpichLayer::kMpir, tree, "x.json"), ProfileError);
  EXPECT_NO_THROW(CheckMpichTree(k40, MpichLayer::kCh4, {}, "x.json"));
  tree.push_back(MakeMpichNode(k40, "comm_type=intra", MpichDefaults(k40, MpichLayer::kMpir)));
  EXPECT_THROW(CheckMpichTree(k40, MpichLayer::kMpir, tree, "x.json"), ProfileError);
}

TEST(Check, RefusesQuestionsThatMpichCannotAnswer) {
  const std::string ring(kRing);
  const auto asked = [&](const std::string& key, const std::string& other) {
    return FaultWithin("{\"" + key + "\": " + ring + ", \"" + other + "\": " + ring + "}");
  };
  EXPECT_THAT(asked("avg_msg_size<=8", "avg_msg_size=any"),
              HasSubstr("avg_msg_size<=8: MPICH cannot tell that of allgather"));
  EXPECT_NE(asked("is_op_built_in=yes", "is_op_built_in=no"), "");
  EXPECT_NE(asked("is_commutative=yes", "is_commutative=no"), "");
  EXPECT_NE(asked("is_sendbuf_inplace=yes", "is_sendbuf_inplace=no"), "");
  EXPECT_NE(asked("is_block_regular=yes", "is_block_regular=no"), "");
  EXPECT_EQ(asked("count<=8", "count=any"), "");
  EXPECT_EQ(asked("count<pow2", "avg_msg_size=any"), "");
  EXPECT_NE(Fault("scan", R"({"is_commutative=yes": {"algorithm=MPIR_Scan_allcomm_nb": {}},
                          "is_commutative=no": {"algorithm=MPIR_Scan_allcomm_nb": {}}})"),
            "");
}

TEST(Check, RefusesSizesThatRanksDoNotKnowAlike) {
  EXPECT_THAT(Fault("gather", R"({"total_msg_size<=8": {"algorithm=MPIR_Gather_allcomm_nb": {}},
                              "total_msg_size=any": {"algorithm=MPIR_Gather_allcomm_nb": {}}})"),
              HasSubstr("counts elements"));
  EXPECT_THAT(
      Fault("alltoallv", R"({"total_msg_size<=8": {"algorithm=MPIR_Alltoallv_allcomm_nb": {}},
                         "total_msg_size=any": {"algorithm=MPIR_Alltoallv_allcomm_nb": {}}})"),
      HasSubstr("a size of its own"));
  EXPECT_THAT(Fault("alltoall", R"({"avg_msg_size<=8": {"algorithm=MPIR_Alltoall_allcomm_nb": {}},
                                "avg_msg_size=any": {"algorithm=MPIR_Alltoall_allcomm_nb": {}}})"),
              HasSubstr("is_sendbuf_inplace=no"));
}

TEST(Check, RefusesAlgorithmsWhereTheyMayNotWork) {
  const auto needs = [](const std::string& collective, const std::string& algorithm) {
    return Fault(collective, R"({"comm_type=intra": {"algorithm=MPIR_)" + algorithm + R"(": {}},
                             "comm_type=inter": {"algorithm=MPIR_)" +
                                 algorithm.substr(0, algorithm.find("_intra_")) + R"(_allcomm_nb":
                             {}}})");
  };
  EXPECT_THAT(needs("allgather", "Allgather_intra_recursive_doubling"),
              HasSubstr("needs comm_size=pow2, which is not certain there"));
  EXPECT_THAT(needs("bcast", "Bcast_intra_smp"), HasSubstr("comm_hierarchy=parent"));
  EXPECT_THAT(needs("alltoall", "Alltoall_intra_brucks"), HasSubstr("is_sendbuf_inplace=no"));
  EXPECT_THAT(needs("alltoallv", "Alltoallv_intra_pairwise_sendrecv_replace"),
              HasSubstr("is_sendbuf_inplace=yes"));
  EXPECT_THAT(needs("allreduce", "Allreduce_intra_reduce_scatter_allgather"),
              HasSubstr("is_op_built_in=yes"));
  EXPECT_THAT(needs("reduce_scatter", "Reduce_scatter_intra_pairwise"),
              HasSubstr("is_commutative=yes"));
  EXPECT_THAT(Fault("allgather", R"({"algorithm=MPIR_Allgather_intra_ring": {}})"),
              HasSubstr("needs comm_type=intra"));
  EXPECT_THAT(FaultOf(MpichLayer::kCh4, "allreduce", R"({"comm_type=intra":
                      {"composition=MPIDI_Allreduce_intra_composition_gamma": {}}})"),
              HasSubstr("needs comm_size=node_comm_size"));
}

TEST(Check, SeesWhatConditionsImply) {
  const auto doubling = [](const std::string& conditions) {
    return FaultWithin(conditions + R"({"algorithm=MPIR_Allgather_intra_recursive_doubling": {}},
                       "comm_size=any": {"algorithm=MPIR_Allgather_intra_ring": {}}})");
  };
  EXPECT_EQ(doubling(R"({"comm_size=pow2": )"), "");
  EXPECT_EQ(doubling(R"({"comm_size<=2": )"), "");
  EXPECT_NE(doubling(R"({"comm_size<=3": )"), "");
  EXPECT_EQ(doubling(R"({"comm_size<=7": {"algorithm=MPIR_Allgather_intra_ring": {}},
                      "comm_size<=8": )"),
            "");
  EXPECT_NE(doubling(R"({"comm_size<=6": {"algorithm=MPIR_Allgather_intra_ring": {}},
                      "comm_size<=8": )"),
            "");
}

TEST(Check, RefusesParametersThatAreNotRead) {
  EXPECT_THAT(FaultWithin(R"({"algorithm=MPIR_Allgather_intra_ring": {"k=2": {}}})"),
              HasSubstr("takes no parameters"));
  const auto tree = [](const std::string& parameters) {
    return Fault("ibcast", R"({"comm_type=intra": {"algorithm=MPIR_Ibcast_intra_tsp_tree": {)" +
                               parameters + R"(}}, "comm_type=inter":
                               {"algorithm=MPIR_Ibcast_inter_sched_flat": {}}})");
  };
  EXPECT_EQ(tree(R"("k=2": {}, "tree_type=1": {}, "chunk_size = 0": {})"), "");
  EXPECT_THAT(tree(R"("k=2": {}, "chunk_size=0": {})"),
              HasSubstr("takes chunk_size k tree_type, not chunk_size k"));
  EXPECT_THAT(tree(R"("k=2": {}, "tree_type=knomial_1": {}, "chunk_size=0": {})"),
              HasSubstr("tree_type=knomial_1: is no NAME=NUMBER"));
  EXPECT_THAT(Fault("igather", R"({"comm_type=intra":
                    {"algorithm=MPIR_Igather_intra_tsp_tree": {"k=2": {}}},
                    "comm_type=inter": {"algorithm=MPIR_Igather_inter_sched_long": {}}})"),
              HasSubstr("cannot start it from a file"));
}

}  // namespace
}  // namespace colltune
