#include "tuner/report/predictions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/tuner/report/example.h"

namespace colltune::tune {
namespace {

using testing::HasSubstr;

class Predictions : public testing::Test {
 protected:
  const Profile profile_ = ExampleProfile();
  const std::vector<Prediction> all_ =
      PredictionsOf({&profile_.table.rows[0], &profile_.table.rows[1]});
};

TEST_F(Predictions, AreOfWhatWasMeasured) {
  ASSERT_EQ(all_.size(), 3u);
  EXPECT_EQ(all_[0].choice, "flat");
  EXPECT_EQ(all_[0].row, &profile_.table.rows[0]);
  EXPECT_DOUBLE_EQ(all_[0].measured.count(), 5e-6);
  EXPECT_DOUBLE_EQ(all_[0].predicted.count(), 4e-6);
  EXPECT_EQ(all_[1].choice, "chain");
  EXPECT_EQ(all_[2].bytes, Bytes{1024});
}

// 5/4, 24/20 and 55/50: the 90th percentile of three is the largest.
TEST_F(Predictions, AreOffInEitherDirection) {
  EXPECT_NEAR(OffBy(all_).value(), 0.25, 1e-12);
  EXPECT_NEAR(OffBy({all_[1]}).value(), 0.2, 1e-12);
  EXPECT_FALSE(OffBy({}));
}

TEST_F(Predictions, ArePointsOfTheirAlgorithm) {
  const std::string script = PredictionScript("it's", all_);
  EXPECT_THAT(script, HasSubstr("set title 'it''s'\n"));
  EXPECT_THAT(script, HasSubstr("$points0 << END\n1.9999999999999998e-05 2.4e-05\nEND\n"));
  EXPECT_THAT(script, HasSubstr("plot x with lines"));
  EXPECT_THAT(script, HasSubstr("$points0 with points title 'chain', $points1 with points title "
                                "'flat', $points2 with points title 'knomial'\n"));
  // From 4 to 55 us, with room.
  EXPECT_THAT(script, HasSubstr("set xrange [2.6666"));
  EXPECT_THAT(script, HasSubstr("set yrange [2.6666"));
  EXPECT_THROW(PredictionScript("", {}), std::invalid_argument);
}

TEST_F(Predictions, HaveMarksThatDoNotTouch) {
  std::vector<Prediction> all = all_;
  EXPECT_THAT(PredictionScript("", all), HasSubstr("set xtics (1e-6, 2e-6, 5e-6, 1e-5, "));
  all.back().measured = Seconds(1);  // more than three decades
  const std::string script = PredictionScript("", all);
  EXPECT_THAT(script, HasSubstr("set xtics (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0)"));
  EXPECT_THAT(script, HasSubstr("set ytics (1e-6, 2e-6, 5e-6, 1e-5, "));
}

TEST_F(Predictions, AreRowsForPrograms) {
  EXPECT_THAT(PredictionsCsv(all_),
              HasSubstr(",bytes,choice,measured_us,predicted_us,first_nodes,last_nodes,"
                        "first_ranks_per_node,last_ranks_per_node,first_ranks,last_ranks\n"
                        "bcast,4,2,,any,,,8,flat,5,4,2,3,2,2,4,4\n"));
}

}  // namespace
}  // namespace colltune::tune
