#include "tuner/job/print.h"

#include <gtest/gtest.h>

#include <string>

namespace colltune::tune {
namespace {

constexpr std::string_view kName = "a\x1b[31m\nb\xe2\x80\xae";
constexpr std::string_view kShown = "a\\x1b[31m\\nb\\u202e";

TEST(PrintableText, KeepsEachTextOnItsLine) {
  const std::string name(kName);
  EXPECT_EQ(PrintableText("{}: {} is {:.1f}, {:>4}|{:<3}\n", name, name.c_str(), 2.0, "x", kName),
            std::string(kShown) + ": " + std::string(kShown) + " is 2.0,    x|" +
                std::string(kShown) + "\n");
}

TEST(Print, WritesOneLineForEachOfOurs) {
  testing::internal::CaptureStdout();
  Print("{}\n", kName);
  PrintLines("two\nlines\x1b\n");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), std::string(kShown) + "\ntwo\nlines\\x1b\n");
}

TEST(Print, LeavesDataForProgramsAsItIs) {
  testing::internal::CaptureStdout();
  PrintData(kName);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), kName);
}

TEST(Warn, SaysWhoWarns) {
  testing::internal::CaptureStderr();
  Warn("{}", kName);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "colltune: " + std::string(kShown) + "\n");
}

}  // namespace
}  // namespace colltune::tune
