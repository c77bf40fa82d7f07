// Differences between MPICH's releases: algorithms, keys, and what is known of a communicator. The
// expected values are read off the sources of MPICH 4.0.2, 4.1, 4.2.1, 4.3.0 and 5.0.1, in
// src/mpi/coll/src/csel.c, csel_container.c and coll_impl.c, src/mpi/coll/coll_algorithms.txt,
// cvars.txt, src/mpi/comm/commutil.c and maint/tuning/coll.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "profiles/exporters/mpich/mpich_check.h"
#include "profiles/exporters/mpich/mpich_selection.h"
#include "profiles/profile.h"
#include "tests/profiles/exporters/mpich_trees.h"

namespace colltune {
namespace {

using enum MpichRelease;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string FaultIn(MpichRelease release, const std::string& collective, const std::string& json) {
  try {
    CheckMpichTree(release, MpichLayer::kMpir,
                   WithTree(release, MpichLayer::kMpir, collective, json), "x.json");
  } catch (const ProfileError& error) {
    return error.what();
  }
  return "";
}

/// The releases that take `json`, which ends with the outcome {X}, as a tree for broadcasts within
/// one group.
std::vector<std::string> Taking(std::string json, const std::string& outcome) {
  for (std::size_t at = json.find("{X}"); at != json.npos; at = json.find("{X}")) {
    json.replace(at, 3, "{" + outcome + "}");
  }
  std::vector<std::string> names;
  for (const MpichTraits& traits : kMpichReleases) {
    const std::string fault =
        FaultIn(traits.release, "bcast",
                R"({"comm_type=intra": )" + json +
                    R"(, "comm_type=inter": {"algorithm=MPIR_Bcast_allcomm_nb": {}}})");
    if (fault.empty()) names.emplace_back(traits.name);
  }
  return names;
}

std::vector<std::string> TakingKeys(const std::string& json) {
  return Taking(json, R"("algorithm=MPIR_Bcast_intra_binomial": {})");
}

std::vector<std::string> TakingBcast(const std::string& name, const std::string& parameters) {
  return Taking("{X}", R"("algorithm=MPIR_Bcast_intra_)" + name + R"(": {)" + parameters + "}");
}

std::string RunBy(MpichRelease release, const std::string& collective, const std::string& json,
                  const Call& call) {
  return MakeMpichSelection(release, WithTree(release, MpichLayer::kMpir, collective, json),
                            std::nullopt)
      ->Choose(call);
}

std::string RunOwn(MpichRelease release, const Call& call) {
  return MakeMpichSelection(release, MpichDefaults(release, MpichLayer::kMpir), std::nullopt)
      ->Choose(call);
}

constexpr const char* kBinomial = "MPIR_Bcast_intra_binomial";
constexpr const char* kRing = "MPIR_Bcast_intra_scatter_ring_allgather";

TEST(MpichReleases, StandInTheOrderOfTheirNumbers) {
  for (std::size_t i = 0; i < kMpichReleases.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(kMpichReleases[i].release), i);
  }
}

TEST(MpichReleases, TakeTheirOwnTrees) {
  for (const MpichTraits& traits : kMpichReleases) {
    for (const MpichLayer layer : {MpichLayer::kMpir, MpichLayer::kCh4}) {
      EXPECT_NO_THROW(CheckMpichTree(traits.release, layer, MpichDefaults(traits.release, layer),
                                     std::string(traits.name)));
    }
  }
}

TEST(MpichReleases, HaveTheAlgorithmsOfTheirSources) {
  const auto having = [](const std::string& collective, const std::string& name) {
    std::vector<std::string> names;
    for (const MpichTraits& traits : kMpichReleases) {
      if (HasAlgorithm(traits.release, *FindMpichCollective(collective), name)) {
        names.emplace_back(traits.name);
      }
    }
    return names;
  };
  EXPECT_THAT(having("barrier", "MPIR_Barrier_intra_dissemination"), ElementsAre("4.0"));
  EXPECT_THAT(having("barrier", "MPIR_Barrier_intra_k_dissemination"),
              ElementsAre("4.1", "4.2", "4.3", "5.0", "5.0-ucx"));
  EXPECT_THAT(having("ibarrier", "MPIR_Ibarrier_intra_tsp_k_dissem"),
              ElementsAre("4.1", "4.2", "4.3", "5.0", "5.0-ucx"));
  EXPECT_THAT(having("allgather", "MPIR_Allgather_intra_recexch_halving"),
              ElementsAre("4.2", "4.3", "5.0", "5.0-ucx"));
  EXPECT_THAT(having("allreduce", "MPIR_Allreduce_intra_recursive_multiplying"),
              ElementsAre("4.3", "5.0", "5.0-ucx"));
  EXPECT_THAT(having("allreduce", "MPIR_Allreduce_intra_ccl"), ElementsAre("5.0", "5.0-ucx"));
  EXPECT_THAT(having("allreduce", "MPIR_Allgather_intra_k_brucks"), IsEmpty());
}

TEST(MpichReleases, HaveTheCompositionsOfTheirSources) {
  const auto passes_on = [](MpichRelease release, const std::string& name) {
    const MpichComposition* found = FindComposition(release, name);
    return found ? found->passes_on ? "passes on" : "decides" : "none";
  };
  for (const std::string name : {"Allgather", "Alltoall"}) {
    const std::string alpha = "MPIDI_" + name + "_intra_composition_alpha";
    const std::string beta = "MPIDI_" + name + "_intra_composition_beta";
    EXPECT_STREQ(passes_on(k40, alpha), "passes on");
    EXPECT_STREQ(passes_on(k40, beta), "none");
    EXPECT_STREQ(passes_on(k41, alpha), "decides");
    EXPECT_STREQ(passes_on(k50, beta), "passes on");
  }
  EXPECT_STREQ(passes_on(k42, "MPIDI_Bcast_intra_composition_delta"), "none");
  EXPECT_STREQ(passes_on(k43, "MPIDI_Bcast_intra_composition_delta"), "decides");
  EXPECT_EQ(FirstComposition(k40, "alltoall"), "MPIDI_Alltoall_intra_composition_alpha");
  EXPECT_EQ(FirstComposition(k42, "alltoall"), "MPIDI_Alltoall_intra_composition_beta");
}

TEST(MpichReleases, ChooseByThemselvesAsTheirSourcesSay) {
  const Call flat{Collective::kBarrier, 4, 1};
  EXPECT_EQ(RunOwn(k40, flat), "MPIR_Barrier_intra_dissemination");
  EXPECT_EQ(RunOwn(k41, flat), "MPIR_Barrier_intra_k_dissemination:k=2");
  EXPECT_EQ(RunOwn(k50, flat), "MPIR_Barrier_intra_k_dissemination:k=2");
  const Call alltoall{Collective::kAlltoall, 4, 4};
  const auto composition = [](MpichRelease release) {
    return MpichDefaults(release, MpichLayer::kCh4, "alltoall").front().below.front().Outcome();
  };
  EXPECT_EQ(composition(k40), "MPIDI_Alltoall_intra_composition_alpha");
  EXPECT_EQ(composition(k42), "MPIDI_Alltoall_intra_composition_beta");
  // Trees that say what MPICH does by itself decide nothing.
  for (const MpichTraits& traits : kMpichReleases) {
    const auto selection =
        MakeMpichSelection(traits.release, MpichDefaults(traits.release, MpichLayer::kMpir),
                           MpichDefaults(traits.release, MpichLayer::kCh4));
    EXPECT_EQ(selection->Choose(alltoall), "") << traits.name;
  }
}

TEST(MpichKeys, AreThoseOfTheRelease) {
  EXPECT_THAT(TakingKeys(R"({"comm_avg_ppn<4": {X}, "comm_size=any": {X}})"),
              ElementsAre("4.2", "4.3", "5.0", "5.0-ucx"));
  for (const std::string any : {"any", "comm_avg_ppn=any", "is_commutative=any"}) {
    EXPECT_THAT(TakingKeys(R"({"comm_size<=4": {X}, ")" + any + R"(": {X}})"),
                ElementsAre("4.2", "4.3", "5.0", "5.0-ucx"))
        << any;
  }
  EXPECT_THAT(TakingKeys(R"({"comm_size<=4": {X}, "avg_msg_size=any": {X}})"),
              ElementsAre("4.0", "4.1", "4.2", "4.3", "5.0", "5.0-ucx"));
  EXPECT_THAT(TakingKeys(R"({"count<=any": {X}, "count=any": {X}})"), IsEmpty());  // read as 0
  EXPECT_THAT(TakingKeys(R"({"comm_hierarchy=any": {X}, "comm_size=any": {X}})"),
              ElementsAre("4.0", "4.1"));
}

TEST(MpichKeys, TellKindsOfCommunicatorsApartUntil43) {
  EXPECT_THAT(TakingKeys(R"({"comm_hierarchy=flat": {X}, "comm_hierarchy=parent": {X}})"),
              ElementsAre("5.0", "5.0-ucx"));
  EXPECT_THAT(TakingKeys(R"({"comm_hierarchy=node": {X}, "comm_hierarchy=parent": {X}})"),
              ElementsAre("5.0", "5.0-ucx"));
}

TEST(MpichParameters, AreThoseOfTheRelease) {
  const std::string common = R"("is_non_blocking=1": {}, "k=2": {})";
  // 4.1 has the algorithm, and reads is_non_blocking into k.
  EXPECT_THAT(TakingBcast("tree", common + R"(, "tree_type=0": {})"), ElementsAre("4.2"));
  EXPECT_THAT(TakingBcast("tree", common + R"(, "tree_type=kary": {})"),
              ElementsAre("4.3", "5.0", "5.0-ucx"));
  EXPECT_THAT(TakingBcast("tree", common + R"(, "tree_type=knomial_2": {}, "topo_overhead=9": {})"),
              ElementsAre("4.3", "5.0", "5.0-ucx"));
  EXPECT_THAT(TakingBcast("tree", common + R"(, "tree_type=topology_wave": {})"), IsEmpty());
  EXPECT_THAT(TakingBcast("tree", common), IsEmpty());
  EXPECT_THAT(TakingBcast("pipelined_tree", common + R"(, "tree_type=kary": {}, "chunk_size=9": {},
                          "recv_pre_posted=0": {})"),
              ElementsAre("4.3", "5.0", "5.0-ucx"));
  EXPECT_THAT(FaultIn(k50, "bcast", R"({"comm_type=intra": {"algorithm=MPIR_Bcast_intra_tree":
                      {"is_non_blocking=1": {}, "k=2": {}, "tree_type=1": {}}}})"),
              HasSubstr("tree_type=1: MPICH 5.0 knows the trees kary knomial_1 knomial_2"));
}

