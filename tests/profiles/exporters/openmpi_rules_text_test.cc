// Rule files for Open MPI up to 5.0, as they are read. Open MPI's use of them was read in its
// sources (ompi/mca/coll/tuned of 4.1.4 and 5.0.7).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiles/exporters/export_check.h"

namespace colltune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

constexpr Bytes kLargest{std::int64_t{1} << 62};

const Exporter& Rules() { return FindExporter("openmpi-rules"); }

std::unique_ptr<Selection> Read(const std::string& text) {
  return Rules().read(std::vector<ExportedFile>{{"", text}}, "x.rules");
}

Rule RuleFor(std::int64_t first, Bytes last, const std::string& choice) {
  return {Bytes{first}, last, choice, {}};
}

constexpr char kPublished[] =
    "# 4.1 and 5.0\n"
    "2 # collectives\n"
    "3 # alltoall\n"
    "2 # sizes\n"
    "4 2\n"
    "0 3 0 0\n"
    "4096 2 0 0\n"
    "64#ranks\n"
    "1\n"
    "0 0 0 0\n"
    "7 1 2 0\n"  // a communicator size without rules
    "\n";

TEST(OpenMpiRulesText, AreLookedUpAsOpenMpiDoes) {
  const auto selection = Read(kPublished);
  const auto alltoall = [&](int ranks, std::int64_t bytes) {
    return selection->Choose({Collective::kAlltoall, ranks, 1, 0, Bytes{bytes}});
  };
  EXPECT_EQ(alltoall(4, 1023), "modified_bruck");  // 4092 bytes in all
  EXPECT_EQ(alltoall(4, 1024), "pairwise");
  EXPECT_EQ(alltoall(63, 65), "modified_bruck");  // 4095
  EXPECT_EQ(alltoall(63, 66), "pairwise");
  EXPECT_EQ(alltoall(2, 0), "modified_bruck");  // the first size is also for smaller ones
  EXPECT_EQ(alltoall(64, 1000), "");
  EXPECT_EQ(alltoall(1000, 1000), "");
  EXPECT_EQ(selection->Choose({Collective::kBcast, 2, 1, 0, Bytes{1}}), "");
  EXPECT_EQ(selection->Choose({Collective::kReduce, 2, 1, 0, Bytes{1}}), "");
  EXPECT_THAT(selection->Borders({Collective::kAlltoall, 63, 1, 0, {}}),
              ElementsAre(Bytes{0}, Bytes{66}, Bytes{66}));
}

TEST(OpenMpiRulesText, MayHaveRequestsInVersion2) {
  const std::string rules = "1\n3 1\n2 2\n0 4 0 0 7\n8 4 0 0\n";
  const auto selection = Read("rule-file-version-2\n" + rules);
  EXPECT_EQ(selection->Choose({Collective::kAlltoall, 2, 1, 0, Bytes{0}}), "linear_sync:reqs=7");
  EXPECT_EQ(selection->Choose({Collective::kAlltoall, 2, 1, 0, Bytes{4}}), "linear_sync");
  EXPECT_THROW(Read(rules), ProfileError);
}

