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

std::string TextOf(std::vector<Row> rows) {
  Profile profile;
  profile.table.rows = std::move(rows);
  const auto files = FindExporter("ucc").write(profile);
  EXPECT_EQ(files.size(), 1u);
  return files.front().text;
}

std::string Line(const std::string& tokens) {
  return "export UCC_TL_UCP_TUNE=\"" + tokens + "\"\n";
}

std::unique_ptr<Selection> Reads(const std::string& tokens) {
  return FindExporter("ucc").read(std::vector<ExportedFile>{{"", Line(tokens)}}, "file");
}

TEST(Ucc, HasATokenForEachRule) {
  const std::string comment = "# Which algorithms UCC shall use: for the shell command `.`\n";
  EXPECT_EQ(TextOf({{kBcast,
                     RegionOf(4, 2),
                     {{Bytes{0}, Bytes{1023}, "binomial", {}},
                      {Bytes{1024}, Bytes{2047}, "library", {}},
                      {Bytes{2048}, Bytes{2048}, "binomial", {}},  // a size alone is refused
                      {Bytes{4096}, kLargest, "scatter_ring_allgather", {}}}},
                    {kAllgather, RegionOf(3, 3), {{Bytes{10}, Bytes{19}, "ring", {}}}},
                    {kAlltoallv, RegionOf(8, 8), {{{}, kLargest, "pairwise", {}}}},
                    {kBarrier, RegionOf(8, 8), {{{}, {}, "tree:k=4", {}}}},
                    {kReduceScatterBlock, RegionOf(4, 4), {{Bytes{8}, Bytes{15}, "ring", {}}}},
                    {kReduceScatter, RegionOf(4, 4), {{Bytes{8}, Bytes{15}, "ring", {}}}}}),
            comment + Line("bcast:host:0-1023:[4]:inf:@knomial"
                           "#bcast:host:4096-inf:[4]:inf:@sag_knomial"
                           "#allgather:host:30-59:[3]:inf:@ring"
                           "#alltoallv:host:0-inf:[8]:inf:@pairwise"
                           "#reduce_scatter:host:8-15:[4]:inf:@ring"
                           "#reduce_scatterv:host:32-63:[4]:inf:@ring"));
  EXPECT_EQ(TextOf({}), comment);
}

// The syntax of the user guide: sizes with K, lists, qualifiers in any order, algorithms by number.
TEST(Ucc, TakesWhatHasTheCall) {
  const auto reads = Reads(
      "@1:bcast,reduce:[2,4-6]:0-1K,4K-inf"
      "#allgather:[3-inf]:inf:host,cuda:@ring#alltoall:cuda:@bruck#allreduce:30-60:40");
  EXPECT_EQ(reads->Choose({kBcast, 2, 1, 0, Bytes{500}}), "sag_knomial");
  EXPECT_EQ(reads->Choose({kBcast, 3, 1, 0, Bytes{500}}), "");
  EXPECT_EQ(reads->Choose({kBcast, 4, 1, 0, Bytes{500}}), "sag_knomial");
  EXPECT_EQ(reads->Choose({kBcast, 6, 1, 0, Bytes{0}}), "sag_knomial");
  EXPECT_EQ(reads->Choose({kBcast, 7, 1, 0, Bytes{0}}), "");
  EXPECT_EQ(reads->Choose({kBcast, 6, 1, 0, Bytes{4095}}), "");
  EXPECT_EQ(reads->Choose({kBcast, 6, 1, 0, Bytes{1 << 30}}), "sag_knomial");
  EXPECT_EQ(reads->Choose({kReduce, 6, 1, 0, Bytes{1}}), "dbt");
  EXPECT_EQ(reads->Choose({kAllgather, 300, 1, 0, Bytes{1}}), "ring");
  EXPECT_EQ(reads->Choose({kAlltoall, 4, 1, 0, Bytes{1}}), "");
  EXPECT_EQ(reads->Choose({kAllreduce, 4, 1, 0, Bytes{40}}), "");
}

// A size at which ranges meet goes to the higher score, or to the upper range if scores are equal.
// A range without a score has that of TL/UCP, like the sizes beside it.
TEST(Ucc, GivesEndsToTheHigherScore) {
  const auto at = [](const Selection& selection, std::int64_t bytes) {
    return selection.Choose({kBcast, 4, 1, 0, {bytes}});
  };
  const auto forced = Reads("bcast:10-20:inf:@dbt");
  EXPECT_EQ(at(*forced, 9), "");
  EXPECT_EQ(at(*forced, 10), "dbt");
  EXPECT_EQ(at(*forced, 20), "dbt");
  EXPECT_EQ(at(*forced, 21), "");
  const auto equal = Reads("bcast:10-20:@dbt#bcast:20-30:@knomial");
  EXPECT_EQ(at(*equal, 10), "dbt");
  EXPECT_EQ(at(*equal, 19), "dbt");
  EXPECT_EQ(at(*equal, 20), "knomial");
  EXPECT_EQ(at(*equal, 29), "knomial");
  EXPECT_EQ(at(*equal, 30), "");
  const auto first = Reads("bcast:20-30:11:@knomial#bcast:10-20:12:@dbt#bcast:40-50:5:@dbt");
  EXPECT_EQ(at(*first, 20), "dbt");
  EXPECT_EQ(at(*first, 21), "knomial");
  EXPECT_EQ(at(*first, 30), "knomial");
  EXPECT_EQ(at(*first, 40), "");
  EXPECT_EQ(at(*first, 41), "dbt");
  EXPECT_EQ(at(*first, 50), "");
}

