#include "tuner/report/escape.h"

#include <gtest/gtest.h>

namespace colltune::tune {
namespace {

TEST(Escape, TakesTheMeaningFromMarkup) {
  EXPECT_EQ(Escape("<b a='1' c=\"2\">&amp;"), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;");
}

TEST(Escape, KeepsWhatIsText) {
  EXPECT_EQ(Escape("a\nb \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80"),
            "a\nb \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80");
  EXPECT_EQ(Escape(""), "");
}

TEST(Escape, ShowsControlCharacters) {
  EXPECT_EQ(Escape(std::string("a\0b\x1b[31m\x7f\t\r", 11)), "a\\x00b\\x1b[31m\\x7f\\t\\r");
  EXPECT_EQ(Escape("\xc2\x85|\xc2\xa0|\xff"),  // next line; a blank that does not break; no UTF-8
            "\\u0085|\xc2\xa0|\\xff");
}

TEST(Escape, DoesNotTurnTheDirection) {
  EXPECT_EQ(Escape("a\xe2\x80\xae"
                   "b\xe2\x81\xa6"
                   "c"),
            "a\\u202eb\\u2066c");
  EXPECT_EQ(Escape("\xef\xbf\xbf"), "\\uffff");
}

}  // namespace
}  // namespace colltune::tune
