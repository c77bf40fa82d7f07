#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/profiles/exporters/counterpart_text.h"
#include "tests/profiles/exporters/flat_tables.h"

namespace colltune {
namespace {

using enum Collective;
using testing::StartsWith;

constexpr Bytes kLargest{std::int64_t{1} << 62};

TEST(Pgmpi, HasAFileForEachCollectiveAndNumberOfRanks) {
  Profile profile;
  profile.table.rows = {
      {kAllreduce,
       RegionOf(4, 4),
       {{Bytes{0}, Bytes{0}, "reduce_bcast", {}},
        {Bytes{1}, Bytes{99}, "ring", {}},
        {Bytes{100}, Bytes{199}, "reduce_bcast", {}},
        {Bytes{200}, Bytes{299}, "library", {}},
        {Bytes{300}, kLargest, "rabenseifner", {}}}},
      {kAllreduce, RegionOf(8, 4), {{Bytes{0}, Bytes{99}, "recursive_doubling", {}}}},
      {kAllgather, RegionOf(4, 4), {{Bytes{0}, Bytes{99}, "gather_bcast", {}}}},
      {kAllgather, RegionOf(8, 4), {{Bytes{5}, Bytes{99}, "gather_bcast", {}}}}};
  const auto files = FindExporter("pgmpi").write(profile);
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0].suffix, ".4.MPI_Allreduce.prf");
  EXPECT_EQ(files[0].text,
            "MPI_Allreduce\n4\n"
            "2\n1 allreduce_as_reducescatterblock_allgather\n2 allreduce_as_reduce_bcast\n"
            "3\n1 99 1\n100 199 2\n300 2147483647 1\n");
  EXPECT_EQ(files[1].suffix, ".4.MPI_Allgather.prf");
  EXPECT_EQ(files[1].text, "MPI_Allgather\n4\n1\n1 allgather_as_gather_bcast\n1\n1 99 1\n");
  EXPECT_EQ(files[2].suffix, ".8.MPI_Allgather.prf");
  EXPECT_EQ(files[2].text, "MPI_Allgather\n8\n1\n1 allgather_as_gather_bcast\n1\n5 99 1\n");
}

// The form is that of the profile in PGMPITuneLib's README.
TEST(Pgmpi, TakesTheFirstRangeThatHasTheSize) {
  const auto reads = FindExporter("pgmpi").read(
      std::vector<ExportedFile>{{"",
                                 "# by hand\n#\nMPI_Allreduce # collective name\n4 # processes\n"
                                 "2\n7 allreduce_as_reduce_bcast \n"
                                 "1 allreduce_as_reducescatterblock_allgather\n"
                                 "3 # ranges\n0 16 7\n16 64 1\n100 100 7\n"}},
      "file");
  const auto at = [&](int ranks, std::int64_t bytes) {
    return reads->Choose({kAllreduce, ranks, 1, 0, {bytes}});
  };
  EXPECT_EQ(at(4, 0), "");
  EXPECT_EQ(at(4, 1), "allreduce_as_reduce_bcast");
  EXPECT_EQ(at(4, 16), "allreduce_as_reduce_bcast");
  EXPECT_EQ(at(4, 17), "allreduce_as_reducescatterblock_allgather");
  EXPECT_EQ(at(4, 65), "");
  EXPECT_EQ(at(4, 100), "allreduce_as_reduce_bcast");
  EXPECT_EQ(at(3, 16), "");
}

