// Rule files for Open MPI up to 5.0, as they are written. Open MPI's use of them was read in its
// sources (ompi/mca/coll/tuned of 4.1.4 and 5.0.7); tests/programs has the tests with Open MPI
// itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"
#include "profiles/exporters/export_check.h"
#include "tests/profiles/exporters/counterpart_text.h"

namespace colltune {
namespace {

constexpr Bytes kLargest{std::int64_t{1} << 62};

const Exporter& Rules() { return FindExporter("openmpi-rules"); }

std::string TextOf(std::vector<Row> rows) {
  Profile profile;
  profile.table.rows = std::move(rows);
  return Rules().write(profile).front().text;
}

std::unique_ptr<Selection> Read(const std::string& text) {
  return Rules().read(std::vector<ExportedFile>{{"", text}}, "x.rules");
}

Row RowOf(Collective collective, int ranks, int ranks_per_node, std::vector<Rule> rules) {
  return {collective, RegionOf(ranks, ranks_per_node), std::move(rules)};
}

Rule RuleFor(std::int64_t first, Bytes last, const std::string& choice) {
  return {Bytes{first}, last, choice, {}};
}

TEST(OpenMpiRules, AreForTheRanksOfTheProfileAlone) {
  const std::vector<Rule> binomial = {RuleFor(0, {1023}, "binomial"),
                                      RuleFor(1024, {4095}, "library"),
                                      RuleFor(4096, kLargest, "chain_pipelined:segment=8K")};
  const std::vector<Rule> ring = {RuleFor(100, {199}, "scatter_ring_allgather")};
  EXPECT_EQ(
      TextOf({RowOf(Collective::kBcast, 4, 2, ring), RowOf(Collective::kBcast, 4, 4, binomial),
              RowOf(Collective::kBcast, 5, 1, ring)}),
      "1  # collectives; rules are: bytes at least, algorithm, fan-in and -out, bytes of a "
      "segment\n"
      "7  # bcast\n"
      "4  # numbers of ranks\n"
      "1 1  # ranks at least, rules\n"
      "0 0 0 0  # Open MPI's own choice\n"
      "4 3  # ranks at least, rules\n"
      "0 6 0 0  # binomial\n"
      "1024 0 0 0  # Open MPI's own choice\n"
      "4096 3 0 8192  # pipeline:segsize=8192\n"
      "5 3  # ranks at least, rules\n"
      "0 0 0 0  # Open MPI's own choice\n"
      "100 9 0 0  # scatter_allgather_ring\n"
      "200 0 0 0  # Open MPI's own choice\n"
      "6 1  # ranks at least, rules\n"
      "0 0 0 0  # Open MPI's own choice\n");
}

TEST(OpenMpiRules, AreNoneWithoutRows) { EXPECT_THAT(TextOf({}), testing::StartsWith("0  #")); }

// The rules for the number of ranks of the only row. The number must not be the id of a collective.
std::string RulesOfOne(const Row& row) {
  const std::string text = TextOf({row});
  const std::string head = std::to_string(row.region.ranks.first) + " ";
  const std::size_t from = text.find('\n', text.find("\n" + head) + 1) + 1;
  const std::string behind = "\n" + std::to_string(row.region.ranks.first + 1) + " 1  #";
  return text.substr(from, text.find(behind) + 1 - from);
}

TEST(OpenMpiRules, CountBytesAsOpenMpiDoes) {
  const auto from = [](Collective collective, const std::string& choice) {
    const Row row =
        RowOf(collective, 10, 1, {RuleFor(0, {99}, "library"), RuleFor(100, kLargest, choice)});
    const std::string rules = RulesOfOne(row);
    return rules.substr(rules.find('\n') + 1);
  };
  EXPECT_EQ(from(Collective::kReduce, "binomial"), "100 5 0 0  # binomial\n");
  EXPECT_EQ(from(Collective::kAllreduce, "ring"), "100 4 0 0  # ring\n");
  EXPECT_EQ(from(Collective::kAllgatherv, "ring"), "100 3 0 0  # ring\n");
  EXPECT_EQ(from(Collective::kAllgather, "ring"), "1000 4 0 0  # ring\n");
  EXPECT_EQ(from(Collective::kAlltoall, "pairwise"), "1000 2 0 0  # pairwise\n");
  EXPECT_EQ(from(Collective::kReduceScatter, "ring"), "1000 3 0 0  # ring\n");
  EXPECT_EQ(from(Collective::kReduceScatterBlock, "recursive_halving"),
            "1000 3 0 0  # recursive_halving\n");
}

// Open MPI's ranks may look up a gather or scatter by different sizes, and a scan by that of one
// element.
TEST(OpenMpiRules, AreForAllSizesWhereOpenMpiCannotTellThemApart) {
  const auto all = [](Collective collective, const std::string& choice) {
    return RulesOfOne(
        RowOf(collective, 10, 1, {RuleFor(0, {99}, choice), RuleFor(100, kLargest, choice)}));
  };
  EXPECT_EQ(all(Collective::kGather, "binomial"), "0 2 0 0  # binomial\n");
  EXPECT_EQ(all(Collective::kScatter, "flat_nonblocking"), "0 3 0 0  # linear_nb\n");
  EXPECT_EQ(all(Collective::kScan, "chain"), "0 1 0 0  # linear\n");
  EXPECT_EQ(all(Collective::kExscan, "chain"), "0 1 0 0  # linear\n");
  EXPECT_EQ(all(Collective::kAlltoallv, "pairwise"), "0 2 0 0  # pairwise\n");
  EXPECT_EQ(all(Collective::kBarrier, "dissemination"), "0 4 0 0  # bruck\n");

  const Row two = RowOf(Collective::kScatter, 10, 1,
                        {RuleFor(0, {99}, "flat"), RuleFor(100, kLargest, "binomial")});
  EXPECT_EQ(RulesOfOne(two), "0 0 0 0  # Open MPI's own choice\n");
  const auto selection = Read(TextOf({two}));
  EXPECT_EQ(FindDeviations(Rules(), {{two}}, *selection).size(), 2u);
}

TEST(OpenMpiRules, SayNothingOfRowsWithRoots) {
  Row third = RowOf(Collective::kBcast, 4, 1, {RuleFor(0, {9}, "binomial")});
  third.roots = {3, 3};
  const std::string text = TextOf({third});
  EXPECT_THAT(text, testing::StartsWith("0  #"));
  EXPECT_EQ(ToText(FindDeviations(Rules(), {{third}}, *Read(text))),
            "bcast on 4 ranks, 1 per node, roots 3 to 3, 0 to 9 bytes: binomial is wanted for "
            "binomial, and its own choice runs\n");
}

TEST(OpenMpiRules, NameWhatOpenMpiHasNot) {
  const auto nearest = [](Collective collective, const std::string& choice) {
    const DecisionTable table = {{RowOf(collective, 6, 1, {RuleFor(0, kLargest, choice)})}};
    return ToText(FindSubstitutes(Rules(), table));
  };
  EXPECT_EQ(nearest(Collective::kBcast, "flat"),
            "bcast:flat: not there; the nearest is basic_linear\n");
  EXPECT_EQ(nearest(Collective::kBcast, "knomial:k=3:segment=1K"),
            "bcast:knomial:k=3:segment=1K: not there; the nearest is knomial:segsize=1024\n");
  EXPECT_EQ(nearest(Collective::kBcast, "scatter_recursive_doubling_allgather"),
            "bcast:scatter_recursive_doubling_allgather: not there; the nearest is "
            "scatter_allgather\n");
  EXPECT_EQ(nearest(Collective::kReduceScatter, "butterfly"),
            "reduce_scatter:butterfly: not there; the nearest is butterfly\n");
  EXPECT_EQ(nearest(Collective::kReduceScatter, "circulant"),
            "reduce_scatter:circulant: not there, nor anything near it\n");
  EXPECT_EQ(nearest(Collective::kScatter, "chain"),
            "scatter:chain: not there, nor anything near it\n");
  EXPECT_EQ(nearest(Collective::kAlltoallw, "flat"),
            "alltoallw:flat: not there, nor anything near it\n");
  EXPECT_EQ(nearest(Collective::kBcast, "mpich:binomial"),
            "bcast:mpich:binomial: not there, nor anything near it\n");
  EXPECT_EQ(nearest(Collective::kBcast, "knomial:k=4:segment=1K"), "");
}

TEST(OpenMpiRules, NameTheButterflyOnPowersOfTwo) {
  for (const Collective collective :
       {Collective::kReduceScatter, Collective::kReduceScatterBlock}) {
    EXPECT_EQ(CounterpartText(Rules().counterpart({collective, 8, 1, 0, {}},
                                                  ParseChoice(collective, "butterfly")),
                              "none"),
              "butterfly");
    EXPECT_EQ(CounterpartText(Rules().choice_of(collective, "butterfly"), "none"), "butterfly");
  }
}

// From 6 on Open MPI takes a block for communicators below its size (docs, tuned.rst).
TEST(OpenMpiRules, SayThatTheNewestReleaseNeedsAnotherFormat) {
  EXPECT_THAT(std::string(Rules().use), testing::HasSubstr("export openmpi-json"));
  EXPECT_THAT(std::string(FindExporter("openmpi-json").use),
              testing::Not(testing::HasSubstr("openmpi-json")));
}

}  // namespace
}  // namespace colltune
