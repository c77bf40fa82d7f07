#include "profiles/yaml/yaml_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>

namespace colltune {
namespace {

TEST(ToDecimal, IsTheShortestText) {
  EXPECT_EQ(ToDecimal(0.1), "0.1");
  EXPECT_EQ(ToDecimal(12), "12");
  EXPECT_EQ(ToDecimal(-12.5), "-12.5");
  EXPECT_EQ(ToDecimal(0), "0");
  EXPECT_EQ(ToDecimal(1200), "1200");
  EXPECT_EQ(ToDecimal(0.00001), "0.00001");
}

TEST(ToDecimal, HasAPointAndASignInExponents) {
  EXPECT_EQ(ToDecimal(8e-10), "8.0e-10");
  EXPECT_EQ(ToDecimal(-1.25e-7), "-1.25e-07");
  EXPECT_EQ(ToDecimal(1e15), "1000000000000000");
  EXPECT_EQ(ToDecimal(1e16), "1.0e+16");
  EXPECT_EQ(ToDecimal(2.5e300), "2.5e+300");
}

TEST(ToDecimal, ShiftsThePoint) {
  EXPECT_EQ(ToDecimal(12.3e-6, 6), "12.3");  // 1e6 * 12.3e-6 is 12.299999999999999
  EXPECT_EQ(ToDecimal(1, 6), "1000000");
  EXPECT_EQ(ToDecimal(1.5e-9, 6), "0.0015");
  EXPECT_EQ(ToDecimal(0, 6), "0");
}

TEST(FromDecimal, ReadsDecimalNumbers) {
  EXPECT_EQ(FromDecimal("12.3"), 12.3);
  EXPECT_EQ(FromDecimal("-1.5e+3"), -1500);
  EXPECT_EQ(FromDecimal("1E3"), 1000);
  EXPECT_EQ(FromDecimal("12.3", 6), 12.3e-6);
  EXPECT_EQ(FromDecimal("1.0e-2", 6), 1e-8);
}

TEST(FromDecimal, RefusesEverythingElse) {
  for (const char* text :
       {"",     " 1",    "1 ",   "+1",       "e5",    "1e",     "1e+",
        "1e5x", "1e5e5", "0x10", "1,5",      "1_000", "nan",    ".nan",
        "inf",  "-inf",  ".inf", "infinity", "1e400", "1e-400", "1e99999999999999999999"}) {
    EXPECT_EQ(FromDecimal(text), std::nullopt) << text;
    EXPECT_EQ(FromDecimal(text, 6), std::nullopt) << text;
  }
}

RC_GTEST_PROP(Decimal, EveryNumberReadsBackAsItself, (std::uint64_t bits)) {
  const auto value = std::bit_cast<double>(bits * 0x9e3779b97f4a7c15);  // all exponents
  RC_PRE(std::isfinite(value));
  for (const int shift : {0, 6}) {
    // A shift may leave the range of a double, but never that of the text.
    const std::optional<double> back = FromDecimal(ToDecimal(value, shift), shift);
    RC_ASSERT(back.has_value());
    RC_ASSERT(std::bit_cast<std::uint64_t>(*back) == std::bit_cast<std::uint64_t>(value));
  }
}

TEST(Quoted, EscapesOnlyWhatItMust) {
  EXPECT_EQ(Quoted("Xeon(R) 2.6 GHz: #1 'a'"), "\"Xeon(R) 2.6 GHz: #1 'a'\"");
  EXPECT_EQ(Quoted("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_EQ(Quoted("a\nb\t\x7f"), "\"a\\x0ab\\x09\\x7f\"");
  EXPECT_EQ(Quoted(""), "\"\"");
}

TEST(Quoted, EscapesWhatYamlCannotShow) {
  // YAML 1.2.2, 5.1: c-printable goes on at U+00A0, but for U+0085, and leaves out these two.
  EXPECT_EQ(Quoted("\u0080\u0085\u009f\u00a0"), "\"\\x80\\x85\\x9f\u00a0\"");
  EXPECT_EQ(Quoted("\ufffd\ufffe\uffff\U00010000"), "\"\ufffd\\ufffe\\uffff\U00010000\"");
}

TEST(Quoted, KeepsUtf8AndReplacesOtherBytes) {
  EXPECT_EQ(Quoted("µs – 𝄞"), "\"µs – 𝄞\"");
  EXPECT_EQ(Quoted("a\xffz"), "\"a?z\"");
  EXPECT_EQ(Quoted("\xc3"), "\"?\"");
}

TEST(IsUtf8, KnowsWhatIsNot) {
  EXPECT_TRUE(IsUtf8(""));
  EXPECT_TRUE(IsUtf8("a\x01µ–𝄞"));
  EXPECT_FALSE(IsUtf8("\x85"));
  EXPECT_FALSE(IsUtf8("a\xc3"));
}

TEST(FindUnprintable, FindsTheFirstBadByte) {
  EXPECT_EQ(FindUnprintable("tab\t, line\r\n, µ–𝄞\xf4\x8f\xbf\xbf"), std::string::npos);
  EXPECT_EQ(FindUnprintable(std::string_view("ab\0c", 4)), 2U);
  EXPECT_EQ(FindUnprintable("a\x7f"), 1U);
  EXPECT_EQ(FindUnprintable("\x04"), 0U);
}

TEST(FindUnprintable, KnowsWhatIsNotUtf8) {
  for (const char* bad :
       {"\x80", "\xbf", "\xc3", "\xc0\xaf", "\xc1\xbf", "\xe0\x9f\xbf", "\xe2\x82", "\xed\xa0\x80",
        "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff",
        "\xc3(", "\xe2\x82("}) {
    EXPECT_EQ(FindUnprintable(std::string("ab") + bad), 2U) << bad;
  }
}

}  // namespace
}  // namespace colltune