TEST(OpenMpiRulesText, RefuseWhatOpenMpiMisreads) {
  const auto fault = [](const std::string& text) -> std::string {
    try {
      Read(text);
    } catch (const ProfileError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(fault("1 7 1 2 1 0 6 0 0"), "");
  EXPECT_EQ(fault(""), "x.rules:1: the file ends where the number of collectives should be");
  EXPECT_EQ(fault("1\n7\n1\n2 2\n0 6 0 0\n"),
            "x.rules:6: the file ends where the bytes of a message should be; line 4 announces 2 "
            "rules");
  // One rule more than announced is taken for the next communicator size.
  EXPECT_EQ(fault("1\n7\n2\n9 1\n0 6 0 0\n8 6 0 0\n16 0\n"),
            "x.rules:6: 8 ranks come after 9; line 4 announces 1 rules; line 3 announces 2 "
            "communicator sizes");
  EXPECT_EQ(fault("1\n7\n1\n2 1\n8 6 0 0\n"),
            "x.rules:5: the first rule is not for messages from 0 bytes on; line 4 announces 1 "
            "rules");
  EXPECT_EQ(fault("1\n7\n1\n2 3\n0 6 0 0\n8 6 0 0\n8 5 0 0\n"),
            "x.rules:7: a rule from 8 bytes on comes after one from 8 on; line 4 announces 3 "
            "rules");
  EXPECT_EQ(fault("1\n7\n2\n4 0\n2 0\n"),
            "x.rules:5: 2 ranks come after 4; line 4 announces 0 rules; line 3 announces 2 "
            "communicator sizes");
  EXPECT_EQ(fault("1\n5\n0\n"),
            "x.rules:2: there are no rules for collective 5; line 1 announces 1 collectives");
  EXPECT_THAT(fault("2\n7 0\n7 0\n"), testing::StartsWith("x.rules:3: bcast is there twice"));
  EXPECT_THAT(fault("1\n7 1 2 1\n0 10 0 0\n"),
              testing::StartsWith("x.rules:3: bcast has no algorithm 10;"));
  EXPECT_EQ(fault("1\n0 1 2 1\n0 7 0 0\n"), "");  // allgather's sparbit, of 5.0
  EXPECT_THAT(fault("1\n0 1 2 1\n0 8 0 0\n"),
              testing::StartsWith("x.rules:3: allgather has no algorithm 8;"));
  EXPECT_THAT(fault("1\n7 1 2 1\n0 3 0 4294967296\n"),
              testing::StartsWith(
                  "x.rules:3: the bytes of a segment 4294967296 is larger than 2147483647"));
  EXPECT_THAT(fault("1\n7 1 2 2\n0 3 0 0\n99999999999999999999 3 0 0\n"),
              testing::StartsWith("x.rules:4: the bytes of a message 99999999999999999999 is "
                                  "larger than 9223372036854775807"));
  for (const std::string number : {"010", "0x7", "-7", "+7", "7,", "1e6"}) {
    EXPECT_THAT(fault("1\n" + number + " 0\n"),
                testing::StartsWith(
                    "x.rules:2: '" + number +
                    "' should be the id of a collective, a decimal number without leading zeros"));
  }
  EXPECT_EQ(fault("rule-file-version-3\n0\n"), "x.rules:1: version 3 is larger than 2");
  EXPECT_THAT(fault("# x\nrule-file-version-2\n0\n"), testing::StartsWith("x.rules:2: "));
}

// Open MPI skips text that is no number, and never reads beyond the last rule.
TEST(OpenMpiRulesText, MayHaveWordsAndMore) {
  const auto selection = Read(
      "\xef\xbb\xbf"
      "1 collectives\r\n7\r\n1\r\n2 1\r\n0 6 0 0\r\n# more\r\n8 5 0 0\r\n");
  EXPECT_EQ(selection->Choose({Collective::kBcast, 2, 1, 0, Bytes{8}}), "binomial");
  EXPECT_EQ(selection->Where({Collective::kBcast, 2, 1, 0, Bytes{8}}), "x.rules:5");
  EXPECT_THAT(
      selection->notes,
      ElementsAre("x.rules:1: 'collectives': not a number; skipped",
                  "x.rules:7: '8' comes after the last rule, and is not read; line 4 announces 1 "
                  "rules; line 3 announces 1 communicator sizes; line 1 announces 1 "
                  "collectives"));
}

TEST(OpenMpiRulesText, AreImportedWhereWeHaveTheSame) {
  const auto ours = [](Collective collective, const std::string& name) {
    const auto found = Rules().choice_of(collective, name);
    return found ? std::optional(found->name) : std::nullopt;
  };
  EXPECT_THAT(ours(Collective::kBcast, "pipeline"), Optional(std::string("chain")));
  EXPECT_THAT(ours(Collective::kBcast, "pipeline:segsize=8192"),
              Optional(std::string("chain_pipelined:segment=8K")));
  EXPECT_THAT(ours(Collective::kBcast, "binomial"), Optional(std::string("binomial")));
  EXPECT_THAT(ours(Collective::kBcast, "binomial:segsize=1024"),
              Optional(std::string("knomial:k=2:segment=1K")));
  EXPECT_THAT(ours(Collective::kReduce, "pipeline"), Optional(std::string("chain:segment=2G")));
  EXPECT_THAT(ours(Collective::kBarrier, "bruck"), Optional(std::string("dissemination:k=2")));
  EXPECT_EQ(ours(Collective::kBcast, "basic_linear").value(), "flat_nonblocking");
  EXPECT_FALSE(ours(Collective::kBcast, "chain:faninout=4:segsize=1024"));
  EXPECT_FALSE(ours(Collective::kBcast, "split_binary_tree"));
  EXPECT_FALSE(ours(Collective::kBarrier, "double_ring"));
  EXPECT_FALSE(ours(Collective::kReduce, "binomial:segsize=1024"));

  std::vector<std::string> notes;
  const DecisionTable table =
      Import(Rules(), *Read(kPublished),
             {{Collective::kAlltoall, 4, 2, 0, {}}, {Collective::kAlltoall, 64, 2, 0, {}}}, notes);
  EXPECT_THAT(notes, IsEmpty());
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_THAT(table.rows[0].rules,
              ElementsAre(RuleFor(0, {1023}, "bruck:k=2"), RuleFor(1024, kLargest, "pairwise")));
  EXPECT_THAT(table.rows[1].rules, ElementsAre(RuleFor(0, kLargest, "library")));
}

}  // namespace
}  // namespace colltune
