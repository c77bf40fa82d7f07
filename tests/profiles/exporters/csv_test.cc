#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiles/exporters/export_check.h"

namespace colltune {
namespace {

using testing::IsEmpty;

Profile SomeProfile() {
  Profile profile;
  Row others{Collective::kBcast,
             RegionOf(4, 2),
             {{Bytes{0}, Bytes{99}, "binomial", {}}, {Bytes{200}, Bytes{300}, "library", {}}}};
  Row third = others;
  third.roots = {3, 3};
  third.rules = {{Bytes{0}, Bytes{9}, "chain_pipelined:segment=8K", {}}};
  profile.table.rows = {
      others, third, {Collective::kBarrier, RegionOf(7, 7), {{{}, {}, "tree:k=2", {}}}}};
  return profile;
}

TEST(Csv, HasALineForEachRule) {
  const auto files = FindExporter("csv").write(SomeProfile());
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].text,
            "op,ranks,ranks_per_node,first_root,last_root,first_byte,last_byte,choice,"
            "first_nodes,last_nodes,first_ranks_per_node,last_ranks_per_node,first_ranks,"
            "last_ranks\n"
            "bcast,4,2,,,0,99,binomial,2,3,2,2,4,4\n"
            "bcast,4,2,,,200,300,library,2,3,2,2,4,4\n"
            "bcast,4,2,3,3,0,9,chain_pipelined:segment=8K,2,3,2,2,4,4\n"
            "barrier,7,7,,,0,0,tree:k=2,1,1,7,7,7,7\n");
}

TEST(Csv, SaysWhatTheProfileSays) {
  const Exporter& csv = FindExporter("csv");
  const Profile profile = SomeProfile();
  const auto selection = csv.read(csv.write(profile), "x.csv");
  EXPECT_THAT(FindDeviations(csv, profile.table, *selection), IsEmpty());
  EXPECT_EQ(selection->Choose({Collective::kBcast, 4, 2, 0, Bytes{99}}), "binomial");
  EXPECT_EQ(selection->Choose({Collective::kBcast, 4, 2, 3, Bytes{50}}), "library");
  EXPECT_EQ(selection->Choose({Collective::kBcast, 4, 1, 0, Bytes{99}}), "library");
}

TEST(Csv, HasTheRegionsOfRows) {
  const Exporter& csv = FindExporter("csv");
  Profile profile;
  profile.table.rows = {
      {Collective::kBcast, {{2, 4}, {1, 2}, {}}, {{Bytes{0}, Bytes{9}, "flat", {}}}}};
  const auto selection = csv.read(csv.write(profile), "x.csv");
  const auto choice = [&](int ranks, int per_node) {
    return selection->Choose({Collective::kBcast, ranks, per_node, 0, Bytes{9}});
  };
  EXPECT_EQ(choice(8, 2), "flat");
  EXPECT_EQ(choice(2, 1), "flat");
  EXPECT_EQ(choice(9, 2), "library");  // 5 nodes
  EXPECT_EQ(choice(5, 1), "library");
  EXPECT_EQ(choice(2, 2), "library");  // 1 node
  EXPECT_EQ(choice(9, 3), "library");
  EXPECT_THAT(FindDeviations(csv, profile.table, *selection), IsEmpty());
}

TEST(Csv, NamesTheLineThatIsWrong) {
  const auto fault = [](const std::string& line) -> std::string {
    try {
      FindExporter("csv").read(std::vector<ExportedFile>{{"", "op\n" + line + "\n"}}, "x.csv");
    } catch (const ProfileError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(fault("bcast,4,2,,,0,9"), "x.csv:2: has not the 14 or 8 fields of a rule");
  EXPECT_EQ(fault("brcast,4,2,,,0,9,flat"), "x.csv:2: unknown op 'brcast'");
  EXPECT_EQ(fault("bcast,4,2,,,0,9x,flat"), "x.csv:2: '9x': not a valid number here");
  EXPECT_EQ(fault("bcast,4,2,1,,0,9,flat"), "x.csv:2: '': not a valid number here");
  EXPECT_THAT(fault("bcast,4,2,,,0,9,flit"), testing::StartsWith("x.csv:2: "));
  EXPECT_EQ(fault("bcast,4,2,,,0,9,flat"), "");
}

TEST(FindExporter, NamesWhatIsKnown) { EXPECT_THROW(FindExporter("cvs"), std::invalid_argument); }

}  // namespace
}  // namespace colltune
