// Rows for regions in the files of programs with thresholds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "profiles/exporters/export_check.h"
#include "profiles/exporters/flat_rules.h"

namespace colltune {
namespace {

using testing::HasSubstr;
using enum Collective;

const std::vector<Rule> kTree = {{Bytes{0}, Bytes{99}, "binomial", {}}};
const std::vector<Rule> kRing = {{Bytes{0}, Bytes{99}, "scatter_ring_allgather", {}}};

/// One rank on each of 2 to 40 nodes: 2 to 40 ranks. 8 ranks on 2 to 4 nodes: 9 to 32.
Profile TwoRegions() {
  Profile profile;
  profile.table.rows = {{kBcast, {{2, 40}, {1, 1}, {}}, kTree},
                        {kBcast, {{2, 4}, {8, 8}, {}}, kRing}};
  return profile;
}

std::string TextOf(std::string_view format, const Profile& profile) {
  return FindExporter(format).write(profile).front().text;
}

std::vector<std::string> Deviations(std::string_view format, const Profile& profile) {
  const Exporter& exporter = FindExporter(format);
  const auto selection = exporter.read(exporter.write(profile), "x");
  std::vector<std::string> lines;
  for (const Deviation& one : FindDeviations(exporter, profile.table, *selection)) {
    lines.push_back(ToText(std::vector{one}));
  }
  return lines;
}

/// "9-32 ring" for each range of ranks.
std::vector<std::string> Ranges(const DecisionTable& table, bool scaled = false) {
  std::vector<std::string> texts;
  for (const auto& [ranks, row, per_node] : RowsByRanks(table, kBcast, scaled)) {
    texts.push_back(std::to_string(ranks.first) + "-" + std::to_string(ranks.last) + " on " +
                    std::to_string(per_node) + " " + std::string(row->rules.front().choice.text()));
  }
  return texts;
}

TEST(RowsByRanks, AreThoseOfTheMostRanksPerNode) {
  EXPECT_THAT(Ranges(TwoRegions().table),
              testing::ElementsAre("2-2 on 1 binomial", "3-8 on 1 binomial",
                                   "9-32 on 8 scatter_ring_allgather", "33-40 on 1 binomial"));
}

// 1 or 2 nodes of up to 4 ranks; 3 nodes of 2 to 3 ranks. Of 4 ranks, 4 may be on one node: more
// than 2, which 3 nodes of 4 ranks can have on one. The same with 5 to 8 ranks. Only 3 nodes of 3
// have 9.
TEST(RowsByRanks, CountTheRanksThatCanShareANode) {
  const DecisionTable table = {
      {{kBcast, {{1, 2}, {1, 4}, {}}, kTree}, {kBcast, {{3, 3}, {2, 3}, {}}, kRing}}};
  EXPECT_THAT(Ranges(table),
              testing::ElementsAre("1-1 on 1 binomial", "2-2 on 2 binomial", "3-8 on 3 binomial",
                                   "9-9 on 3 scatter_ring_allgather"));
}

TEST(RowsByRanks, AreCutWhereThresholdsGrowWithTheRanks) {
  const DecisionTable table = {{{kBcast, {{7, 18}, {1, 1}, {}}, kTree}}};
  EXPECT_THAT(
      Ranges(table, true),
      testing::ElementsAre("7-7 on 1 binomial", "8-9 on 1 binomial", "10-11 on 1 binomial",
                           "12-13 on 1 binomial", "14-15 on 1 binomial", "16-18 on 1 binomial"));
}

TEST(ExportedRegions, AreThresholdsForIntel) {
  EXPECT_THAT(TextOf("intel", TwoRegions()),
              HasSubstr("I_MPI_ADJUST_BCAST=\"1:0-99@2-2;1:0-99@3-8;3:0-99@9-32;1:0-99@33-40\"\n"));
}

TEST(ExportedRegions, AreThresholdsForUcc) {
  EXPECT_THAT(
      TextOf("ucc", TwoRegions()),
      HasSubstr("bcast:host:0-99:[3-8]:inf:@knomial#bcast:host:0-99:[9-32]:inf:@sag_knomial"));
}

TEST(ExportedRegions, AreThresholdsForOpenMpi) {
  EXPECT_THAT(TextOf("openmpi-rules", TwoRegions()),
              HasSubstr("1 1  # ranks at least, rules\n0 0 0 0  # Open MPI's own choice\n"
                        "2 2  # ranks at least, rules\n0 6 0 0  # binomial\n"));
  EXPECT_THAT(TextOf("openmpi-rules", TwoRegions()), HasSubstr("\n9 2  # ranks at least, rules\n"));
  EXPECT_THAT(TextOf("openmpi-rules", TwoRegions()),
              HasSubstr("\n41 1  # ranks at least, rules\n"));
}

TEST(ExportedRegions, AreReadBackWithinTheirThresholds) {
  for (const std::string_view format : {"intel", "ucc", "openmpi-rules"}) {
    const Exporter& exporter = FindExporter(format);
    const auto selection = exporter.read(exporter.write(TwoRegions()), "x");
    const auto at = [&](int ranks, std::int64_t bytes) {
      return selection->Choose({kBcast, ranks, 1, 0, Bytes{bytes}});
    };
    const std::string tree = at(8, 50);
    EXPECT_NE(tree, "") << format;
    EXPECT_NE(at(9, 50), tree) << format;
    EXPECT_EQ(at(32, 99), at(9, 0)) << format;
    EXPECT_EQ(at(40, 99), tree) << format;
    EXPECT_EQ(at(41, 50), "") << format;
    EXPECT_EQ(at(32, 100), "") << format;
  }
}

// One region alone is said exactly; of two for 9 to 32 ranks the one of more ranks per node.
TEST(ExportedRegions, AreCheckedAtAllLayouts) {
  Profile one = TwoRegions();
  one.table.rows.pop_back();
  for (const std::string_view format : {"intel", "openmpi-rules", "csv", "c-header"}) {
    EXPECT_THAT(Deviations(format, one), testing::IsEmpty()) << format;
    // MPICH's files have the smallest communicator of a region alone.
  }
  for (const std::string_view format : {"csv", "c-header"}) {
    EXPECT_THAT(Deviations(format, TwoRegions()), testing::IsEmpty()) << format;
  }
  EXPECT_THAT(Deviations("intel", TwoRegions()),
              testing::ElementsAre("bcast on 9 to 32 nodes of 1 rank, 0 to 99 bytes: 1 binomial is "
                                   "wanted for binomial, and 3 ring runs\n"));
}

TEST(ExportedRegions, ThatEndInTheMiddleAreFound) {
  const Profile one = TwoRegions();
  DecisionTable longer = one.table;
  longer.rows[0].region.nodes.last = 48;
  const Exporter& intel = FindExporter("intel");
  const auto selection = intel.read(intel.write(one), "x");
  EXPECT_THAT(
      ToText(FindDeviations(intel, longer, *selection)),
      HasSubstr("bcast on 41 to 48 nodes of 1 rank, 0 to 99 bytes: 1 binomial is wanted for "
                "binomial, and its own choice runs\n"));
  longer.hull = {{1, 40}, {1, 8}};  // beyond it nobody decides
  EXPECT_THAT(ToText(FindDeviations(intel, longer, *selection)), testing::Not(HasSubstr("41")));
}

TEST(ExportedRegions, HaveAFileOfPgmpiForEachNumberOfRanks) {
  Profile profile;
  profile.table.rows = {
      {kAllreduce, {{4, 6}, {1, 1}, {}}, {{Bytes{0}, Bytes{99}, "reduce_bcast", {}}}}};
  std::string names;
  for (const ExportedFile& file : FindExporter("pgmpi").write(profile)) names += file.suffix + " ";
  EXPECT_EQ(names, ".4.MPI_Allreduce.prf .5.MPI_Allreduce.prf .6.MPI_Allreduce.prf ");
}

}  // namespace
}  // namespace colltune
