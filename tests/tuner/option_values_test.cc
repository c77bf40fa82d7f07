#include "tuner/text/option_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr Bytes kMost{1 << 30};

std::vector<std::int64_t> Counts(std::string_view text) {
  std::vector<std::int64_t> counts;
  for (const Bytes bytes : ParseSizes(text, kMost)) counts.push_back(bytes.count);
  return counts;
}

TEST(Sizes, AreListsRangesOrBoth) {
  EXPECT_THAT(Counts("64K"), ElementsAre(65536));
  EXPECT_THAT(Counts("8:128:x2"), ElementsAre(8, 16, 32, 64, 128));
  EXPECT_THAT(Counts("1:100:x10"), ElementsAre(1, 10, 100));
  EXPECT_THAT(Counts("8:127:x2"), ElementsAre(8, 16, 32, 64));
  EXPECT_THAT(Counts("1K,0,8:16:x2,8"), ElementsAre(0, 8, 16, 1024));
}

TEST(Sizes, EndAtTheLargestThatCanBeWritten) {
  EXPECT_THAT(ParseSizes("1G:4294967296G:x1024", Bytes{std::int64_t{1} << 62}),
              ElementsAre(Bytes{std::int64_t{1} << 30}, Bytes{std::int64_t{1} << 40},
                          Bytes{std::int64_t{1} << 50}, Bytes{std::int64_t{1} << 60}));
}

TEST(Sizes, ThatAreWrongAreNamed) {
  for (const char* text :
       {"", "8,", "8:64", "8:64:2", "8:64:x1", "64:8:x2", "0:8:x2", "8:64:x2:x2", "-8", "8:64:x"}) {
    EXPECT_THROW(ParseSizes(text, kMost), std::invalid_argument) << text;
  }
  EXPECT_THAT([] { ParseSizes("8:64", kMost); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("'8:64'")));
  EXPECT_THAT([] { ParseSizes("2G", kMost); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("2G is above")));
}

TEST(Ranks, AreSortedAndAtLeastTwo) {
  EXPECT_THAT(ParseRanks("7,2,4,2", 8), ElementsAre(2, 4, 7));
  EXPECT_THAT([] { ParseRanks("0", 8); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("number of ranks '0'")));
  EXPECT_THROW(ParseRanks("1", 8), std::invalid_argument);
  EXPECT_THROW(ParseRanks("9", 8), std::invalid_argument);
  EXPECT_THROW(ParseRanks("2;4", 8), std::invalid_argument);
  EXPECT_THAT(ParseRanks("6,2:4", 8), ElementsAre(2, 3, 4, 6));
  for (const char* text : {"4:2", "2:9", "1:4", "2:4:6", "2:", ":4"}) {
    EXPECT_THROW(ParseRanks(text, 8), std::invalid_argument) << text;
  }
  EXPECT_THAT([] { ParseRanks("2:1000000", 1 << 30); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("'2:1000000' are neither")));
}

TEST(Repetitions, AreLeastAndMost) {
  EXPECT_EQ(ParseRepetitions("10:1000"), std::pair(10, 1000));
  EXPECT_EQ(ParseRepetitions("50"), std::pair(50, 50));
  EXPECT_THROW(ParseRepetitions("10:5"), std::invalid_argument);
  EXPECT_THROW(ParseRepetitions("0:5"), std::invalid_argument);
  EXPECT_THROW(ParseRepetitions("1:2:3"), std::invalid_argument);
}

}  // namespace
}  // namespace colltune::tune
