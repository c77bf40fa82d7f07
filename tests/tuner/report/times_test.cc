#include "tuner/report/times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/report/example.h"

namespace colltune::tune {
namespace {

using testing::HasSubstr;

TEST(Times, HaveACurveForEachMeasuredCandidate) {
  const Profile profile = ExampleProfile();
  const Plot plot = TimesOf(profile.table.rows[0]);
  EXPECT_EQ(plot.title, "bcast on 4 ranks, 2 per node");
  std::vector<std::string> names;
  for (const Curve& curve : plot.curves) names.push_back(curve.name);
  // The order is the library, the choice, the others, without those that were only predicted.
  EXPECT_THAT(names, testing::ElementsAre("library", "flat", "knomial:k=4:segment=128K", "chain"));
  for (const Curve& curve : plot.curves) EXPECT_EQ(curve.strong, curve.name != "chain");
  const std::vector<PlotPoint>& library = plot.curves[0].points;
  ASSERT_EQ(library.size(), 2u);
  EXPECT_EQ(library[0].bytes, Bytes{8});
  EXPECT_EQ(library[1].bytes, Bytes{1024});
  EXPECT_DOUBLE_EQ(library[1].value.count(), 55e-6);
  EXPECT_DOUBLE_EQ(library[1].low.count(), 46e-6);
  EXPECT_DOUBLE_EQ(library[1].high.count(), 64e-6);
}

TEST(Times, AreNoneWhereNothingWasMeasured) {
  Row row = ExampleProfile().table.rows[0];
  row.rules.erase(row.rules.begin(), row.rules.begin() + 2);
  EXPECT_TRUE(TimesOf(row).curves.empty());
  row.rules[0].evidence[0].candidates = {TimedWithin("library", 0, 0)};
  EXPECT_TRUE(TimesOf(row).curves.empty()) << "nothing took no time";
}

TEST(Times, AreRowsForPrograms) {
  const Profile profile = ExampleProfile();
  const std::string csv = TimesCsv({&profile.table.rows[0], &profile.table.rows[1]});
  EXPECT_THAT(csv,
              testing::StartsWith(
                  "op,ranks,ranks_per_node,sites,mapping,first_root,last_root,bytes,choice,"
                  "chosen,samples,median_us,low_us,high_us,predicted_us,first_nodes,last_nodes,"
                  "first_ranks_per_node,last_ranks_per_node,first_ranks,last_ranks\n"
                  "bcast,4,2,,any,,,8,flat,1,20,5,4.9,5.1,4,2,3,2,2,4,4\n"
                  "bcast,4,2,,any,,,8,library,0,20,10,9.9,10.1,,2,3,2,2,4,4\n"));
  EXPECT_THAT(csv, HasSubstr("\nbcast,4,2,,any,,,8,binomial,0,0,,,,90,2,3,2,2,4,4\n"));
  EXPECT_THAT(csv, HasSubstr("\nbcast,8,2,,block,3,3,64,flat,0,20,30,29.9,30.1,,4,7,2,2,8,8\n"));
}

}  // namespace
}  // namespace colltune::tune
