// Rows for regions in the files of programs with thresholds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/registry.h"
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

TEST(ExportedRegions, AreThresholdsForOpenMpiInJson) {
  Profile profile = TwoRegions();
  profile.table.rows.push_back({kBcast, {{1, 1}, {2, 8}, {}}, kRing});
  const std::string text = TextOf("openmpi-json", profile);
  std::vector<std::string> blocks;
  for (std::size_t at = text.find("comm_size_min"); at != text.npos;
       at = text.find("comm_size_min", at + 1)) {
    std::string block = text.substr(at, text.find("\"rules\"", at) - at);
    std::erase_if(block, [](char c) { return c == '"' || c == '\n' || c == ' '; });
    blocks.push_back(block);
  }
  EXPECT_THAT(blocks,
              testing::ElementsAre(
                  "comm_size_min:2,comm_size_max:8,comm_rank_distribution:single-node,",
                  "comm_size_min:2,comm_size_max:40,comm_rank_distribution:one-per-node,",
                  "comm_size_min:0,comm_size_max:2147483647,comm_rank_distribution:single-node,",
                  "comm_size_min:0,comm_size_max:2147483647,comm_rank_distribution:one-per-node,",
                  "comm_size_min:9,comm_size_max:32,comm_rank_distribution:any,"));
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
  for (const std::string_view format :
       {"intel", "openmpi-rules", "openmpi-json", "mpich-json", "csv", "c-header"}) {
    EXPECT_THAT(Deviations(format, one), testing::IsEmpty()) << format;
  }
  for (const std::string_view format : {"openmpi-json", "mpich-json", "csv", "c-header"}) {
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

/// Spans without gaps from 1 on that end at these numbers.
std::vector<Span> SpansTo(std::initializer_list<int> lasts) {
  std::vector<Span> spans;
  for (int first = 1; const int last : lasts) {
    spans.push_back({first, last});
    first = last + 1;
  }
  return spans;
}

/// Two choices that most programs have.
struct Choices {
  Collective collective;
  ChoiceId one;
  ChoiceId other;
};

constexpr int kNodes = 9;     // of the hull
constexpr int kPerNode = 12;  // ranks

/// A profile that decides for its whole hull. The choices alternate, from row to row and at two
/// sizes, and the library has the last.
Profile WholeHull() {
  Profile profile;
  profile.table.hull = Hull{{1, kNodes}, {1, kPerNode}};
  const std::vector<Choices> all = {{kBcast, "binomial", "scatter_ring_allgather"},
                                    {kAllgather, "ring", "recursive_doubling"},
                                    {kAllreduce, "recursive_doubling", "rabenseifner"},
                                    {kAlltoall, "pairwise", "bruck:k=2"},
                                    {kScatter, "binomial", "flat"},
                                    {kBarrier, "dissemination:k=2", "library"}};
  for (const auto& [collective, one, other] : all) {
    std::int64_t border = 100;
    for (const Span& nodes : SpansTo({1, 2, 4, 8, kNodes})) {
      for (const Span& per_node : SpansTo({1, 3, 4, 11, kPerNode})) {
        if (nodes.last == 1 && per_node.last == 1) continue;
        Row row{collective, {nodes, per_node, {}}, {}};
        const bool is_odd = profile.table.rows.size() % 2 != 0;
        row.rules = {{Bytes{0}, Bytes{0}, is_odd ? one : other, {}}};
        if (collective != kBarrier) {
          row.rules.front().last = {border - 1};
          row.rules.push_back({Bytes{border}, Bytes{10 * border}, is_odd ? other : one, {}});
        }
        profile.table.rows.push_back(std::move(row));
        border += 17;
      }
    }
  }
  std::ranges::sort(profile.table.rows, {}, &Row::Key);
  return profile;
}

/// Exporters of all formats, of each release.
std::vector<const Exporter*> Writers() {
  std::vector<const Exporter*> writers;
  for (const Exporter& exporter : Exporters()) {
    if (!CanExport(exporter)) continue;
    if (exporter.releases == nullptr) {
      writers.push_back(&exporter);
      continue;
    }
    for (const Exporter& release : exporter.releases().exporters) writers.push_back(&release);
  }
  return writers;
}

/// Calls of a profile's hull at which a program runs something else than the profile's choice.
class Differences {
 public:
  Differences(const Exporter& exporter, const Profile& profile)
      : exporter_(exporter),
        table_(profile.table),
        selection_(exporter.read(exporter.write(profile), "x")),
        stated_(FindDeviations(exporter, table_, *selection_)) {
    for (const Row& row : table_.rows) collectives_.insert(row.collective);
    for (int nodes = 1; nodes <= kNodes; ++nodes) {
      for (int per_node = 1; per_node <= kPerNode; ++per_node) {
        for (const Collective collective : collectives_) {
          if (nodes * per_node > 1) LookUp(collective, {nodes * per_node, nodes, per_node});
        }
      }
    }
  }

  /// Text of the differences that no deviation states.
  std::string unstated;
  /// Collectives and distances (one node, one rank a node, others) with differences.
  std::set<std::pair<Collective, std::string_view>> places;
  int looked_up = 0;

 private:
  void LookUp(Collective collective, const CommunicatorSize& size) {
    const Row& row = *table_.Find(collective, size);
    const Call at{collective, size.ranks, size.ranks_per_node, 0, {}};
    std::set<Bytes> sizes = {Bytes{0}};
    const auto add = [&](Bytes border) { sizes.insert({border, {border.count - 1}}); };
    for (const Rule& rule : row.rules) add({rule.last.count + 1});
    for (const Bytes border : selection_->Borders(at)) add(border);
    for (const Bytes bytes : sizes) {
      const bool is_possible = bytes.count >= 0 && (collective != kBarrier || bytes == Bytes{0});
      if (is_possible && bytes < Bytes{std::int64_t{1} << 62}) LookUp(row, at, size, bytes);
    }
  }

  void LookUp(const Row& row, Call call, const CommunicatorSize& size, Bytes bytes) {
    call.bytes = bytes;
    ++looked_up;
    const Rule* rule = row.Find(bytes);
    const ChoiceId choice = rule ? rule->choice : kLibrary;
    const auto counterpart =
        exporter_.counterpart(call, ParseChoice(row.collective, choice.text()));
    const std::string wanted = counterpart ? counterpart->name : "";
    const std::string runs = selection_->Choose(call);
    if (wanted == runs) return;
    places.insert({row.collective, size.nodes == 1            ? "one node"
                                   : size.ranks_per_node == 1 ? "one rank a node"
                                                              : "others"});
    const bool is_stated = std::ranges::any_of(stated_, [&](const Deviation& one) {
      return one.collective == row.collective && one.layouts.Contains(size) && one.first <= bytes &&
             bytes <= one.last && one.choice == choice && one.wanted == wanted && one.runs == runs;
    });
    if (is_stated) return;
    unstated += std::string(ToText(row.collective)) + " on " + std::to_string(size.nodes) + " x " +
                std::to_string(size.ranks_per_node) + ", " + std::to_string(bytes.count) +
                " bytes: " + wanted + ", not " + runs + "\n";
  }

  const Exporter& exporter_;
  const DecisionTable& table_;
  std::unique_ptr<Selection> selection_;
  std::vector<Deviation> stated_;
  std::set<Collective> collectives_;
};

TEST(ExportedHull, DiffersNowhereButWhereTheExportSays) {
  const Profile profile = WholeHull();
  for (const Exporter* exporter : Writers()) {
    const Differences differences(*exporter, profile);
    EXPECT_EQ(differences.unstated, "") << exporter->name << ' ' << exporter->release;
    EXPECT_GT(differences.looked_up, 2 * kNodes * kPerNode);
  }
}

// MPICH counts the bytes of all ranks in allgather, cannot tell sizes of scatter, and has no
// Rabenseifner's allreduce for fewer elements than ranks.
TEST(ExportedHull, IsSaidExactlyForMpichWhereItCountsOneBlock) {
  const Profile profile = WholeHull();
  for (const Exporter& exporter : FindExporter("mpich-json").releases().exporters) {
    if (!exporter.device.empty()) continue;  // it knows no nodes
    for (const auto& [collective, place] : Differences(exporter, profile).places) {
      const bool is_known =
          collective == kAllgather || collective == kScatter || collective == kAllreduce;
      EXPECT_TRUE(is_known) << exporter.release << ' ' << ToText(collective) << ", " << place;
    }
  }
}

TEST(ExportedHull, IsSaidExactlyForOpenMpiOnOneNodeAndWithOneRankANode) {
  const Profile profile = WholeHull();
  const Differences differences(FindExporter("openmpi-json"), profile);
  EXPECT_TRUE(differences.places.contains({kBcast, "others"}));
  for (const auto& [collective, place] : differences.places) {
    if (collective == kBcast || collective == kAllreduce || collective == kBarrier) {
      EXPECT_EQ(place, "others") << ToText(collective);
    }
  }
}

}  // namespace
}  // namespace colltune