TEST(Pgmpi, RefusesWithTheLine) {
  const auto refusal = [](const std::string& text) { return Refusal("pgmpi", text); };
  const std::string head = "MPI_Allgather\n4\n1\n1 allgather_as_gather_bcast\n";
  EXPECT_EQ(refusal(head + "1\n1 9 1\n"), "");
  EXPECT_EQ(refusal("MPI_Allgathers\n"), "file:1: unknown collective 'MPI_Allgathers'");
  EXPECT_THAT(refusal("MPI_Allgather\n0\n"), StartsWith("file:2: number of processes"));
  EXPECT_EQ(refusal("MPI_Scatterv\n4\n"), "file:1: unknown collective 'MPI_Scatterv'");
  EXPECT_EQ(refusal("MPI_Allgather\n4\n1\n1 allgather_as_bcast\n"),
            "file:4: unknown mock-up 'allgather_as_bcast'");
  EXPECT_EQ(refusal("MPI_Allgather\n4\n1\n1 allreduce_as_reduce_bcast\n"),
            "file:4: unknown mock-up 'allreduce_as_reduce_bcast'");
  EXPECT_THAT(refusal(head + "0\n"), StartsWith("file:5: number of ranges"));
  EXPECT_EQ(refusal(head + "1\n1 9 2\n"), "file:6: no mock-up has the number 2");
  EXPECT_THAT(refusal(head + "1\n9 1 1\n"), StartsWith("file:6: size"));
  EXPECT_THAT(refusal(head + "1\n1 2147483648 1\n"), StartsWith("file:6: size"));
  EXPECT_EQ(refusal(head + "1\n1 9\n"), "file:6: is not two sizes and the number of a mock-up");
  EXPECT_EQ(refusal(head + "\n1\n"), "file:5: is not the number of ranges");
  EXPECT_EQ(refusal(head + "1"), "file:5: ends before two sizes and the number of a mock-up");
}

// Blanks as scanf takes them, and the other mock-ups of its sources.
TEST(Pgmpi, ReadsWhatPgmpiReads) {
  const auto reads = FindExporter("pgmpi").read(
      std::vector<ExportedFile>{{"",
                                 "MPI_Reduce_scatter_block\r\n 4 \r\n3\r\n"
                                 "1\treducescatterblock_as_allreduce\r\n2 default\r\n"
                                 "3 reducescatterblock_as_reduce_scatter\r\n"
                                 "3\r\n1\t9\t1\r\n10 19 2\r\n20 29 3\r\n"}},
      "file");
  const auto at = [&](std::int64_t bytes) {
    return reads->Choose({kReduceScatterBlock, 4, 1, 0, {bytes}});
  };
  EXPECT_EQ(at(9), "reducescatterblock_as_allreduce");
  EXPECT_EQ(at(10), "");
  EXPECT_EQ(at(20), "reducescatterblock_as_reduce_scatter");
  EXPECT_EQ(reads->Where({kReduceScatterBlock, 4, 1, 0, Bytes{20}}), "file:10");
}

TEST(Pgmpi, IsImportedByTheTableOfExports) {
  const auto ours = [](Collective collective, const std::string& name) {
    return CounterpartText(FindExporter("pgmpi").choice_of(collective, name), "");
  };
  EXPECT_EQ(ours(kAllgather, "allgather_as_gather_bcast"), "gather_bcast, nearly");
  EXPECT_EQ(ours(kBcast, "bcast_as_scatter_allgather"), "scatter_ring_allgather, nearly");
  EXPECT_EQ(ours(kScan, "scan_as_scan_hier"), "");
}

TEST(Pgmpi, NamesWhatPgmpiWouldLeaveToChance) {
  const std::string one = "MPI_Allgather\n4\n1\n1 allgather_as_gather_bcast\n1\n1 9 1\n";
  const std::string other = "MPI_Allgather\n8\n1\n1 allgather_as_gather_bcast\n1\n1 9 1\n";
  const std::vector<ExportedFile> files = {{"/a.prf", one}, {"/b.prf", other}};
  EXPECT_THAT(
      FindExporter("pgmpi").read(files, "folder")->notes,
      testing::ElementsAre("folder/b.prf:6: MPI_Allgather is there for 8 processes, too: of "
                           "one folder PGMPITuneLib takes any one of its files"));
}

TEST(Pgmpi, RefusesASecondFileForTheSame) {
  const std::string text = "MPI_Allgather\n4\n1\n1 allgather_as_gather_bcast\n1\n1 9 1\n";
  const std::vector<ExportedFile> files = {{".a.prf", text}, {".b.prf", text}};
  try {
    FindExporter("pgmpi").read(files, "file");
    FAIL() << "was read";
  } catch (const ProfileError& error) {
    EXPECT_STREQ(error.what(), "file.b.prf:2: another file is for MPI_Allgather on 4 processes");
  }
}

RC_GTEST_PROP(Pgmpi, DoesWhatTheTableSays, ()) { ExpectComesBack(FindExporter("pgmpi")); }

}  // namespace
}  // namespace colltune
