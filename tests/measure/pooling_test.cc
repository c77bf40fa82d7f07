#include "measure/records/pooling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace colltune::measure {
namespace {

Record Row(const std::string& algorithm, int bytes, int run, double seconds) {
  Record record;
  record.op = "bcast";
  record.algorithm = algorithm;
  record.method = "round_time";
  record.bytes = Bytes{bytes};
  record.run = run;
  record.seconds = Seconds(seconds);
  return record;
}

TEST(PoolRecords, GivesTheMedianOfEachRun) {
  const std::vector<Record> records = {
      Row("b", 8, 1, 1), Row("b", 8, 1, 2),  Row("b", 8, 1, 9),  // 2
      Row("b", 8, 2, 4), Row("b", 8, 2, 4),  Row("b", 8, 2, 4),  // 4
      Row("a", 8, 1, 5), Row("b", 64, 1, 7), Row("b", 8, 3, 6),  // 6
  };
  const auto pools = PoolRecords(records, 0.5);
  ASSERT_EQ(pools.size(), 3u);
  EXPECT_EQ(pools[0].contender.name, "b");
  EXPECT_THAT(pools[0].contender.runs, testing::ElementsAre(Seconds(2), Seconds(4), Seconds(6)));
  EXPECT_EQ(pools[0].median.value, Seconds(4));
  EXPECT_EQ(pools[0].median.low, Seconds(2));  // P(2 <= median <= 6) = 1 - 2 / 8 >= 0.5
  EXPECT_EQ(pools[0].median.high, Seconds(6));
  EXPECT_EQ(pools[0].median.reps, 3);
  EXPECT_EQ(pools[1].contender.name, "a");
  EXPECT_EQ(pools[2].problem.bytes, Bytes{64});
}

TEST(PoolRecords, TakesTheRowsOfASingleRun) {
  std::vector<Record> records;
  for (int i = 1; i <= 10; ++i) records.push_back(Row("a", 8, 0, i));
  const Pool pool = PoolRecords(records, 0.95).at(0);
  EXPECT_EQ(pool.median.value, Seconds(5.5));
  EXPECT_EQ(pool.median.low, Seconds(2));  // tables: see statistics_test
  EXPECT_EQ(pool.median.high, Seconds(9));
}

TEST(PoolRecords, TakesTheSlowestDestinationOfValidRows) {
  std::vector<Record> records = {Row("a", 8, 0, 3), Row("a", 8, 0, 1), Row("a", 8, 0, 9),
                                 Row("z", 8, 0, 1)};
  records[0].destination = 1;
  records[1].destination = 2;
  records[2].destination = 3;
  records[2].valid = false;
  records[3].valid = false;
  const auto pools = PoolRecords(records, 0.95);
  ASSERT_EQ(pools.size(), 1u);
  EXPECT_EQ(pools[0].median.value, Seconds(3));
  EXPECT_TRUE(std::isinf(pools[0].median.high.count()));
  EXPECT_TRUE(PoolRecords({}, 0.95).empty());
}

}  // namespace
}  // namespace colltune::measure
