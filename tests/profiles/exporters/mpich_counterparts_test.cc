// Algorithms of MPICH's releases for colltune's choices, and the reverse. Names and standard values
// of parameters are those of src/mpi/coll/src/csel_container.c and src/mpi/coll/cvars.txt of MPICH
// 4.0.2, 4.1, 4.2.1, 4.3.0 and 5.0.1.
#include "profiles/exporters/mpich/mpich_counterparts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "algorithms/registry.h"
#include "profiles/exporters/export_check.h"
#include "profiles/exporters/releases.h"
#include "tests/profiles/exporters/call_of.h"
#include "tests/profiles/exporters/counterpart_text.h"

namespace colltune {
namespace {

using enum MpichRelease;
using testing::HasSubstr;
using testing::Not;

constexpr Bytes kLargest{std::int64_t{1} << 62};

/// The counterpart on 4 ranks of one node.
std::string Counter(MpichRelease release, Collective collective, const std::string& choice) {
  const Call call{collective, 4, 4};
  return CounterpartText(MpichCounterpart(release, call, ParseChoice(collective, choice)), "none");
}

TEST(MpichCounterparts, OfBarriers) {
  const auto counter = [](MpichRelease release, const std::string& choice) {
    return Counter(release, Collective::kBarrier, choice);
  };
  EXPECT_EQ(counter(k40, "dissemination:k=2"), "MPIR_Barrier_intra_dissemination");
  EXPECT_EQ(counter(k40, "dissemination:k=4"), "MPIR_Barrier_intra_dissemination, nearly");
  EXPECT_EQ(counter(k41, "dissemination:k=2"), "MPIR_Barrier_intra_k_dissemination:k=2");
  EXPECT_EQ(counter(k50, "dissemination:k=4"), "MPIR_Barrier_intra_k_dissemination:k=4");
  EXPECT_EQ(counter(k40, "mpich:k_dissemination"), "MPIR_Barrier_intra_dissemination");
  EXPECT_EQ(counter(k42, "mpich:k_dissemination"), "MPIR_Barrier_intra_k_dissemination:k=2");
  EXPECT_EQ(counter(k42, "mpich:dissemination"), "MPIR_Barrier_intra_k_dissemination:k=2");
  EXPECT_EQ(counter(k42, "mpich:recexch"), "MPIR_Barrier_intra_k_dissemination:k=2, nearly");
  EXPECT_EQ(counter(k42, "recursive_doubling"), "MPIR_Barrier_intra_k_dissemination:k=2, nearly");
}

TEST(MpichCounterparts, OfBroadcasts) {
  const auto counter = [](MpichRelease release, const std::string& choice) {
    return Counter(release, Collective::kBcast, choice);
  };
  EXPECT_EQ(counter(k41, "mpich:tree"), "none");
  EXPECT_EQ(counter(k42, "mpich:tree"), "MPIR_Bcast_intra_tree:is_non_blocking=1:k=2:tree_type=0");
  EXPECT_EQ(counter(k43, "mpich:tree"),
            "MPIR_Bcast_intra_tree:is_non_blocking=1:k=2:tree_type=kary");
  EXPECT_EQ(counter(k50, "mpich:pipelined_tree"),
            "MPIR_Bcast_intra_pipelined_tree:chunk_size=8192:is_non_blocking=1:k=2:"
            "recv_pre_posted=0:tree_type=kary");
  EXPECT_EQ(counter(k41, "knomial:k=4:segment=8K"), "MPIR_Bcast_intra_binomial, nearly");
  EXPECT_EQ(counter(k42, "knomial:k=4:segment=8K"),
            "MPIR_Bcast_intra_pipelined_tree:chunk_size=8192:is_non_blocking=1:k=4:"
            "recv_pre_posted=0:tree_type=2");
  EXPECT_EQ(counter(k50, "knomial:k=3:segment=1K"),
            "MPIR_Bcast_intra_pipelined_tree:chunk_size=1024:is_non_blocking=1:k=3:"
            "recv_pre_posted=0:tree_type=knomial_2");
  EXPECT_EQ(counter(k50, "binary:segment=1K"),
            "MPIR_Bcast_intra_pipelined_tree:chunk_size=1024:is_non_blocking=1:k=2:"
            "recv_pre_posted=0:tree_type=kary");
  EXPECT_EQ(counter(k42, "chain_pipelined:segment=1K"),
            "MPIR_Bcast_intra_pipelined_tree:chunk_size=1024:is_non_blocking=1:k=1:"
            "recv_pre_posted=0:tree_type=0");
  EXPECT_EQ(counter(k40, "chain_pipelined:segment=1K"), "none");
}

TEST(MpichCounterparts, OfAllreduces) {
  const auto counter = [](MpichRelease release, const std::string& choice) {
    return Counter(release, Collective::kAllreduce, choice);
  };
  EXPECT_EQ(counter(k40, "mpich:tree"), "none");
  EXPECT_EQ(counter(k41, "mpich:tree"),
            "MPIR_Allreduce_intra_tree:buffer_per_child=0:chunk_size=0:k=2:tree_type=1");
  EXPECT_EQ(counter(k43, "mpich:tree"),
            "MPIR_Allreduce_intra_tree:buffer_per_child=0:chunk_size=0:k=2:tree_type=knomial_1");
  EXPECT_EQ(counter(k41, "mpich:recexch"), "MPIR_Allreduce_intra_recexch:k=2:single_phase_recv=0");
  EXPECT_EQ(counter(k50, "mpich:k_reduce_scatter_allgather"),
            "MPIR_Allreduce_intra_k_reduce_scatter_allgather:k=2:single_phase_recv=0");
  EXPECT_EQ(counter(k40, "k_reduce_scatter_allgather:k=3"),
            "MPIR_Allreduce_intra_reduce_scatter_allgather, nearly");
  EXPECT_EQ(counter(k41, "k_reduce_scatter_allgather:k=3"),
            "MPIR_Allreduce_intra_k_reduce_scatter_allgather:k=3:single_phase_recv=0, nearly");
  EXPECT_EQ(counter(k42, "mpich:recursive_multiplying"), "none");
  EXPECT_EQ(counter(k43, "mpich:recursive_multiplying"),
            "MPIR_Allreduce_intra_recursive_multiplying:k=2");
  EXPECT_EQ(counter(k50, "mpich:ccl"), "none");
  EXPECT_EQ(counter(k40, "ring"), "MPIR_Allreduce_intra_reduce_scatter_allgather, nearly");
  EXPECT_EQ(counter(k41, "ring"), "MPIR_Allreduce_intra_ring");
  EXPECT_EQ(counter(k40, "recursive_multiplying:k=4"),
            "MPIR_Allreduce_intra_recursive_doubling, nearly");
  EXPECT_EQ(counter(k42, "recursive_multiplying:k=4"),
            "MPIR_Allreduce_intra_recexch:k=4:single_phase_recv=0, nearly");
  EXPECT_EQ(counter(k43, "recursive_multiplying:k=4"),
            "MPIR_Allreduce_intra_recursive_multiplying:k=4");
}

TEST(MpichCounterparts, OfReduceScatters) {
  for (const auto& [collective, name] :
       {std::pair{Collective::kReduceScatterBlock, "MPIR_Reduce_scatter_block"},
        std::pair{Collective::kReduceScatter, "MPIR_Reduce_scatter"}}) {
    const std::string halving = std::string(name) + "_intra_recursive_halving";
    EXPECT_EQ(Counter(k50, collective, "recursive_halving"), halving);
    EXPECT_EQ(Counter(k50, collective, "recursive_splitting:k=3"), halving + ", nearly");
  }
}

TEST(MpichCounterparts, OfAllgathersAndAlltoalls) {
  EXPECT_EQ(Counter(k41, Collective::kAllgather, "mpich:recexch_doubling"), "none");
  EXPECT_EQ(Counter(k42, Collective::kAllgather, "mpich:recexch_doubling"),
            "MPIR_Allgather_intra_recexch_doubling:k=2:single_phase_recv=0");
  // k_brucks writes past its memory.
  EXPECT_EQ(Counter(k42, Collective::kAllgather, "mpich:k_brucks"),
            "MPIR_Allgather_intra_brucks, nearly");
  EXPECT_EQ(Counter(k50, Collective::kAlltoall, "mpich:k_brucks"),
            "MPIR_Alltoall_intra_brucks, nearly");
}

// Single steps of compositions need nodes that the release knows.
TEST(MpichCounterparts, AreStepsWhereTheReleaseKnowsNodes) {
  const Call call{Collective::kBcast, 4, 2};
  const Choice binomial = ParseChoice(Collective::kBcast, "mpich:binomial");
  const Choice smp = ParseChoice(Collective::kBcast, "mpich:smp");
  EXPECT_FALSE(MpichCounterpart(k50, call, binomial)->is_exact);
  EXPECT_TRUE(MpichCounterpart(k50Ucx, call, binomial)->is_exact);
  EXPECT_TRUE(MpichCounterpart(k50, call, smp));
  EXPECT_FALSE(MpichCounterpart(k50Ucx, call, smp));
}

TEST(MpichChoices, HaveTheValuesOfItsControlVariablesOrAreOurs) {
  const auto ours = [](MpichRelease release, Collective collective, const std::string& name) {
    return MpichChoiceOf(release, collective, name).value_or("none");
  };
  EXPECT_EQ(ours(k42, Collective::kBarrier, "MPIR_Barrier_intra_k_dissemination:k=2"),
            "mpich:k_dissemination");
  EXPECT_EQ(ours(k42, Collective::kBarrier, "MPIR_Barrier_intra_k_dissemination:k=4"),
            "dissemination:k=4");
  EXPECT_EQ(ours(k42, Collective::kBarrier, "MPIR_Barrier_intra_k_dissemination:k=1"), "none");
  EXPECT_EQ(ours(k42, Collective::kBarrier, "MPIR_Barrier_intra_dissemination"), "none");
  EXPECT_EQ(ours(k43, Collective::kBcast,
                 "MPIR_Bcast_intra_pipelined_tree:chunk_size=1024:is_non_blocking=1:k=3:"
                 "recv_pre_posted=0:tree_type=knomial_2"),
            "knomial:k=3:segment=1K");
  EXPECT_EQ(ours(k43, Collective::kBcast,
                 "MPIR_Bcast_intra_pipelined_tree:chunk_size=1024:is_non_blocking=0:k=3:"
                 "recv_pre_posted=0:tree_type=knomial_2"),
            "none");
  EXPECT_EQ(
      ours(k42, Collective::kAllreduce, "MPIR_Allreduce_intra_recexch:k=3:single_phase_recv=0"),
      "none");
  EXPECT_EQ(ours(k42, Collective::kAllgather, "MPIR_Allgather_intra_k_brucks:k=4"), "bruck:k=4");
  EXPECT_EQ(ours(k42, Collective::kAlltoall, "MPIR_Alltoall_intra_k_brucks:k=2"), "bruck:k=2");
}

const Exporter& For(std::string_view release) {
  return *ChooseRelease(FindExporter("mpich-json"), std::string(release), {}).exporter;
}

Row OneRule(Collective collective, int ranks, int per_node, const std::string& choice) {
  return {collective, RegionOf(ranks, per_node), {{Bytes{0}, kLargest, choice, {}}}};
}

/// Choices that a release expresses for operations that commute and that it names as colltune does,
/// on nodes of 4 ranks.
DecisionTable NativeTable(bool has_multiplying) {
  DecisionTable table;
  for (const auto& [collective, choice] : {
           std::pair{Collective::kBcast, "mpich:tree"},
           std::pair{Collective::kBcast, "mpich:pipelined_tree"},
           std::pair{Collective::kBcast, "knomial:k=3:segment=1K"},
           std::pair{Collective::kAllreduce, "mpich:tree"},
           std::pair{Collective::kAllreduce, "mpich:recexch"},
           std::pair{Collective::kAllreduce, "mpich:ring"},
           std::pair{Collective::kAllreduce, "mpich:k_reduce_scatter_allgather"},
           std::pair{Collective::kAllreduce, "mpich:recursive_multiplying"},
           std::pair{Collective::kAllgather, "mpich:recexch_doubling"},
           std::pair{Collective::kAllgather, "mpich:recexch_halving"},
           std::pair{Collective::kBarrier, "mpich:k_dissemination"},
           std::pair{Collective::kBarrier, "dissemination:k=3"},
       }) {
    const std::string text = choice;
    if (text.ends_with("multiplying") && !has_multiplying) continue;
    const int ranks = 4 * static_cast<int>(table.rows.size() + 1);
    table.rows.push_back(OneRule(collective, ranks, ranks, text));
  }
  std::ranges::sort(table.rows, {}, &Row::Key);
  return table;
}

TEST(MpichExport, OfALaterReleaseSaysWhatTheProfileSaysAndComesBack) {
  for (const std::string release : {"4.2", "4.3", "5.0", "5.0-ucx"}) {
    const Exporter& exporter = For(release);
    Profile profile;
    profile.table = NativeTable(release != "4.2");
    const auto selection = exporter.read(exporter.write(profile), "x.json");
    EXPECT_EQ(ToText(FindSubstitutes(exporter, profile.table)), "") << release;
    EXPECT_EQ(ToText(FindDeviations(exporter, profile.table, *selection)), "") << release;
    std::vector<Call> communicators;
    for (const Row& row : profile.table.rows) {
      communicators.push_back(CallOf(row, {}));
    }
    std::vector<std::string> notes;
    const DecisionTable back = Import(exporter, *selection, communicators, notes);
    EXPECT_THAT(notes, testing::IsEmpty()) << release;
    for (const Row& row : profile.table.rows) {
      const Row* found = back.Find(row.collective, row.region.Smallest());
      ASSERT_TRUE(found);
      EXPECT_EQ(found->rules.front().choice, row.rules.front().choice) << release;
    }
  }
}

TEST(MpichExport, GivesParametersToTheRelease) {
  Profile profile;
  profile.table.rows = {OneRule(Collective::kBarrier, 4, 4, "mpich:dissemination")};
  const std::string text = For("4.2").write(profile)[0].text;
  EXPECT_THAT(text, HasSubstr("\"algorithm=MPIR_Barrier_intra_k_dissemination\": {"));
  EXPECT_THAT(text, Not(HasSubstr("intra_dissemination")));
  EXPECT_THAT(text, testing::ContainsRegex("\"algorithm=MPIR_Barrier_intra_k_dissemination\": .\n"
                                           " *\"k=2\": ..\n"));
}

// A build without nodes: the row of the most ranks per node decides for all.
TEST(MpichExport, TakesTheFullestNodesWhereTheReleaseKnowsNone) {
  Profile profile;
  profile.table.rows = {OneRule(Collective::kBcast, 4, 1, "binomial"),
                        OneRule(Collective::kBcast, 4, 4, "mpich:nb")};
  const Exporter& ucx = For("5.0-ucx");
  const auto selection = ucx.read(ucx.write(profile), "x.json");
  EXPECT_EQ(selection->Choose({Collective::kBcast, 4, 4, 0, Bytes{9}}), "MPIR_Bcast_allcomm_nb");
  EXPECT_EQ(selection->Choose({Collective::kBcast, 4, 1, 0, Bytes{9}}), "MPIR_Bcast_allcomm_nb");
  EXPECT_THAT(ToText(FindDeviations(ucx, profile.table, *selection)),
              HasSubstr("bcast on 4 ranks, 1 per node, 0 to 4611686018427387904 bytes: "
                        "MPIR_Bcast_intra_binomial is wanted"));
  const Exporter& plain = For("5.0");
  const auto nodes = plain.read(plain.write(profile), "x.json");
  EXPECT_EQ(nodes->Choose({Collective::kBcast, 4, 1, 0, Bytes{9}}), "MPIR_Bcast_intra_binomial");
}

}  // namespace
}  // namespace colltune
