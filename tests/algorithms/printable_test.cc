#include "algorithms/printable.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace colltune {
namespace {

TEST(Printable, KeepsWhatShowsItself) {
  // A umlaut, the euro, a smiley, Hebrew, Arabic, a no-break space, a backslash.
  const std::string text =
      "a \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80 \xd7\x90 \xd8\xa7 \xc2\xa0 \\x1b ~";
  EXPECT_EQ(Printable(text), text);
  EXPECT_EQ(PrintableLines(text + "\n" + text), text + "\n" + text);
  EXPECT_EQ(Printable(""), "");
}

TEST(Printable, EscapesControlCharacters) {
  EXPECT_EQ(Printable("a\x1b[31mb\x07"), "a\\x1b[31mb\\x07");
  EXPECT_EQ(Printable(std::string("\0\n\r\t\x7f", 5)), "\\x00\\n\\r\\t\\x7f");
  EXPECT_EQ(Printable("\xc2\x9b"), "\\u009b");  // the control sequence introducer in one character
  EXPECT_EQ(PrintableLines("a\nb\r\n\x1b"), "a\nb\\r\n\\x1b");
}

TEST(Printable, EscapesWhatTurnsTheDirectionOrEndsLines) {
  EXPECT_EQ(Printable("\xe2\x80\xae"
                      "a\xe2\x81\xa6\xe2\x80\xa8\xd8\x9c"),
            "\\u202ea\\u2066\\u2028\\u061c");
  EXPECT_EQ(Printable("\xef\xbb\xbf"
                      "a\xef\xbf\xbf"),
            "\\ufeffa\\uffff");
  EXPECT_EQ(Printable("\xf0\x9f\xbf\xbe"), "\\U0001fffe");
}

// In turn: a byte that begins nothing, a cut character, too long a form of '/', a surrogate, a code
// above the largest.
TEST(Printable, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(Printable("\xff"
                      "a\xc3"),
            "\\xffa\\xc3");
  EXPECT_EQ(Printable("\xc0\xaf"), "\\xc0\\xaf");
  EXPECT_EQ(Printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(Printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

RC_GTEST_PROP(Printable, LeavesNothingThatATerminalActsOn, (const std::string& text)) {
  const std::string shown = Printable(text);
  RC_ASSERT(Printable(shown) == shown);
  for (const char c : shown) RC_ASSERT(c != '\x7f' && (c >= ' ' || c < 0));
}

TEST(EscapeJson, EscapesWithinStringsAlone) {
  EXPECT_EQ(EscapeJson("{\"a\": \"\x7f\xe2\x80\xae\xf0\x9f\xbf\xbe\"}\n"),
            "{\"a\": \"\\u007f\\u202e\\ud83f\\udffe\"}\n");
}

RC_GTEST_PROP(JsonText, ReadsBackAsTheSame, (const std::string& any)) {
  std::string text = "\xe2\x80\xae\xc2\x9b\x1b\n\"\\";
  for (const char c : any) text += static_cast<char>(c & 0x7f);
  const nlohmann::json value = {{"name", text}};
  RC_ASSERT(nlohmann::json::parse(JsonText(value)) == value);
}

TEST(JsonText, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(JsonText(nlohmann::json("a\xff")), "\"a\xef\xbf\xbd\"");
}

}  // namespace
}  // namespace colltune