TEST(MpichParameters, AreReadFromNoFileForSomeAlgorithms) {
  const auto fault = [](MpichRelease release, const std::string& collective,
                        const std::string& outcome) {
    return FaultIn(release, collective, R"({"comm_type=intra": {"algorithm=)" + outcome + "}}");
  };
  EXPECT_THAT(fault(k42, "barrier", R"(MPIR_Barrier_intra_recexch": {"k=2": {}})"),
              HasSubstr("cannot start it from a file"));
  EXPECT_THAT(fault(k50, "allreduce", R"(MPIR_Allreduce_intra_ccl": {"ccl=auto": {}})"),
              HasSubstr("cannot start it from a file"));
  EXPECT_THAT(fault(k42, "barrier", R"(MPIR_Barrier_intra_k_dissemination": {})"),
              HasSubstr("takes k, all of them"));
  EXPECT_THAT(fault(k42, "allreduce", R"(MPIR_Allreduce_intra_ring": {})"),
              HasSubstr("needs is_commutative=yes"));
}

TEST(MpichAnswers, AreAskedEarlyBelowAnyKeyThatEndsWithAnySince42) {
  const std::string tree = R"({"avg_msg_size=any": {"comm_size<8":
      {"algorithm=MPIR_Bcast_intra_binomial": {}},
      "comm_size=any": {"algorithm=MPIR_Bcast_intra_scatter_ring_allgather": {}}}})";
  const Call eight{Collective::kBcast, 8, 1};
  EXPECT_EQ(RunBy(k41, "bcast", tree, eight), kBinomial);
  EXPECT_EQ(RunBy(k42, "bcast", tree, eight), kRing);
  EXPECT_EQ(RunBy(k50, "bcast", tree, eight), kRing);
}

