#include "tuner/report/escape.h"

#include <gtest/gtest.h>

namespace colltune {
namespace {

TEST(Escape, TakesTheMeaningFromMarkup) {
  EXPECT_EQ(Escape("<b a='1' c=\"2\">&amp;"), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;");
}

TEST(Escape, KeepsWhatIsText) {
  EXPECT_EQ(Escape("a\nb \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80"),
            "a\nb \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80");
  EXPECT_EQ(Escape(""), "");
}

TEST(Escape, RefusesControlCharacters) {
  EXPECT_EQ(Escape(std::string("a\0b\x1b[31m\x7f\t\r", 11)), "a?b?[31m???");
  EXPECT_EQ(Escape("\xc2\x85|\xc2\xa0"), "?|\xc2\xa0");  // next line; a blank that does not break
}

TEST(Escape, RefusesToTurnTheDirection) {
  EXPECT_EQ(Escape("a\xe2\x80\xae"
                   "b\xe2\x81\xa6"
                   "c"),
            "a?b?c");
  EXPECT_EQ(Escape("\xef\xbf\xbf"), "?");
}

}  // namespace
}  // namespace colltune
