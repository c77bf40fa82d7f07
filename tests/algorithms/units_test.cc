#include "algorithms/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace colltune {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Bytes, SuffixesArePowersOf1024) {
  EXPECT_EQ(ParseBytes("0"), Bytes{0});
  EXPECT_EQ(ParseBytes("8"), Bytes{8});
  EXPECT_EQ(ParseBytes("64K"), Bytes{65536});
  EXPECT_EQ(ParseBytes("4M"), Bytes{4194304});
  EXPECT_EQ(ParseBytes("2G"), Bytes{2147483648});
}

TEST(Bytes, TextIsTheShortestThatReadsBack) {
  EXPECT_EQ(ToText(Bytes{0}), "0");
  EXPECT_EQ(ToText(Bytes{1023}), "1023");
  EXPECT_EQ(ToText(Bytes{1024}), "1K");
  EXPECT_EQ(ToText(Bytes{1572864}), "1536K");
  EXPECT_EQ(ToText(Bytes{1 << 30}), "1G");
}

TEST(Bytes, AnythingElseIsRefusedByName) {
  for (const char* text : {"", "K", "-1", "1.5K", "8B", "1k", " 8", "8 ", "0x10", "5000000000G",
                           "99999999999999999999"}) {
    EXPECT_THAT([&] { ParseBytes(text); },
                ThrowsMessage<std::invalid_argument>(HasSubstr(std::string("'") + text + "'")))
        << text;
  }
}

TEST(Integer, BoundsAreIncludedAndNamed) {
  EXPECT_EQ(ParseInteger("1", 1, 4, "ranks"), 1);
  EXPECT_EQ(ParseInteger("4", 1, 4, "ranks"), 4);
  EXPECT_THAT([] { ParseInteger("0", 1, 4, "ranks"); },
              ThrowsMessage<std::invalid_argument>(
                  testing::AllOf(HasSubstr("ranks '0'"), HasSubstr("1 to 4"))));
  EXPECT_THROW(ParseInteger("5", 1, 4, "ranks"), std::invalid_argument);
  EXPECT_THROW(ParseInteger("2x", 1, 4, "ranks"), std::invalid_argument);
}

}  // namespace
}  // namespace colltune