TEST(Ucc, RefusesWithTheLine) {
  const auto refusal = [](const std::string& tokens) { return Refusal("ucc", Line(tokens)); };
  EXPECT_EQ(refusal("bcast:0-9:@knomial"), "");
  EXPECT_EQ(refusal("bcast:5-5:@knomial"), "file:1: '5-5' has not two sizes that rise");
  EXPECT_EQ(refusal("bcast:9-5:@knomial"), "file:1: '9-5' has not two sizes that rise");
  EXPECT_EQ(refusal("bcast:0-9"), "file:1: 'bcast:0-9' has neither a score nor an algorithm");
  EXPECT_EQ(refusal("bcast:@"), "file:1: no algorithm stands after the @");
  EXPECT_EQ(refusal("bcast:0-4q:@dbt"), "file:1: size '4q' has an unknown unit");
  EXPECT_EQ(refusal("bcast:bcast:@dbt"), "file:1: 'bcast': not a valid qualifier here");
  EXPECT_EQ(refusal("bcst:@dbt"), "file:1: 'bcst': not a valid qualifier here");
  EXPECT_EQ(refusal("bcast:[]:@dbt"), "file:1: '[]': not a valid qualifier here");
  EXPECT_EQ(refusal("bcast:[4-3]:@dbt"), "file:1: team size '4-3' ends before it begins");
  EXPECT_EQ(refusal("bcast:0-9:@dbt#bcast:8-12:@dbt"), "file:1: the ranges 0-9 and 8-12 overlap");
  EXPECT_EQ(refusal("bcast:0-9:[2]:@dbt#bcast:8-12:[3]:@dbt"), "");
}

// UCX takes sizes in any case, with or without a B, and UCC names in any case.
TEST(Ucc, ReadsSizesAndNamesAsUcxDoes) {
  const auto reads = Reads("BCAST:HOST:0-4k:@dbt#bcast:4KB-1m:@knomial#bcast:1M-Inf:INF:@2");
  const auto at = [&](std::int64_t bytes) { return reads->Choose({kBcast, 4, 1, 0, {bytes}}); };
  EXPECT_EQ(at(4095), "dbt");
  EXPECT_EQ(at(4097), "knomial");
  EXPECT_EQ(at((1 << 20) - 1), "knomial");
  EXPECT_EQ(at((1 << 20) + 1), "dbt");
}

TEST(Ucc, ReadsWhatOtherReleasesHave) {
  const auto reads = Reads("allreduce:@ring#allgather:@6#bcast:@new#reduce:@9#fanin:inf#barrier:0");
  EXPECT_EQ(reads->Choose({kAllreduce, 4, 1, 0, Bytes{1}}), "ring");
  EXPECT_EQ(reads->Choose({kAllgather, 4, 1, 0, Bytes{1}}), "batched");
  EXPECT_EQ(reads->Choose({kBcast, 4, 1, 0, Bytes{1}}), "new");
  EXPECT_EQ(reads->Choose({kReduce, 4, 1, 0, Bytes{1}}), "9");
  EXPECT_EQ(reads->Choose({kBarrier, 4, 1, 0, {}}), "");
}

TEST(Ucc, LeavesOutTokensOfScore0) {
  EXPECT_EQ(Reads("bcast:@dbt:0")->Choose({kBcast, 4, 1, 0, Bytes{1}}), "");
}

TEST(Ucc, ReadsUccConf) {
  const auto read = [](const std::string& text) {
    return FindExporter("ucc").read(std::vector<ExportedFile>{{"", text}}, "file");
  };
  const auto reads = read(
      "# ucc.conf\nUCC_TL_UCP_TUNE = bcast:@dbt\nUCC_TL_NCCL_TUNE = 0\n"
      "UCC_CL_BASIC_TUNE = inf\n");
  EXPECT_EQ(reads->Choose({kBcast, 4, 1, 0, Bytes{1}}), "dbt");
  EXPECT_EQ(reads->Where({kBcast, 4, 1, 0, Bytes{1}}), "file:2");
  EXPECT_THAT(reads->notes,
              testing::ElementsAre("file:4: UCC_CL_BASIC_TUNE selects no algorithms; left out"));
}

TEST(Ucc, IsImportedByTheTableOfExports) {
  const auto ours = [](Collective collective, const std::string& name) {
    return CounterpartText(FindExporter("ucc").choice_of(collective, name), "");
  };
  EXPECT_EQ(ours(kAllgather, "ring"), "ring");
  EXPECT_EQ(ours(kAllreduce, "knomial"), "recursive_multiplying:k=4");
  EXPECT_EQ(ours(kAllreduce, "sra_knomial"), "rabenseifner, nearly");
  EXPECT_EQ(ours(kAllreduce, "ring"), "ring, nearly");
  EXPECT_EQ(ours(kAllgather, "sparbit"), "sparbit, nearly");
  EXPECT_EQ(ours(kBcast, "new"), "");
}

RC_GTEST_PROP(Ucc, DoesWhatTheTableSays, ()) { ExpectComesBack(FindExporter("ucc")); }

}  // namespace
}  // namespace colltune
