#include "tuner/report/legend.h"

#include <gtest/gtest.h>

#include "tests/tuner/report/example.h"

namespace colltune::tune {
namespace {

TEST(Legend, LabelsFormsOfAnAlgorithmWithNumbers) {
  const Profile profile = ExampleProfile();
  const auto legend = LegendOf(MapsOf(profile.table, profile.provenance)[0]);
  ASSERT_EQ(legend.size(), 5u);
  EXPECT_EQ(legend[0].choice, "library");
  EXPECT_EQ(legend[0].label, "lib");
  EXPECT_EQ(EntryOf(legend, "flat").label, "A");
  EXPECT_EQ(EntryOf(legend, "knomial:k=4:segment=128K").label, "B1");
  EXPECT_EQ(EntryOf(legend, "knomial:k=8:segment=128K").label, "B2");
  EXPECT_EQ(EntryOf(legend, "chain").label, "C");
  EXPECT_EQ(EntryOf(legend, "knomial:k=4:segment=128K").colour,
            EntryOf(legend, "knomial:k=8:segment=128K").colour);
  EXPECT_NE(EntryOf(legend, "flat").colour, EntryOf(legend, "chain").colour);
}

TEST(Legend, NeverRunsOutOfLabels) {
  Row row{Collective::kBcast, RegionOf(2, 1), {}};
  for (int i = 0; i < 28; ++i) {
    row.rules.push_back({Bytes{i}, Bytes{i}, "mpich:a" + std::to_string(i), {}});
  }
  const auto legend = LegendOf(MapOf({&row}, {}));
  ASSERT_EQ(legend.size(), 28u);
  EXPECT_EQ(legend[25].label, "Z");
  EXPECT_EQ(legend[26].label, "AA");
  EXPECT_EQ(legend[27].label, "AB");
}

TEST(AlgorithmName, IsWithoutParameters) {
  EXPECT_EQ(AlgorithmName(Collective::kBcast, "knomial:k=4:segment=8K"), "knomial");
  EXPECT_EQ(AlgorithmName(Collective::kBcast, "mpich:nb"), "mpich:nb");
  EXPECT_EQ(AlgorithmName(Collective::kBcast, "library"), "library");
}

}  // namespace
}  // namespace colltune::tune
