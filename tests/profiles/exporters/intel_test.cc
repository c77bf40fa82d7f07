#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/profiles/exporters/counterpart_text.h"
#include "tests/profiles/exporters/flat_tables.h"

namespace colltune {
namespace {

using enum Collective;
using testing::IsEmpty;
using testing::StartsWith;

constexpr Bytes kLargest{std::int64_t{1} << 62};
constexpr std::string_view kComment =
    "# Which algorithms Intel MPI shall use: for the shell command `.`\n";

std::string TextOf(std::vector<Row> rows) {
  Profile profile;
  profile.table.rows = std::move(rows);
  const auto files = FindExporter("intel").write(profile);
  EXPECT_EQ(files.size(), 1u);
  return files.front().text.substr(kComment.size());
}

std::unique_ptr<Selection> Reads(const std::string& text) {
  return FindExporter("intel").read(std::vector<ExportedFile>{{"", text}}, "file");
}

TEST(Intel, NamesAlgorithmsSizesAndRanks) {
  EXPECT_EQ(TextOf({{kBcast,
                     RegionOf(4, 2),
                     {{Bytes{0}, Bytes{1023}, "binomial", {}},
                      {Bytes{1024}, Bytes{2047}, "library", {}},
                      {Bytes{2048}, Bytes{4095}, "chain", {}},
                      {Bytes{4096}, kLargest, "scatter_ring_allgather", {}}}},
                    {kBcast, RegionOf(8, 8), {{Bytes{5}, Bytes{5}, "binomial", {}}}},
                    {kBarrier, RegionOf(7, 7), {{{}, {}, "dissemination:k=2", {}}}}}),
            "export I_MPI_ADJUST_BCAST=\"1:0-1023@4-4;3:4096-2147483647@4-4;1:5-5@8-8\"\n"
            "export I_MPI_ADJUST_BARRIER=\"1:@7-7\"\n");
  EXPECT_EQ(TextOf({}), "");
}

// By Intel's reference, allgather counts the bytes that one rank sends; allgatherv and
// reduce_scatter count those of all ranks.
TEST(Intel, CountsInItsOwnWay) {
  const std::vector<Rule> ring = {{Bytes{10}, Bytes{19}, "ring", {}}};
  EXPECT_EQ(TextOf({{kAllgather, RegionOf(4, 4), ring}}),
            "export I_MPI_ADJUST_ALLGATHER=\"3:10-19@4-4\"\n");
  EXPECT_EQ(TextOf({{kAllgatherv, RegionOf(4, 4), ring}}),
            "export I_MPI_ADJUST_ALLGATHERV=\"3:40-79@4-4\"\n");
  EXPECT_EQ(TextOf({{kReduceScatter, RegionOf(4, 4), {{Bytes{10}, Bytes{19}, "pairwise", {}}}}}),
            "export I_MPI_ADJUST_REDUCE_SCATTER=\"2:40-79@4-4\"\n");
  EXPECT_EQ(TextOf({{kAlltoallv, RegionOf(4, 4), {{{}, kLargest, "flat", {}}}}}),
            "export I_MPI_ADJUST_ALLTOALLV=\"1:@4-4\"\n");
}

TEST(Intel, IsToldTheRowOfFullNodesWithAnyRoot) {
  const std::vector<Rule> tree = {{Bytes{0}, Bytes{99}, "binomial", {}}};
  const std::vector<Rule> ring = {{Bytes{0}, Bytes{99}, "scatter_ring_allgather", {}}};
  Row third{kBcast, RegionOf(4, 4), ring};
  third.roots = {3, 3};
  EXPECT_EQ(TextOf({{kBcast, RegionOf(4, 1), ring}, {kBcast, RegionOf(4, 4), tree}, third}),
            "export I_MPI_ADJUST_BCAST=\"1:0-99@4-4\"\n");
  EXPECT_EQ(TextOf({third}), "");
}

TEST(Intel, TakesWhatHasTheCall) {
  const auto reads = Reads(
      "# by hand\n\n"
      "export I_MPI_ADJUST_BCAST=\"1:0-9@4-6,20@4;3:100-200;0:10-15\"\n"
      "export I_MPI_ADJUST_GATHER=\"3\"\n"
      "export I_MPI_ADJUST_ALLGATHERV=\"3:40-79@4\"\n"
      "export I_MPI_ADJUST_BARRIER=\"2:@4-5\"\n");
  const auto bcast = [&](int ranks, std::int64_t bytes) {
    return reads->Choose({kBcast, ranks, 1, 0, {bytes}});
  };
  EXPECT_EQ(bcast(3, 9), "");
  EXPECT_EQ(bcast(4, 0), "1 binomial");
  EXPECT_EQ(bcast(6, 9), "1 binomial");
  EXPECT_EQ(bcast(7, 9), "");
  EXPECT_EQ(bcast(4, 10), "");
  EXPECT_EQ(bcast(4, 20), "1 binomial");
  EXPECT_EQ(bcast(5, 20), "");
  EXPECT_EQ(bcast(5, 100), "3 ring");
  EXPECT_EQ(bcast(5, 200), "3 ring");
  EXPECT_EQ(bcast(5, 201), "");
  EXPECT_EQ(reads->Choose({kGather, 9, 9, 5, Bytes{1}}), "3");
  EXPECT_EQ(reads->Choose({kAllgatherv, 4, 1, 0, Bytes{9}}), "");
  EXPECT_EQ(reads->Choose({kAllgatherv, 4, 1, 0, Bytes{10}}), "3 ring");
  EXPECT_EQ(reads->Choose({kAllgatherv, 4, 1, 0, Bytes{19}}), "3 ring");
  EXPECT_EQ(reads->Choose({kAllgatherv, 4, 1, 0, Bytes{20}}), "");
  EXPECT_EQ(reads->Choose({kBarrier, 5, 1, 0, {}}), "2 recursive doubling");
}

TEST(Intel, RefusesWithTheLine) {
  const auto refusal = [](const std::string& value) {
    return Refusal("intel", "#\nexport I_MPI_ADJUST_BCAST=\"" + value + "\"\n");
  };
  EXPECT_EQ(refusal("1:0-9"), "");
  EXPECT_THAT(refusal("x:0-9"), StartsWith("file:2: algorithm"));
  EXPECT_THAT(refusal("1:0-x"), StartsWith("file:2: size"));
  EXPECT_THAT(refusal("1:0-9@0"), StartsWith("file:2: number of ranks"));
  EXPECT_EQ(refusal("1:9-0"), "file:2: '9-0' ends before it begins");
  EXPECT_EQ(refusal("1:0-1-2"), "file:2: '0-1-2' is no range");
  EXPECT_EQ(refusal("1:0-9@1@2"), "file:2: '0-9@1@2' has two @");
  EXPECT_EQ(refusal("1:@4-4"), "file:2: '@4-4' lacks sizes, which I_MPI_ADJUST_BCAST needs");
  EXPECT_EQ(Refusal("intel", "export I_MPI_ADJUST_BARRIER=\"1:0-0@4\"\n"),
            "file:1: '0-0@4' has sizes, which I_MPI_ADJUST_BARRIER does not know");
  EXPECT_EQ(refusal("1:0-9@4-8;2:9-12@8"),
            "file:2: I_MPI_ADJUST_BCAST has two algorithms for 8 ranks and 9 bytes, and it is not "
            "known which one Intel MPI takes");
  EXPECT_EQ(refusal("1:0-9@4-8;2:9-12@9"), "");
  EXPECT_EQ(refusal("1;2"), "file:2: I_MPI_ADJUST_BCAST has two algorithms without conditions");
}

TEST(Intel, ReadsLinesAsUsersKeepThem) {
  const auto reads = Reads(
      "#!/bin/sh\nI_MPI_ADJUST_BCAST=1:0-9;3\nexport I_MPI_ADJUST_GATHER='3'\n"
      "mpirun -genv I_MPI_ADJUST_REDUCE \"2:5\" -env I_MPI_ADJUST_BARRIER=1 ./app\n");
  EXPECT_EQ(reads->Choose({kBcast, 4, 1, 0, Bytes{9}}), "1 binomial");
  EXPECT_EQ(reads->Choose({kBcast, 4, 1, 0, Bytes{10}}), "3 ring");
  EXPECT_EQ(reads->Choose({kGather, 4, 1, 0, Bytes{9}}), "3");
  EXPECT_EQ(reads->Choose({kReduce, 4, 1, 0, Bytes{5}}), "2 binomial");
  EXPECT_EQ(reads->Choose({kBarrier, 4, 1, 0, {}}), "1 dissemination");
  EXPECT_EQ(reads->Where({kReduce, 4, 1, 0, Bytes{5}}), "file:4");
  EXPECT_EQ(reads->Where({kReduce, 4, 1, 0, Bytes{6}}), "");
  const std::string line = "export I_MPI_ADJUST_BCAST=\"1\"\n";
  EXPECT_EQ(Refusal("intel", line + line), "file:2: I_MPI_ADJUST_BCAST comes twice");
}

// The reference's example: "algorithm 3 is used for all other messages".
TEST(Intel, TakesWhatHasNoConditionsForTheRest) {
  const auto reads = Reads(
      "export I_MPI_ADJUST_REDUCE_SCATTER=\"4:0-100,5001-10000;1:101-3200;2:3201-5000;3\"\n"
      "export I_MPI_ADJUST_BCAST=\"3:;1:0-5000000000\"\n");
  const auto at = [&](std::int64_t bytes) {  // of 4 ranks, which it counts in total
    return reads->Choose({kReduceScatter, 4, 1, 0, {bytes / 4}});
  };
  EXPECT_EQ(at(100), "4 Reduce + Scatterv");
  EXPECT_EQ(at(104), "1 recursive halving");
  EXPECT_EQ(at(3204), "2 pairwise exchange");
  EXPECT_EQ(at(5004), "4 Reduce + Scatterv");
  EXPECT_EQ(at(10004), "3 recursive doubling");
  EXPECT_EQ(at(std::int64_t{1} << 40), "3 recursive doubling");
  EXPECT_EQ(reads->Choose({kBcast, 4, 1, 0, Bytes{5000000000}}), "1 binomial");
  EXPECT_EQ(reads->Choose({kBcast, 4, 1, 0, Bytes{5000000001}}), "3 ring");
}

TEST(Intel, NamesWhatSelectsNothingOfAProfile) {
  const auto reads = Reads(
      "export I_MPI_ADJUST_BCAST_SEGMENT=4\nexport I_MPI_ADJUST_IBCAST=1\n"
      "export I_MPI_ADJUST_EXSCAN=2\n");
  EXPECT_THAT(reads->notes,
              testing::ElementsAre(
                  "file:1: I_MPI_ADJUST_BCAST_SEGMENT selects nothing that a profile has; left out",
                  "file:2: I_MPI_ADJUST_IBCAST selects nothing that a profile has; left out"));
  EXPECT_EQ(reads->Choose({kExscan, 4, 1, 0, Bytes{1}}), "2");
}

TEST(Intel, IsImportedByTheTableOfExports) {
  const auto ours = [](Collective collective, const std::string& name) {
    return CounterpartText(FindExporter("intel").choice_of(collective, name), "");
  };
  EXPECT_EQ(ours(kBcast, "1 binomial"), "binomial");
  EXPECT_EQ(ours(kAllreduce, "2 Rabenseifner's"), "rabenseifner");
  EXPECT_EQ(ours(kAllgather, "2 Bruck's"), "bruck:k=2");
  EXPECT_EQ(ours(kBcast, "3 ring"), "scatter_ring_allgather, nearly");
  EXPECT_EQ(ours(kGather, "3"), "");
}

// MPICH's algorithms of these names are those of the papers that MPICH's sources cite.
TEST(Intel, HasWhatMpichHas) {
  const auto of = [](Collective collective, const std::string& choice) {
    const auto found = FindExporter("intel").counterpart({collective, 4, 4, 0, {}},
                                                         ParseChoice(collective, choice));
    return found && found->is_exact ? found->name : "";
  };
  EXPECT_EQ(of(kAllgather, "mpich:brucks"), "2 Bruck's");
  EXPECT_EQ(of(kAllgatherv, "mpich:recursive_doubling"), "1 recursive doubling");
  EXPECT_EQ(of(kAllreduce, "mpich:reduce_scatter_allgather"), "2 Rabenseifner's");
  EXPECT_EQ(of(kReduce, "mpich:reduce_scatter_gather"), "5 Rabenseifner's");
  EXPECT_EQ(of(kBarrier, "mpich:dissemination"), "1 dissemination");
  EXPECT_EQ(of(kGatherv, "mpich:linear"), "");  // may block or not
  EXPECT_EQ(of(kBcast, "library"), "");
}

// On two ranks a broadcast is one message, from whichever root, and so is a scatter.
TEST(Intel, HasWhatIsTheSameOnTwoRanks) {
  const auto of = [](Collective collective, int ranks, const std::string& choice) {
    const auto found = FindExporter("intel").counterpart({collective, ranks, 1, 0, {}},
                                                         ParseChoice(collective, choice));
    return found ? found->name : "";
  };
  EXPECT_EQ(of(kBcast, 2, "flat"), "1 binomial");
  EXPECT_EQ(of(kBcast, 3, "flat"), "");
  EXPECT_EQ(of(kBcast, 2, "chain"), "1 binomial");
  EXPECT_EQ(of(kBcast, 2, "double_tree"), "");
  EXPECT_EQ(of(kScatter, 2, "chain"), "1 binomial");
  EXPECT_EQ(of(kBcast, 2, "mpich:nb"), "");
}

TEST(Intel, SaysWhatIsNotThere) {
  const DecisionTable table = {{{kBcast,
                                 RegionOf(4, 4),
                                 {{Bytes{0}, Bytes{9}, "binomial", {}},
                                  {Bytes{10}, Bytes{19}, "knomial:k=8:segment=1K", {}},
                                  {Bytes{20}, Bytes{29}, "flat", {}},
                                  {Bytes{30}, Bytes{39}, "mpich:binomial", {}},
                                  {Bytes{40}, Bytes{49}, "mpich:smp", {}}}}}};
  EXPECT_EQ(ToText(FindSubstitutes(FindExporter("intel"), table)),
            "bcast:knomial:k=8:segment=1K: not there; the nearest is 8 knomial\n"
            "bcast:flat: not there, nor anything near it\n"
            "bcast:mpich:smp: not there, nor anything near it\n");
}

RC_GTEST_PROP(Intel, DoesWhatTheTableSays, ()) { ExpectComesBack(FindExporter("intel")); }

}  // namespace
}  // namespace colltune
