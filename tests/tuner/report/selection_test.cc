#include "tuner/report/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/tuner/report/example.h"

namespace colltune::tune {
namespace {

class Selection : public testing::Test {
 protected:
  std::vector<const Row*> Select(const Wanted& wanted) const {
    return SelectRows(profile_.table, wanted);
  }

  const Profile profile_ = ExampleProfile();
  const Row* const all_roots_ = &profile_.table.rows[0];
  const Row* const root_3_ = &profile_.table.rows[1];
};

TEST_F(Selection, IsOfWhatIsTold) {
  constexpr auto kOf = Collective::kBcast;
  using Rows = std::vector<const Row*>;
  EXPECT_EQ(Select({.collective = kOf}), (Rows{all_roots_, root_3_}));
  EXPECT_EQ(Select({.collective = kOf, .ranks = 4}), Rows{all_roots_});
  EXPECT_EQ(Select({.collective = kOf, .ranks_per_node = 2}), (Rows{all_roots_, root_3_}));
  EXPECT_EQ(Select({.collective = kOf, .mapping = Mapping::kBlock}), Rows{root_3_});
  EXPECT_EQ(Select({.collective = kOf, .mapping = Mapping::kAny}), Rows{all_roots_});
  EXPECT_EQ(Select({.collective = kOf, .root = 2}), Rows{all_roots_});
  EXPECT_EQ(Select({.collective = kOf, .root = 3}), (Rows{all_roots_, root_3_}));
}

TEST_F(Selection, SaysWhatIsThere) {
  const auto says = [](const char* text) {
    return testing::ThrowsMessage<std::invalid_argument>(testing::HasSubstr(text));
  };
  EXPECT_THAT([this] { Select({.collective = Collective::kScan}); },
              says("--op: the profile has nothing of scan"));
  EXPECT_THAT([this] { Select({.collective = Collective::kBcast, .sites = 2}); },
              says("no such row of bcast; there are: 4 ranks, 2 per node; 8 ranks, 2 per node, "
                   "block, root 3"));
  EXPECT_THAT([this] { Select({.collective = Collective::kBcast, .root = 8}); },
              says("no such row"));
}

TEST(LayoutsText, IsShort) {
  const Row row{Collective::kBcast, RegionOf(4, 1), {}};
  EXPECT_EQ(LayoutsText(std::vector<const Row*>(8, &row)),
            "4 ranks, 1 per node; 4 ranks, 1 per node; 4 ranks, 1 per node; 4 ranks, 1 per node; "
            "4 ranks, 1 per node; 4 ranks, 1 per node; and 2 more");
}

}  // namespace
}  // namespace colltune::tune
