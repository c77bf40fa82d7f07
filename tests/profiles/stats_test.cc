#include "profiles/stats/stats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiles/profile.h"
#include "tests/profiles/replaced.h"

namespace colltune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

StatsFile Example() {
  StatsFile file;
  file.header = {.job = "n1 1 2",
                 .rank = 1,
                 .ranks = 4,
                 .profile = "/a \"b\"/c.yaml",
                 .clock = Seconds(0.25e-6),
                 .elapsed = Seconds(12.5)};
  file.calls.push_back({.communicator = 3,
                        .communicators = 2,
                        .name = "row\n\\",
                        .ranks = 4,
                        .ranks_per_node = 2,
                        .placement = {2, Mapping::kCyclic},
                        .collective = Collective::kReduceScatterBlock,
                        .least = Bytes{8},
                        .most = Bytes{12},
                        .mean_bytes = 9.5,
                        .choice = "chain:segment=8K",
                        .why = "profile",
                        .calls = 5'000'000'000,
                        .samples = 100,
                        .mean = Seconds(4e-6),
                        .median = Seconds(2e-6)});
  file.calls.push_back({.choice = "library", .why = std::string(kNoRow)});
  return file;
}

// The lines of a text, to compare with the page line by line.
std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

TEST(Stats, AreWrittenAsThePageSays) {
  const std::vector<std::string> lines = LinesOf(StatsText(Example()));
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[0],
            R"({"colltune_stats":1,"job":"n1 1 2","rank":1,"ranks":4,"profile":"/a \"b\"/c.yaml",)"
            R"("clock_us":0.25,"seconds":12.5})");
  EXPECT_EQ(lines[1],
            R"({"communicator":3,"communicators":2,"name":"row\n\\","ranks":4,"ranks_per_node":2,)"
            R"("sites":2,"mapping":"cyclic","op":"reduce_scatter_block","bytes":[8,12],)"
            R"("mean_bytes":9.5,"choice":"chain:segment=8K","why":"profile","calls":5000000000,)"
            R"("samples":100,"mean_us":4.0,"median_us":2.0})");
  EXPECT_EQ(lines[3], R"({"end":2})");
}

TEST(Stats, AreReadAsTheyWereWritten) {
  std::vector<std::string> faults;
  EXPECT_EQ(ParseStats(StatsText(Example()), "f", faults), Example());
  EXPECT_THAT(faults, IsEmpty());
}

TEST(Stats, ReplaceWhatIsNotUtf8) {
  StatsFile file = Example();
  file.calls[0].name = "a\xff";
  std::vector<std::string> faults;
  EXPECT_EQ(ParseStats(StatsText(file), "f", faults).calls[0].name, "a\xef\xbf\xbd");
  EXPECT_THAT(faults, IsEmpty());
}

TEST(SizeClass, IsThePowerOfTwo) {
  const std::vector<std::pair<std::int64_t, int>> classes = {
      {0, 0}, {1, 1}, {2, 2}, {3, 2}, {4, 3}, {7, 3}, {8, 4}, {std::int64_t{1} << 62, 63}};
  for (const auto& [bytes, expected] : classes) EXPECT_EQ(SizeClass(Bytes{bytes}), expected);
}

/// The faults found in a file of `calls` valid lines for calls.
std::vector<std::string> FaultsOf(const std::string& text, std::size_t calls) {
  std::vector<std::string> faults;
  EXPECT_EQ(ParseStats(text, "f", faults).calls.size(), calls);
  return faults;
}

std::string Replaced(const std::string& from, const std::string& to) {
  return colltune::Replaced(StatsText(Example()), from, to);
}

TEST(Stats, NameTheLineThatIsDamaged) {
  const auto expect = [](const std::string& from, const std::string& to, const std::string& what) {
    EXPECT_THAT(FaultsOf(Replaced(from, to), 1), ElementsAre("f:2: " + what));
  };
  expect("\"calls\":5", "\"calls\":x", "not an object of JSON");
  expect("\"calls\":5000000000", "\"calls\":0",
         "'calls' is 0, not a whole number from 1 to 9223372036854775807");
  expect("\"calls\":5000000000", "\"calls\":18446744073709551615",
         "'calls' is 18446744073709551615, not a whole number from 1 to 9223372036854775807");
  expect("\"calls\":5000000000", "\"calls\":1.5",
         "'calls' is 1.5, not a whole number from 1 to 9223372036854775807");
  expect("\"ranks_per_node\":2", "\"ranks_per_node\":5",
         "'ranks_per_node' is 5, not a whole number from 0 to 4");
  expect("[8,12]", "[8,7]", "'bytes' is 7, not a whole number from 8 to 9223372036854775807");
  expect("[8,12]", "[8]", "'bytes' is not [least, most]");
  expect("\"why\":\"profile\"", "\"why\":1", "'why' is 1, not a text");
  expect("\"why\":\"profile\",", "", "no 'why'");
  expect("cyclic", "cycled", "'mapping' is 'cycled', which is not known");
  expect("reduce_scatter_block", "bcat", "'op' is 'bcat', which is not known");
  expect("\"mean_us\":4.0", "\"mean_us\":-1", "'mean_us' is -1, not a number from 0 on");
}

TEST(Stats, TellTruncatedOnes) {
  const std::string text = StatsText(Example());
  EXPECT_THAT(FaultsOf(text.substr(0, text.find("{\"end\"")), 2),
              ElementsAre("f:4: the end is missing"));
  EXPECT_THAT(FaultsOf(text.substr(0, text.find("\"why\"")), 0),
              ElementsAre("f:2: not an object of JSON", "f:3: the end is missing"));
  EXPECT_THAT(
      FaultsOf(Replaced("{\"end\":2}", "{\"end\":3}"), 2),
      ElementsAre("f:4: the end of other lines than the 2 before it", "f:5: the end is missing"));
  EXPECT_THAT(
      FaultsOf(text + text, 4),
      ElementsAre("f:4: the end of other lines than the 2 before it", "f:5: no 'communicator'",
                  "f:8: the end of other lines than the 6 before it", "f:9: the end is missing"));
}

TEST(Stats, RefuseFilesOfSomethingElse) {
  const auto expect = [](const std::string& text, const std::string& what) {
    std::vector<std::string> faults;
    try {
      ParseStats(text, "f", faults);
      ADD_FAILURE() << "is taken: " << text;
    } catch (const ProfileError& error) {
      EXPECT_EQ(error.what(), what);
    }
  };
  expect("", "f: is empty: the program has not come to MPI_Finalize");
  expect("colltune_profile: 1\n", "f:1: not statistics: not an object of JSON");
  expect("{}\n", "f:1: not statistics: no 'colltune_stats'");
  expect("[1]\n", "f:1: not statistics: not an object of JSON");
  expect(Replaced("stats\":1", "stats\":2"),
         "f:1: not statistics: version 2; this program reads version 1");
  expect(Replaced("\"rank\":1", "\"rank\":4"),
         "f:1: not statistics: 'rank' is 4, not a whole number from 0 to 3");
}

}  // namespace
}  // namespace colltune