TEST(MpichAnswers, CompareTheMeanOfRanksPerNode) {
  const std::string tree = R"({"comm_avg_ppn<3": {"algorithm=MPIR_Bcast_intra_binomial": {}},
      "comm_size=any": {"algorithm=MPIR_Bcast_intra_scatter_ring_allgather": {}}})";
  for (const std::string late : {"", R"({"avg_msg_size<=9": )"}) {
    const std::string json =
        late + tree + (late.empty() ? "" : R"(, "avg_msg_size=any": {"algorithm=x": {}}})");
    EXPECT_EQ(RunBy(k42, "bcast", json, {Collective::kBcast, 6, 2}), kBinomial);
    EXPECT_EQ(RunBy(k42, "bcast", json, {Collective::kBcast, 6, 3}), kRing);
  }
}

TEST(MpichAnswers, KnowNodesAsTheReleaseDoes) {
  const std::string tree = R"({"comm_size=node_comm_size":
      {"algorithm=MPIR_Bcast_intra_binomial": {}},
      "comm_size=any": {"algorithm=MPIR_Bcast_intra_scatter_ring_allgather": {}}})";
  const auto run = [&](MpichRelease release, int ranks, int per_node) {
    return RunBy(release, "bcast", tree, {Collective::kBcast, ranks, per_node});
  };
  EXPECT_EQ(run(k43, 1, 1), kRing);
  EXPECT_EQ(run(k50, 1, 1), kBinomial);
  EXPECT_EQ(run(k50, 4, 4), kBinomial);
  EXPECT_EQ(run(k50, 4, 1), kRing);
  EXPECT_EQ(run(k50Ucx, 4, 4), kRing);
  const auto scan = [](MpichRelease release, int per_node) {
    return RunOwn(release, {Collective::kScan, 4, per_node, 0, Bytes{8}});
  };
  EXPECT_EQ(scan(k43, 4), "MPIR_Scan_intra_smp");
  EXPECT_EQ(scan(k50, 4), "MPIR_Scan_intra_recursive_doubling");
  EXPECT_EQ(scan(k50, 2), "MPIR_Scan_intra_smp");
  EXPECT_EQ(scan(k50Ucx, 2), "MPIR_Scan_intra_recursive_doubling");
}

// Since 5.0 a communicator of one rank counts as one node, and has no parts.
TEST(MpichFacts, DoNotTakeOneRankForANodeWithParts) {
  const auto smp = [](MpichRelease release, const std::string& below) {
    return FaultIn(release, "bcast",
                   R"({"comm_type=intra": )" + below +
                       R"(, "comm_type=inter": {"algorithm=MPIR_Bcast_allcomm_nb": {}}})");
  };
  const std::string tree = R"({"comm_size=node_comm_size": {"algorithm=MPIR_Bcast_intra_smp": {}},
      "comm_size=any": {"algorithm=MPIR_Bcast_intra_binomial": {}}})";
  EXPECT_EQ(smp(k43, tree), "");
  EXPECT_THAT(smp(k50, tree), HasSubstr("needs comm_hierarchy=parent"));
  EXPECT_EQ(smp(k50, R"({"comm_size<=1": {"algorithm=MPIR_Bcast_intra_binomial": {}},
                "comm_size=any": )" +
                         tree + "}"),
            "");
}

}  // namespace
}  // namespace colltune
