// Open MPI's parameters for one algorithm per collective. Their effect was read in its sources
// (ompi/mca/coll/tuned of 4.1.4 and 5.0.7).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiles/exporters/export_check.h"

namespace colltune {
namespace {

using enum Collective;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kOn = "coll_tuned_use_dynamic_rules = 1\n";

const Exporter& Parameters() { return FindExporter("openmpi-mca"); }

std::unique_ptr<Selection> Read(const std::string& text) {
  return Parameters().read(std::vector<ExportedFile>{{"", std::string(kOn) + text}}, "file");
}

std::string Refusal(const std::string& text) {
  try {
    Read(text);
  } catch (const ProfileError& error) {
    return error.what();
  }
  return "";
}

/// The algorithm that runs, which must be the same for all calls.
std::string Runs(const Selection& selection, Collective collective) {
  const std::string small = selection.Choose({collective, 2, 1, 0, {}});
  EXPECT_EQ(selection.Choose({collective, 999, 3, 5, Bytes{1 << 30}}), small);
  return small;
}

TEST(OpenMpiParameters, HoldForAllCallsOfTheCollective) {
  const auto selection = Read(
      "coll_tuned_bcast_algorithm = 3\ncoll_tuned_bcast_algorithm_segmentsize = 8192\n"
      "export OMPI_MCA_coll_tuned_allreduce_algorithm=rabenseifner\n"
      "mpirun --mca coll_tuned_reduce_scatter_block_algorithm 2 --mca "
      "coll_tuned_reduce_scatter_algorithm ring ./app\n");
  EXPECT_EQ(Runs(*selection, kBcast), "pipeline:segsize=8192");
  EXPECT_EQ(Runs(*selection, kAllreduce), "rabenseifner");
  EXPECT_EQ(Runs(*selection, kReduceScatterBlock), "recursive_doubling");
  EXPECT_EQ(Runs(*selection, kReduceScatter), "ring");
  EXPECT_EQ(Runs(*selection, kGather), "");
  EXPECT_EQ(selection->Where({kAllreduce, 2, 1, 0, {}}), "file:4");
  EXPECT_THAT(selection->notes, IsEmpty());
}

TEST(OpenMpiParameters, HaveTheValuesThatTheAlgorithmLooksAt) {
  const auto runs = [](const std::string& text) { return Runs(*Read(text), kBcast); };
  const std::string chain = "coll_tuned_bcast_algorithm=chain\n";
  EXPECT_EQ(runs(chain), "chain:faninout=4");
  EXPECT_EQ(runs(chain + "coll_tuned_bcast_algorithm_chain_fanout=2\n"), "chain:faninout=2");
  EXPECT_EQ(runs(chain + "coll_tuned_bcast_algorithm_tree_fanout=2\n"), "chain:faninout=4");
  const std::string tree = "coll_tuned_bcast_algorithm=knomial\n";
  EXPECT_EQ(runs(tree), "knomial");
  EXPECT_EQ(runs(tree + "coll_tuned_bcast_algorithm_knomial_radix=8\n"), "knomial:radix=8");
  EXPECT_EQ(runs("coll_tuned_bcast_algorithm_segmentsize=8\n"), "");
  EXPECT_EQ(runs("coll_tuned_bcast_algorithm=ignore\n"), "");
}

TEST(OpenMpiParameters, AreImportedWhereWeHaveTheSame) {
  const auto ours = [](Collective collective, const std::string& name) {
    const auto found = Parameters().choice_of(collective, name);
    return found ? found->name : "";
  };
  EXPECT_EQ(ours(kBcast, "pipeline:segsize=8192"), "chain_pipelined:segment=8K");
  EXPECT_EQ(ours(kBcast, "knomial"), "knomial:k=4:segment=2G");
  EXPECT_EQ(ours(kBcast, "knomial:radix=8"), "knomial:k=8:segment=2G");
  EXPECT_EQ(ours(kBcast, "chain:faninout=4"), "");
}

TEST(OpenMpiParameters, NeedTheSwitch) {
  const auto read = [](const std::string& text) {
    return Parameters().read(std::vector<ExportedFile>{{"", text}}, "file");
  };
  const std::string binomial = "coll_tuned_bcast_algorithm=6\n";
  const auto unsaid = read(binomial);
  EXPECT_EQ(Runs(*unsaid, kBcast), "binomial");
  EXPECT_THAT(unsaid->notes, ElementsAre("file: coll_tuned_use_dynamic_rules is not there; without "
                                         "it Open MPI takes none of the algorithms"));
  const auto off = read(binomial + "OMPI_MCA_coll_tuned_use_dynamic_rules=false\n");
  EXPECT_EQ(Runs(*off, kBcast), "");
  EXPECT_THAT(off->notes, ElementsAre("file:2: OMPI_MCA_coll_tuned_use_dynamic_rules is off: Open "
                                      "MPI then takes none of the algorithms"));
  EXPECT_THAT(read("")->notes, IsEmpty());
}

TEST(OpenMpiParameters, AreNamedWhereTheySelectNothing) {
  EXPECT_THAT(Read("coll_tuned_priority=30\ncoll_tuned_gatherv_algorithm=1\n")->notes,
              ElementsAre("file:2: coll_tuned_priority is no algorithm's; left out",
                          "file:3: coll_tuned_gatherv_algorithm is no algorithm's; left out"));
}

TEST(OpenMpiParameters, AreRefusedWithTheLine) {
  EXPECT_EQ(Refusal("coll_tuned_bcast_algorithm = 10\n"),
            "file:2: bcast has no algorithm '10' in Open MPI 4.1 and 5.0");
  EXPECT_EQ(Refusal("coll_tuned_bcast_algorithm = Chain\n"),
            "file:2: bcast has no algorithm 'Chain' in Open MPI 4.1 and 5.0");
  EXPECT_THAT(Refusal("coll_tuned_bcast_algorithm_segmentsize = 8k\n"),
              testing::StartsWith("file:2: coll_tuned_bcast_algorithm_segmentsize"));
  EXPECT_EQ(Refusal("coll_tuned_use_dynamic_rules = 1\n"),
            "file:2: coll_tuned_use_dynamic_rules comes twice");
}

}  // namespace
}  // namespace colltune
