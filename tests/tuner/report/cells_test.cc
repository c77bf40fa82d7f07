#include "tuner/report/cells.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/report/example.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;

class Cells : public testing::Test {
 protected:
  const Profile profile_ = ExampleProfile();
  const std::vector<HeatMap> maps_ = MapsOf(profile_.table, profile_.provenance);

  const Cell& At(std::size_t row, std::size_t column) const {
    return maps_[0].rows[row].cells[column];
  }
};

TEST_F(Cells, AreOfAllSizesAndRows) {
  ASSERT_EQ(maps_.size(), 2u);
  EXPECT_EQ(maps_[0].collective, Collective::kBcast);
  // The last rule has no evidence: its first size stands for it.
  EXPECT_THAT(maps_[0].sizes,
              ElementsAre(Bytes{8}, Bytes{64}, Bytes{1024}, Bytes{4096}, Bytes{65536}));
  ASSERT_EQ(maps_[0].rows.size(), 2u);
  EXPECT_EQ(maps_[0].rows[1].row, &profile_.table.rows[1]);
  for (const MapRow& row : maps_[0].rows) ASSERT_EQ(row.cells.size(), 5u);
  EXPECT_EQ(maps_[1].collective, Collective::kBarrier);
}

TEST_F(Cells, KnowWhatTheyRestOn) {
  const std::vector<std::vector<Standing>> expected = {
      {Standing::kSure, Standing::kBetween, Standing::kUncertain, Standing::kBetween,
       Standing::kExpected},
      {Standing::kBetween, Standing::kSure, Standing::kBetween, Standing::kUnproved,
       Standing::kOutside}};
  for (std::size_t row = 0; row < 2; ++row) {
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(At(row, i).standing, expected[row][i]) << row << ' ' << i;
    }
  }
}

// 1 - 5/10, 1 - 50/55 and 1 - 60/80.
TEST_F(Cells, KnowWhatTheChoiceSaves) {
  EXPECT_DOUBLE_EQ(At(0, 0).gain.value(), 0.5);
  EXPECT_NEAR(At(0, 2).gain.value(), 0.0909, 1e-4);
  EXPECT_DOUBLE_EQ(At(0, 4).gain.value(), 0.25);
  EXPECT_DOUBLE_EQ(At(1, 1).gain.value(), 0);
  EXPECT_FALSE(At(0, 1).gain);
  EXPECT_FALSE(At(1, 3).gain);
  EXPECT_FALSE(maps_[1].rows[0].cells[0].gain) << "without the library's time";
}

TEST_F(Cells, NameTheChoice) {
  EXPECT_EQ(At(0, 1).Choice(), "flat");
  EXPECT_EQ(At(1, 3).Choice(), "chain");
  EXPECT_EQ(At(1, 4).Choice(), "library");
  EXPECT_EQ(CellText(At(0, 0)), "flat takes 50 % less than the library");
  EXPECT_EQ(
      CellText(At(0, 4)),
      "knomial:k=8:segment=128K is expected to take 25 % less than the library; not measured");
  EXPECT_EQ(CellText(At(1, 1)), "library");
  EXPECT_EQ(CellText(At(1, 4)), "library; the size is outside of what was measured");
}

// knomial: ln(59/41) = 2 z s, s = 0.0707; library: ln(64/46), s = 0.0641; together 0.0954.
// ln(55/50) = 0.0953 is 0.999 of that, beyond which 15.9 % lie.
TEST_F(Cells, KnowHowLikelyTheyAreWrong) {
  EXPECT_NEAR(At(0, 2).risk.value().of_any, 0.159, 1e-3);
  EXPECT_FALSE(At(0, 4).risk) << "not measured";
}

TEST(CellStanding, IsExpectedWhereARuleIsInterpolatedWhateverItsEvidence) {
  Row row{Collective::kBcast,
          {{3, 4}, {1, 1}, {}},
          {{Bytes{8}, Bytes{8}, "flat", {{Bytes{8}, {}, ""}}, Interpolation{{{2, 1}}, 0.1}}}};
  std::vector<Candidate>& candidates = row.rules.front().evidence.front().candidates;
  candidates = {OnlyPredicted("flat", 5), OnlyPredicted("library", 10)};
  const auto cell = [&] { return MapOf({&row}, ExampleProfile().provenance).rows[0].cells[0]; };
  EXPECT_EQ(CellText(cell()), "flat is expected to take 50 % less than the library; not measured");
  candidates = {TimedWithin("flat", 5, 0), TimedWithin("library", 10, 0)};
  EXPECT_EQ(cell().standing, Standing::kExpected);
  EXPECT_FALSE(cell().risk) << "it is counted as measured";
}

// The margin of flat to the library, which is the runner-up, is 100 %.
TEST(CellStanding, AsksForMoreThanRunsDifferBy) {
  Profile profile = ExampleProfile();
  for (const auto& [between_runs, standing] :
       {std::pair(0.9, Standing::kSure), std::pair(1.1, Standing::kUncertain)}) {
    profile.provenance.between_runs = between_runs;
    EXPECT_EQ(MapsOf(profile.table, profile.provenance)[0].rows[0].cells[0].standing, standing);
  }
}

TEST(CellStanding, DoubtsTheLibraryWhereAnotherIsFasterByMoreThanTheMargin) {
  for (const auto& [median, standing] :
       {std::pair(9.8, Standing::kSure), std::pair(9.6, Standing::kUncertain)}) {
    const Row row{
        Collective::kBcast,
        RegionOf(2, 1),
        {{Bytes{8},
          Bytes{8},
          "library",
          {{Bytes{8}, {TimedWithin("flat", median, 0), TimedWithin("library", 10, 0)}, ""}}}}};
    EXPECT_EQ(MapOf({&row}, ExampleProfile().provenance).rows[0].cells[0].standing, standing);
  }
}

TEST_F(Cells, AreRowsForPrograms) {
  const std::string csv = MapCsv(maps_[0]);
  EXPECT_THAT(csv, testing::StartsWith(
                       "op,ranks,ranks_per_node,sites,mapping,first_root,last_root,bytes,choice,"
                       "standing,saved,choice_us,library_us,wrong,first_nodes,last_nodes,"
                       "first_ranks_per_node,last_ranks_per_node,first_ranks,last_ranks\n"
                       "bcast,4,2,,any,,,8,flat,sure,0.5,5,10,"));
  EXPECT_THAT(csv,
              testing::HasSubstr("\nbcast,8,2,,block,3,3,4096,chain,unproved,,,,,4,7,2,2,8,8\n"));
  EXPECT_THAT(csv,
              testing::HasSubstr("\nbcast,8,2,,block,3,3,65536,library,outside,,,,,4,7,2,2,8,8\n"));
}

TEST(Map, OfNothingIsNone) { EXPECT_TRUE(MapsOf({}, {}).empty()); }

}  // namespace
}  // namespace colltune::tune
