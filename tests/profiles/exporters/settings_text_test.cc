#include "profiles/exporters/settings_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "profiles/profile.h"

namespace colltune {

bool operator==(const Setting& one, const Setting& other) {
  return one.name == other.name && one.value == other.value && one.line == other.line;
}

void PrintTo(const Setting& setting, std::ostream* out) {
  *out << setting.line << ": " << setting.name << " = " << setting.value;
}

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

std::vector<Setting> Reads(const std::string& text) {
  constexpr std::array<std::string_view, 2> kPrefixes = {"MY_", "my_"};
  return ReadSettings(text, "file", kPrefixes);
}

std::string Refusal(const std::string& text) {
  try {
    Reads(text);
  } catch (const ProfileError& error) {
    return error.what();
  }
  return "";
}

// Expected values were seen with `sh -c '... && env'`; csh's setenv was read in tcsh(1).
TEST(Settings, AreReadAsAShellReadsThem) {
  EXPECT_THAT(
      Reads("export MY_A=1 MY_B=\"2 3\" MY_C='$4;5'\n"),
      ElementsAre(Setting{"MY_A", "1", 1}, Setting{"MY_B", "2 3", 1}, Setting{"MY_C", "$4;5", 1}));
  EXPECT_THAT(Reads("env MY_A=\"a\"'b'c\\ d ./program # MY_B=2\n"),
              ElementsAre(Setting{"MY_A", "abc d", 1}));
  EXPECT_THAT(Reads("setenv MY_A \"1:0-9;2\"\n"), ElementsAre(Setting{"MY_A", "1:0-9;2", 1}));
  EXPECT_THAT(Reads("MY_A=\"\\$x\\\"\" program && export MY_B=a#b; export MY_A MY_B\n"),
              ElementsAre(Setting{"MY_A", "$x\"", 1}, Setting{"MY_B", "a#b", 1}));
}

TEST(Settings, AreReadFromFilesOfVariablesAndParameters) {
  EXPECT_THAT(Reads("MY_A=1:0-9;2:10-20@4\n  my_b  =  3 \nMY_C='x'\nmy_d = \"y z\"\n"),
              ElementsAre(Setting{"MY_A", "1:0-9;2:10-20@4", 1}, Setting{"my_b", "3", 2},
                          Setting{"MY_C", "x", 3}, Setting{"my_d", "y z", 4}));
}

TEST(Settings, AreReadFromCommands) {
  EXPECT_THAT(
      Reads(
          "mpirun -n 4 -genv MY_A 1 -env MY_B=2 \\\n  -x MY_C=3 --mca my_d 4 -gmca my_e 5 ./app\n"),
      ElementsAre(Setting{"MY_A", "1", 1}, Setting{"MY_B", "2", 1}, Setting{"MY_C", "3", 1},
                  Setting{"my_d", "4", 1}, Setting{"my_e", "5", 1}));
  EXPECT_THAT(Reads("mpirun -x MY_A -genvlist MY_A,MY_B -envlist X,MY_B ./app\n"), IsEmpty());
}

TEST(Settings, AreFoundAmongOtherLines) {
  EXPECT_THAT(Reads("\xef\xbb\xbf#!/bin/bash\r\n#SBATCH -n 4\r\n\r\nmodule load x \"unclosed\r\n"
                    "# export MY_A=0\r\nexport MY_A=1\r\necho $MY_A \"${MY_A}\"\r\n"),
              ElementsAre(Setting{"MY_A", "1", 6}));
}

TEST(Settings, AreRefusedWhereTheirValueIsNotPlain) {
  EXPECT_THAT(Refusal("#\nexport MY_A=$x\n"), StartsWith("file:2: MY_A is '$x', in which a shell"));
  EXPECT_THAT(Refusal("export MY_A=\"`x`\"\n"), StartsWith("file:1: MY_A is '`x`', in which"));
  EXPECT_THAT(Refusal("mpirun -genv MY_A $x\n"), StartsWith("file:1: MY_A is '$x', in which"));
  EXPECT_EQ(Refusal("export MY_A=\"1\n"), "file:1: the quote of '\"1' has no end");
  EXPECT_EQ(Refusal("export MY_A='1\n"), "file:1: the quote of ''1' has no end");
  EXPECT_EQ(Refusal("unset MY_A\n"), "file:1: no value of MY_A is found");
  EXPECT_EQ(Refusal("mpirun -genv MY_A\n"), "file:1: no value of MY_A is found");
  EXPECT_EQ(Refusal("srun --export=ALL,MY_A=1\n"),
            "file:1: '--export=ALL,MY_A=1' is not understood; write NAME=VALUE on a line");
  EXPECT_EQ(Refusal("MY_A=1\nexport MY_A=1\n"), "file:2: MY_A comes twice");
}

TEST(Settings, HaveValuesThatFitAVariable) {
  // 4 + 1 + 131066 + 1 bytes are 128 KiB.
  const std::string zeros(131066, '0');
  EXPECT_EQ(Refusal("MY_A=" + zeros), "");
  EXPECT_THAT(Refusal("MY_A=0" + zeros),
              StartsWith("file:1: MY_A has 131067 bytes, more than the 128 KiB"));
}

}  // namespace
}  // namespace colltune
