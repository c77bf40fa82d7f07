// Profiles as MPICH's selection files, and back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "algorithms/registry.h"
#include "profiles/exporters/export_check.h"
#include "profiles/exporters/mpich/mpich_tree.h"
#include "tests/profiles/exporters/call_of.h"
#include "tests/profiles/exporters/counterpart_text.h"

namespace colltune {
namespace {

namespace gen = rc::gen;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr Bytes kLargest{std::int64_t{1} << 62};

const Exporter& Mpich() { return FindExporter("mpich-json"); }

Row OneRule(Collective collective, int ranks, int per_node, const std::string& choice) {
  return {collective, RegionOf(ranks, per_node), {{Bytes{0}, kLargest, choice, {}}}};
}

Profile ProfileOf(std::vector<Row> rows) {
  Profile profile;
  profile.table.rows = std::move(rows);
  return profile;
}

std::unique_ptr<Selection> Exported(const Profile& profile) {
  return Mpich().read(Mpich().write(profile), "x.json");
}

std::string Counter(const Call& call, const std::string& choice) {
  return CounterpartText(Mpich().counterpart(call, ParseChoice(call.collective, choice)), "none");
}

TEST(MpichCounterparts, AreTheSameOrNear) {
  const Call call{Collective::kBcast, 4, 4};
  EXPECT_EQ(Counter(call, "binomial"), "MPIR_Bcast_intra_binomial");
  EXPECT_EQ(Counter(call, "knomial:k=4:segment=8K"), "MPIR_Bcast_intra_binomial, nearly");
  EXPECT_EQ(Counter(call, "chain"), "none");
  EXPECT_EQ(Counter(call, "library"), "none");
  EXPECT_EQ(Counter(call, "mpich:smp"), "MPIR_Bcast_intra_smp");
  EXPECT_EQ(Counter(call, "mpich:nb"), "MPIR_Bcast_allcomm_nb");
  EXPECT_EQ(Counter(call, "mpich:of_another_release"), "none");
  EXPECT_EQ(Counter({Collective::kBcast, 4, 2}, "mpich:binomial"),
            "MPIR_Bcast_intra_binomial, nearly");  // a step where it was measured
  EXPECT_EQ(Counter({Collective::kBcast, 4, 1}, "mpich:binomial"), "MPIR_Bcast_intra_binomial");
  EXPECT_EQ(Counter({Collective::kAlltoall, 4, 2}, "mpich:pairwise"),
            "MPIR_Alltoall_intra_pairwise");
  EXPECT_EQ(Counter({Collective::kBcast, 4, 1}, "mpich:smp"), "none");  // no node has two
  EXPECT_EQ(Counter({Collective::kAllgather, 4, 1}, "recursive_doubling"),
            "MPIR_Allgather_intra_recursive_doubling");
  EXPECT_EQ(Counter({Collective::kAllgather, 6, 1}, "mpich:recursive_doubling"), "none");
  EXPECT_EQ(Counter({Collective::kAllgather, 6, 1}, "bruck:k=2"), "MPIR_Allgather_intra_brucks");
  EXPECT_EQ(Counter({Collective::kAllgather, 6, 1}, "bruck:k=3"),
            "MPIR_Allgather_intra_brucks, nearly");
  EXPECT_EQ(Counter({Collective::kGatherv, 6, 1}, "mpich:linear"), "MPIR_Gatherv_allcomm_linear");
}

// Texts that MPICH 4.0.2 was seen to accept, and to abort on.
TEST(MpichText, IsReadAsMpichDoes) {
  const auto read = [](const std::string& text) -> std::string {
    try {
      return ToMpichText(ParseMpichTree(MpichRelease::k40, text, "file"));
    } catch (const ProfileError& error) {
      return error.what();
    }
  };
  const std::string tree = "{\n \"collective=bcast\": {}\n}\n";
  EXPECT_EQ(read("/* a, } */ {\"collective=bcast\": {},} // ,}\r\n"), tree);
  EXPECT_EQ(read("\xef\xbb\xbf{}"),
            "file:1: begins with a byte order mark, at which MPICH ends; remove it");
  EXPECT_THAT(read("{,}"), testing::StartsWith("file:1: is no JSON"));
  EXPECT_THAT(read("# a\n{}"), testing::StartsWith("file:1: is no JSON"));
}

TEST(MpichChoices, HaveTheNamesOfItsControlVariables) {
  const auto ours = [](Collective collective, const std::string& name) {
    const auto found = Mpich().choice_of(collective, name);
    return found && found->is_exact ? std::optional(found->name) : std::nullopt;
  };
  EXPECT_EQ(ours(Collective::kBcast, "MPIR_Bcast_intra_binomial"), "mpich:binomial");
  EXPECT_EQ(ours(Collective::kGatherv, "MPIR_Gatherv_allcomm_linear"), "mpich:linear");
  EXPECT_EQ(ours(Collective::kScan, "MPIR_Scan_allcomm_nb"), "mpich:nb");
  EXPECT_EQ(ours(Collective::kReduceScatter, "MPIR_Reduce_scatter_intra_pairwise"), "pairwise");
  EXPECT_EQ(ours(Collective::kReduceScatter, "MPIR_Reduce_scatter_intra_noncommutative"),
            std::nullopt);
  EXPECT_EQ(ours(Collective::kBcast, "MPIDI_Bcast_intra_composition_beta"), std::nullopt);
}

TEST(MpichExport, LeavesEverythingElseToMpich) {
  const auto selection = Exported(ProfileOf({OneRule(Collective::kBcast, 4, 2, "mpich:nb")}));
  const auto choose = [&](int ranks, int per_node) {
    return selection->Choose({Collective::kBcast, ranks, per_node, 0, Bytes{64}});
  };
  EXPECT_EQ(choose(4, 2), "MPIR_Bcast_allcomm_nb");
  EXPECT_EQ(choose(3, 2), "");
  EXPECT_EQ(choose(5, 2), "");
  EXPECT_EQ(choose(4, 1), "");
  EXPECT_EQ(choose(4, 4), "");
  EXPECT_EQ(selection->Choose({Collective::kReduce, 4, 2, 0, Bytes{64}}), "");
  const auto fours = Exported(ProfileOf({OneRule(Collective::kBcast, 8, 4, "mpich:nb")}));
  EXPECT_EQ(fours->Choose({Collective::kBcast, 8, 4, 0, Bytes{64}}), "MPIR_Bcast_allcomm_nb");
  EXPECT_EQ(fours->Choose({Collective::kBcast, 8, 2, 0, Bytes{64}}), "");
  EXPECT_EQ(fours->Choose({Collective::kBcast, 8, 8, 0, Bytes{64}}), "");
}

TEST(MpichExport, EndsSizesWhereMpichCountsThem) {
  Row row{Collective::kAllgather, RegionOf(6, 6), {{Bytes{10}, Bytes{19}, "ring", {}}}};
  const Profile profile = ProfileOf({row});
  EXPECT_THAT(FindDeviations(Mpich(), profile.table, *Exported(profile)), IsEmpty());
  // 10 to 19 bytes of each of 6 ranks.
  const std::string text = Mpich().write(profile)[0].text;
  EXPECT_THAT(text, HasSubstr("total_msg_size<=59"));
  EXPECT_THAT(text, HasSubstr("total_msg_size<=119"));
}

TEST(MpichExport, HasNoNumbersThatMpichCannotRead) {
  constexpr std::int64_t kMost = 2147483647;  // an int
  const Profile profile =
      ProfileOf({{Collective::kBcast,
                  RegionOf(4, 4),
                  {{Bytes{0}, Bytes{kMost}, "binomial", {}},
                   {Bytes{kMost + 1}, kLargest, "scatter_ring_allgather", {}}}}});
  const auto selection = Exported(profile);
  EXPECT_EQ(selection->Choose({Collective::kBcast, 4, 4, 0, Bytes{kMost}}),
            "MPIR_Bcast_intra_binomial");
  EXPECT_THAT(ToText(FindDeviations(Mpich(), profile.table, *selection)),
              HasSubstr("bcast on 4 ranks, 4 per node, 2147483648 to 4611686018427387904 bytes"));
}

TEST(MpichExport, DoesNotTellSizesWhereMpichCountsElements) {
  Row row = OneRule(Collective::kGather, 4, 4, "mpich:nb");
  row.rules[0].last = {100};
  EXPECT_EQ(Exported(ProfileOf({row}))->Choose({Collective::kGather, 4, 4, 0, Bytes{64}}),
            "MPIR_Gather_allcomm_nb");
  row.rules.push_back({Bytes{101}, kLargest, "binomial", {}});
  const Profile profile = ProfileOf({row});
  const auto selection = Exported(profile);
  EXPECT_EQ(selection->Choose({Collective::kGather, 4, 4, 0, Bytes{64}}), "");
  EXPECT_THAT(FindDeviations(Mpich(), profile.table, *selection), Not(IsEmpty()));
}

TEST(MpichExport, DoesNotTellRootsApart) {
  Row row = OneRule(Collective::kBcast, 4, 4, "mpich:nb");
  row.roots = {2, 2};
  const Profile profile = ProfileOf({row});
  EXPECT_THAT(ToText(FindDeviations(Mpich(), profile.table, *Exported(profile))),
              HasSubstr("roots 2 to 2"));
}

TEST(MpichExport, KnowsTheMeanOfRanksPerNodeAlone) {
  // On 4 nodes both: 4 per node, and 5, 5, 5 and 1.
  const Profile profile = ProfileOf({OneRule(Collective::kBcast, 16, 4, "mpich:nb"),
                                     OneRule(Collective::kBcast, 16, 5, "binomial"),
                                     OneRule(Collective::kBcast, 16, 8, "scatter_ring_allgather")});
  EXPECT_EQ(ToText(FindDeviations(Mpich(), profile.table, *Exported(profile))),
            "bcast on 16 ranks, 5 per node, 0 to 4611686018427387904 bytes: "
            "MPIR_Bcast_intra_binomial is wanted for binomial, and MPIR_Bcast_allcomm_nb runs\n");
}

/// One rule for the communicators of a region.
Row OneRule(const Region& region, const std::string& choice) {
  return {Collective::kBcast, region, {{Bytes{0}, kLargest, choice, {}}}};
}

// On 2 to 4 nodes of 3 ranks there are 4 to 12: on 5 nodes 13 or more.
TEST(MpichExport, HasThresholdsForRegions) {
  const Profile profile = ProfileOf(
      {OneRule({{2, 4}, {2, 3}, {}}, "mpich:nb"), OneRule({{1, 9}, {1, 1}, {}}, "mpich:binomial")});
  const auto selection = Exported(profile);
  const auto choose = [&](int nodes, int per_node) {
    return selection->Choose({Collective::kBcast, nodes * per_node, per_node, 0, Bytes{64}});
  };
  EXPECT_EQ(selection->Choose({Collective::kBcast, 9, 2, 0, Bytes{64}}), "") << "5 nodes";
  for (int nodes = 1; nodes <= 10; ++nodes) {
    EXPECT_EQ(choose(nodes, 1), 1 < nodes && nodes <= 9 ? "MPIR_Bcast_intra_binomial" : "");
    for (const int per_node : {2, 3, 4}) {
      const bool is_inside = 2 <= nodes && nodes <= 4 && per_node <= 3;
      EXPECT_EQ(choose(nodes, per_node), is_inside ? "MPIR_Bcast_allcomm_nb" : "")
          << nodes << " x " << per_node;
    }
  }
  EXPECT_EQ(ToText(FindDeviations(Mpich(), profile.table, *selection)), "");
  const std::string text = Mpich().write(profile)[0].text;
  const std::size_t at = text.find("\"comm_avg_ppn<=3\"");
  const std::string threes = text.substr(at, text.find("\"comm_avg_ppn<=4\"", at) - at);
  EXPECT_THAT(threes, HasSubstr("\"comm_size<=3\""));
  EXPECT_THAT(threes, HasSubstr("\"comm_size<=12\": {\n      \"algorithm=MPIR_Bcast_allcomm_nb\""));
}

// Recursive doubling of allgather takes a power of two, and flat trees on 2 ranks are binomial.
TEST(MpichExport, TellsPowersOfTwoApartWithinARegion) {
  Row row = OneRule({{2, 9}, {1, 1}, {}}, "recursive_doubling");
  row.collective = Collective::kAllgather;
  const Profile profile = ProfileOf({row});
  const auto selection = Exported(profile);
  for (int ranks = 2; ranks <= 9; ++ranks) {
    const bool is_power = ranks == 2 || ranks == 4 || ranks == 8;
    EXPECT_EQ(selection->Choose({Collective::kAllgather, ranks, 1, 0, Bytes{64}}),
              is_power ? "MPIR_Allgather_intra_recursive_doubling" : "");
  }
  EXPECT_EQ(ToText(FindDeviations(Mpich(), profile.table, *selection)), "");
}

// 20 and 21 ranks on 4 nodes of 6, of which the last has 2 or 3: the mean is 5 and 6.
TEST(MpichExport, TakesTheRowOfTheEvenestLayoutOfAMean) {
  const Profile profile = ProfileOf(
      {OneRule({{2, 4}, {5, 5}, {}}, "mpich:nb"), OneRule({{2, 4}, {6, 6}, {}}, "mpich:binomial")});
  const auto selection = Exported(profile);
  const auto choose = [&](int ranks) {
    return selection->Choose({Collective::kBcast, ranks, 6, 0, Bytes{64}});
  };
  EXPECT_EQ(choose(20), "MPIR_Bcast_allcomm_nb");
  EXPECT_EQ(choose(21), "MPIR_Bcast_intra_binomial");
}

// 7 ranks on 2 nodes of 6 are 6 and 1: the mean is 4. Of 3 nodes the mean is 14 for 40 ranks, none
// of which need a third node of 20, and for 41, of which one does.
TEST(MpichExport, HasThresholdsForUnevenLayoutsThatNoOtherRowHas) {
  const auto choose = [](const Region& region, int ranks, int per_node) {
    return Exported(ProfileOf({OneRule(region, "mpich:nb")}))
        ->Choose({Collective::kBcast, ranks, per_node, 0, Bytes{64}});
  };
  const Region sixes{{2, 2}, {6, 6}, {}};
  EXPECT_EQ(choose(sixes, 6, 6), "");
  EXPECT_EQ(choose(sixes, 7, 6), "MPIR_Bcast_allcomm_nb");
  EXPECT_EQ(choose(sixes, 12, 6), "MPIR_Bcast_allcomm_nb");
  EXPECT_EQ(choose(sixes, 13, 6), "");
  const Region twenties{{2, 3}, {20, 20}, {}};
  EXPECT_EQ(choose(twenties, 40, 14), "");
  EXPECT_EQ(choose(twenties, 41, 14), "MPIR_Bcast_allcomm_nb");
  EXPECT_EQ(choose(twenties, 40, 20), "MPIR_Bcast_allcomm_nb");
}

TEST(MpichExport, AsksForWhatAlgorithmsNeed) {
  const std::string text =
      Mpich().write(ProfileOf({OneRule(Collective::kAllreduce, 4, 4, "rabenseifner")}))[0].text;
  const std::size_t at = text.find("\"comm_avg_ppn<=4\"");
  const std::string row = text.substr(at, text.find("comm_size=any", at) - at);
  EXPECT_THAT(row, HasSubstr("is_op_built_in=no"));
  EXPECT_THAT(row, HasSubstr("\"count=any\": {\n        \"algorithm=MPIR_Allreduce_intra_reduce_"));
}

TEST(MpichExport, KeepsPairwiseExchangesToBlocksOfEqualSize) {
  const std::string text =
      Mpich().write(ProfileOf({OneRule(Collective::kReduceScatter, 4, 4, "pairwise")}))[0].text;
  const std::size_t at = text.find("\"comm_size<=4\"");
  const std::string row = text.substr(at, text.find("comm_size=any", at) - at);
  EXPECT_THAT(row, HasSubstr("is_commutative=no"));
  EXPECT_THAT(row, testing::ContainsRegex("is_block_regular=yes\": .\n *\"algorithm=MPIR_Reduce_"
                                          "scatter_intra_pairwise"));
}

TEST(MpichExport, ClosesWhatIsLeftOfMpichsOwnTree) {
  // Between both rows, 8 ranks are the last power of two. Beyond it MPICH needs another question.
  const Profile profile = ProfileOf({OneRule(Collective::kBcast, 4, 4, "mpich:nb"),
                                     OneRule(Collective::kBcast, 9, 9, "mpich:nb")});
  EXPECT_EQ(Exported(profile)->Choose({Collective::kBcast, 8, 8, 0, Bytes{64}}), "");
}

TEST(MpichExport, NeverFillsItsLastPage) {
  std::size_t longest = 0;
  for (std::size_t size = 4000; size < 4200; ++size) {
    const std::string text =
        ToMpichText({MakeMpichNode(MpichRelease::k40, "collective=" + std::string(size, 'x'))});
    EXPECT_NE(text.size() % 4096, 0u);
    longest = std::max(longest, text.size());
  }
  EXPECT_GT(longest, 4096u);
}

TEST(MpichRead, RefusesFilesThatFillTheirLastPage) {
  std::vector<ExportedFile> files = Mpich().write({});
  EXPECT_NO_THROW(Mpich().read(files, "x.json"));
  files[1].text.resize((files[1].text.size() / 4096 + 1) * 4096, '\n');
  EXPECT_THROW(
      {
        try {
          Mpich().read(files, "x.json");
        } catch (const ProfileError& error) {
          EXPECT_THAT(error.what(), HasSubstr("x.json.ch4.json: is a multiple of 4096"));
          throw;
        }
      },
      ProfileError);
}

TEST(MpichRead, TakesAFileForMpirAlone) {
  std::vector<ExportedFile> files = Mpich().write({});
  files.pop_back();
  // The device does not decide; MPICH's own binomial tree has a name.
  EXPECT_EQ(Mpich().read(files, "x.json")->Choose({Collective::kBcast, 4, 4, 0, Bytes{64}}),
            "MPIR_Bcast_intra_binomial");
}

// Choices that MPICH can express exactly, in every place where it can.
struct Exact {
  Collective collective;
  std::vector<std::string> choices;
  bool has_sizes;
};

const std::vector<Exact>& AllExact() {
  static const std::vector<Exact> kAll = {
      {Collective::kBcast,
       {"mpich:binomial", "mpich:nb", "mpich:scatter_ring_allgather",
        "mpich:scatter_recursive_doubling_allgather", "library"},
       true},
      {Collective::kScatter, {"mpich:binomial", "mpich:nb", "library"}, false},
      {Collective::kScatterv, {"mpich:linear", "mpich:nb", "library"}, false},
      {Collective::kGather, {"mpich:binomial", "mpich:nb", "library"}, false},
      {Collective::kGatherv, {"mpich:linear", "mpich:nb", "library"}, false},
      {Collective::kReduce,
       {"mpich:binomial", "mpich:nb", "mpich:reduce_scatter_gather", "library"},
       true},
      {Collective::kAllreduce,
       {"mpich:recursive_doubling", "mpich:nb", "mpich:reduce_scatter_allgather", "library"},
       true},
      {Collective::kAllgather, {"mpich:brucks", "mpich:ring", "mpich:nb", "library"}, true},
      {Collective::kAllgatherv, {"mpich:brucks", "mpich:ring", "mpich:nb", "library"}, true},
      {Collective::kAlltoall,
       {"mpich:brucks", "mpich:pairwise", "mpich:scattered", "mpich:nb", "library"},
       true},
      {Collective::kAlltoallv, {"mpich:scattered", "mpich:nb", "library"}, false},
      {Collective::kAlltoallw, {"mpich:scattered", "mpich:nb", "library"}, false},
      {Collective::kBarrier, {"mpich:dissemination", "mpich:nb", "library"}, false},
      {Collective::kReduceScatterBlock,
       {"pairwise", "mpich:recursive_halving", "mpich:recursive_doubling", "library"},
       true},
      {Collective::kReduceScatter,
       {"pairwise", "mpich:recursive_halving", "mpich:recursive_doubling", "library"},
       true},
      {Collective::kScan, {"mpich:recursive_doubling", "mpich:nb", "library"}, false},
      {Collective::kExscan, {"mpich:recursive_doubling", "mpich:nb", "library"}, false},
  };
  return kAll;
}

std::string AnyOf(const std::vector<std::string>& choices) {
  return choices[*gen::inRange<std::size_t>(0, choices.size())];
}

/// Rules for all sizes, from a double for each of at most 31 ranks on. MPICH can express their
/// borders.
std::vector<Rule> AnyRules(const Exact& exact) {
  if (!exact.has_sizes) return {{Bytes{0}, kLargest, AnyOf(exact.choices), {}}};
  std::set<std::int64_t> borders;
  for (int i = *gen::inRange(0, 4); i > 0; --i) borders.insert(*gen::inRange(257, 1 << 26));
  std::vector<Rule> rules;
  Bytes first{256};
  for (const std::int64_t border : borders) {
    rules.push_back({first, Bytes{border - 1}, AnyOf(exact.choices), {}});
    first = {border};
  }
  rules.push_back({first, kLargest, AnyOf(exact.choices), {}});
  return rules;
}

Profile AnyProfile() {
  Profile profile;
  for (const Exact& exact : AllExact()) {
    if (*gen::inRange(0, 6) > 0) continue;  // few at a time, of many profiles
    for (int ranks = 2; ranks < 32; ranks += *gen::inRange(4, 20)) {
      // Numbers of nodes that MPICH can tell apart: all nodes are full.
      for (int per_node = 1; per_node <= ranks; ++per_node) {
        if (ranks % per_node != 0 || *gen::arbitrary<bool>()) continue;
        profile.table.rows.push_back(
            {exact.collective, RegionOf(ranks, per_node), AnyRules(exact)});
      }
    }
  }
  return profile;
}

RC_GTEST_PROP(MpichExport, SaysWhatTheProfileSays, ()) {
  const Profile profile = AnyProfile();
  RC_ASSERT(ToText(FindDeviations(Mpich(), profile.table, *Exported(profile))) == "");
}

RC_GTEST_PROP(MpichExport, ComesBackAsItWas, ()) {
  const Profile profile = AnyProfile();
  std::vector<Call> communicators;
  for (const Row& row : profile.table.rows) {
    communicators.push_back(CallOf(row, {}));
  }
  std::vector<std::string> unknown;
  const DecisionTable table = Import(Mpich(), *Exported(profile), communicators, unknown);
  RC_ASSERT(unknown.empty());
  RC_ASSERT(table.rows.size() == profile.table.rows.size());
  for (const Row& row : profile.table.rows) {
    const Row* back = table.Find(row.collective, row.region.Smallest());
    RC_ASSERT(back != nullptr);
    for (const Rule& rule : row.rules) {
      for (const Bytes bytes : {rule.first, rule.last}) {
        const Rule* found = back->Find(bytes);
        RC_ASSERT(found != nullptr);
        RC_ASSERT(found->choice == rule.choice);
      }
    }
  }
}

}  // namespace
}  // namespace colltune
