// Rule files for Open MPI 6. Its use of them was read in its sources (ompi/mca/coll/tuned of the
// main branch, 2025).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "profiles/exporters/export_check.h"

namespace colltune {
namespace {

using testing::ElementsAre;

constexpr Bytes kLargest{std::int64_t{1} << 62};

const Exporter& Rules() { return FindExporter("openmpi-json"); }

std::unique_ptr<Selection> Read(const std::string& text) {
  return Rules().read(std::vector<ExportedFile>{{"", text}}, "x.json");
}

Rule RuleFor(std::int64_t first, Bytes last, const std::string& choice) {
  return {Bytes{first}, last, choice, {}};
}

Profile ProfileOf(std::vector<Row> rows) {
  Profile profile;
  profile.table.rows = std::move(rows);
  return profile;
}

TEST(OpenMpiJson, HasTheNamesAndFieldsOfTheReader) {
  const Profile profile = ProfileOf(
      {{Collective::kAllgather,
        RegionOf(8, 8),
        {RuleFor(0, {99}, "bruck:k=3"), RuleFor(100, {199}, "library"),
         RuleFor(200, kLargest, "flat")}},
       {Collective::kReduce, RegionOf(8, 1), {RuleFor(0, kLargest, "chain:segment=1K")}}});
  EXPECT_EQ(Rules().write(profile).front().text, R"({
  "rule_file_version": 3,
  "module": "tuned",
  "collectives": {
    "allgather": [
      {
        "comm_size_min": 8,
        "comm_size_max": 8,
        "comm_rank_distribution": "single-node",
        "rules": [
          {
            "msg_size_min": 0,
            "msg_size_max": 799,
            "alg": "bruck-k-fanout",
            "faninout": 3
          },
          {
            "msg_size_min": 1600,
            "msg_size_max": "inf",
            "alg": "direct-messaging"
          }
        ]
      }
    ],
    "reduce": [
      {
        "comm_size_min": 8,
        "comm_size_max": 8,
        "comm_rank_distribution": "one-per-node",
        "rules": [
          {
            "msg_size_min": 0,
            "msg_size_max": "inf",
            "alg": "pipeline",
            "seg_size": 1024
          }
        ]
      }
    ]
  }
}
)");
}

TEST(OpenMpiJson, IsAnObjectWithoutRowsToo) {
  EXPECT_EQ(Rules().write({}).front().text,
            "{\n  \"rule_file_version\": 3,\n  \"module\": \"tuned\",\n  \"collectives\": {}\n}\n");
}

TEST(OpenMpiJson, TellsOneAndAllRanksPerNodeFromOthers) {
  const auto row = [](int ranks_per_node, const std::string& choice) {
    return Row{Collective::kBcast, RegionOf(8, ranks_per_node), {RuleFor(0, kLargest, choice)}};
  };
  const auto runs = [](const Selection& selection, int ranks_per_node) {
    return selection.Choose({Collective::kBcast, 8, ranks_per_node, 0, Bytes{1}});
  };
  const DecisionTable all = {
      {row(1, "flat_nonblocking"), row(2, "chain"), row(4, "binomial"), row(8, "library")}};
  const auto selection = Read(Rules().write(ProfileOf(all.rows)).front().text);
  EXPECT_EQ(runs(*selection, 1), "basic_linear");
  EXPECT_EQ(runs(*selection, 2), "binomial");  // the row with the most ranks per node
  EXPECT_EQ(runs(*selection, 4), "binomial");
  EXPECT_EQ(runs(*selection, 8), "");
  EXPECT_EQ(ToText(FindDeviations(Rules(), all, *selection)),
            "bcast on 8 ranks, 2 per node, 0 to 4611686018427387904 bytes: pipeline is wanted for "
            "chain, and binomial runs\n");

  const auto middle = Read(Rules().write(ProfileOf({row(4, "binomial")})).front().text);
  EXPECT_EQ(runs(*middle, 4), "binomial");
  EXPECT_EQ(runs(*middle, 1), "");
  EXPECT_EQ(runs(*middle, 8), "");
  EXPECT_EQ(middle->Choose({Collective::kBcast, 9, 4, 0, Bytes{1}}), "");
}

constexpr char kForeign[] = R"({"collectives": {
  "allreduce": [
    {"comm_size_min": 4, "comm_size_max": 8, "rules": [
      {"msg_size_max": 99, "alg": "recursive_doubling"},
      {"msg_size_min": 50, "msg_size_max": 199, "alg": 5, "seg_size": 4096, "faninout": 2}]},
    {"rules": [{"alg": "ring"}]}],
  "alltoall": [
    {"comm_size_min": 4, "comm_size_max": 4, "rules": [{"alg": "linear_sync", "reqs": 3}]}]}})";

TEST(OpenMpiJson, IsLookedUpAsOpenMpiDoes) {
  const auto selection = Read(kForeign);
  const auto allreduce = [&](int ranks, std::int64_t bytes) {
    return selection->Choose({Collective::kAllreduce, ranks, 2, 0, Bytes{bytes}});
  };
  EXPECT_EQ(allreduce(4, 99), "recursive_doubling");            // the first that fits
  EXPECT_EQ(allreduce(8, 100), "segmented_ring:segsize=4096");  // which has no fan-out
  EXPECT_EQ(allreduce(8, 200), "");                             // no second try with another block
  EXPECT_EQ(allreduce(9, 200), "ring");
  EXPECT_EQ(allreduce(3, 0), "ring");
  EXPECT_EQ(selection->Choose({Collective::kAlltoall, 4, 2, 0, Bytes{0}}), "linear_sync:reqs=3");
  EXPECT_EQ(selection->Choose({Collective::kAlltoall, 5, 2, 0, Bytes{0}}), "");
  EXPECT_THAT(selection->Borders({Collective::kAllreduce, 4, 2, 0, {}}),
              ElementsAre(Bytes{0}, Bytes{100}, Bytes{50}, Bytes{200}));
}

TEST(OpenMpiJson, HasCounterpartsThatOlderReleasesHaveNot) {
  const auto counterpart = [](Collective collective, const std::string& choice) {
    const DecisionTable table = {{{collective, RegionOf(6, 1), {RuleFor(0, kLargest, choice)}}}};
    return ToText(FindSubstitutes(Rules(), table));
  };
  EXPECT_EQ(counterpart(Collective::kAllgather, "flat"), "");
  EXPECT_EQ(counterpart(Collective::kAllgather, "bruck:k=4"), "");
  EXPECT_EQ(counterpart(Collective::kReduce, "knomial:k=8"), "");
  EXPECT_EQ(counterpart(Collective::kAlltoall, "flat_bounded:outstanding=4"),
            "alltoall:flat_bounded:outstanding=4: not there; the nearest is linear_sync:reqs=4\n");
  for (const Collective collective : {Collective::kAllgather, Collective::kAllgatherv}) {
    EXPECT_EQ(counterpart(collective, "sparbit"),
              std::string(ToText(collective)) + ":sparbit: not there; the nearest is sparbit\n");
  }
  EXPECT_EQ(Rules().choice_of(Collective::kReduce, "knomial:faninout=8")->name, "knomial:k=8");
  EXPECT_FALSE(Rules().choice_of(Collective::kAllgather, "bruck-k-fanout"));
  EXPECT_FALSE(Rules().choice_of(Collective::kAlltoall, "linear_sync:reqs=4"));
}

TEST(OpenMpiJson, RefusesWhatOpenMpiRefuses) {
  const auto fault = [](const std::string& text) -> std::string {
    try {
      Read(text);
    } catch (const ProfileError& error) {
      return error.what();
    }
    return "";
  };
  const auto block = [&](const std::string& fields) {
    return fault(R"({"collectives": {"bcast": [{)" + fields + "}]}}");
  };
  const auto rule = [&](const std::string& fields) {
    return block(R"("rules": [{"alg": 1}, {)" + fields + "}]");
  };
  EXPECT_EQ(rule(R"("alg": "chain")"), "");
  EXPECT_EQ(rule(R"("alg": "ignore")"), "");
  EXPECT_THAT(fault("{\n\"collectives\": {,}}"), testing::StartsWith("x.json:2: "));
  EXPECT_EQ(fault("[]"), "x.json: the file: is no object");
  EXPECT_EQ(fault("{}"), "x.json: the file: has no \"collectives\"");
  EXPECT_EQ(fault(R"({"collectives": {"reducescatter": []}})"),
            "x.json: collectives: there are no rules for \"reducescatter\"");
  EXPECT_EQ(fault(R"({"collectives": []})"), "x.json: collectives: is no object");
  EXPECT_THAT(fault("{} // behind"), testing::StartsWith("x.json:1: "));
  EXPECT_EQ(fault(R"({"collectives": {"bcast": [], "bcast": []}})"),
            "x.json: the file: \"bcast\" is there twice in one object");
  EXPECT_EQ(fault(R"({"collectives": {"bcast": {}}})"), "x.json: bcast: is no array");
  EXPECT_EQ(block(""), "x.json: bcast[0]: has no \"rules\"");
  EXPECT_EQ(block(R"("rules": [], "comm_rank_distribution": 2)"),
            "x.json: bcast[0]: \"comm_rank_distribution\" is no text");
  EXPECT_EQ(rule(""), "x.json: bcast[0].rules[1]: has no \"alg\"");
  EXPECT_EQ(rule(R"("alg": 1.5)"),
            "x.json: bcast[0].rules[1]: \"alg\" is neither a text nor a whole number");
  EXPECT_EQ(rule(R"("alg": 1, "msg_size_max": "iNF")"),
            "x.json: bcast[0].rules[1]: \"msg_size_max\": not a whole number from 0 to "
            "9223372036854775807");
  EXPECT_EQ(rule(R"("alg": 1, "msg_size_min": -1)"),
            "x.json: bcast[0].rules[1]: \"msg_size_min\": not a whole number from 0 to "
            "9223372036854775807");
  EXPECT_EQ(rule(R"("alg": 1, "seg_size": 4294967296)"),
            "x.json: bcast[0].rules[1]: \"seg_size\": not a whole number from 0 to 2147483647");
}

// Deviations from JSON that Open MPI's reader (opal/util/json) was seen to accept:
// - a byte order mark,
// - commas before brackets,
// - unknown keys,
// - three spellings of infinity, by their first three letters.
TEST(OpenMpiJson, TakesWhatOpenMpiTakes) {
  const auto selection = Read(
      "\xef\xbb\xbf{\r\n"
      R"("$schema": "tuned_dynamic_file_schema.json", "rule_file_version": 3, "module": "tuned",
         "collectives": {"bcast": [{"rules": [
           {"msg_size_max": 9, "alg": "binomial"},
           {"msg_size_min": 10, "msg_size_max": "INF", "alg": "chain,]}", },
           {"msg_size_min": 10, "msg_size_max": 99, "alg": "pipeline"},
           {"msg_size_min": 100, "msg_size_max": "Infinity", "alg": 1,},
         ],},],},})");
  const auto bcast = [&](std::int64_t bytes) {
    return selection->Choose({Collective::kBcast, 4, 2, 0, Bytes{bytes}});
  };
  EXPECT_EQ(bcast(9), "binomial");
  EXPECT_EQ(bcast(10), "pipeline");  // the rule of an unknown algorithm is none
  EXPECT_EQ(bcast(std::int64_t{1} << 62), "basic_linear");
  EXPECT_EQ(selection->Where({Collective::kBcast, 4, 2, 0, Bytes{10}}),
            "x.json: bcast[0].rules[2]");
  EXPECT_THAT(
      selection->notes,
      ElementsAre("x.json: bcast[0].rules[1]: bcast has no algorithm \"chain,]}\"; Open MPI "
                  "leaves the rule out"));
}

TEST(OpenMpiJson, SaysWhatOpenMpiSkips) {
  const auto notes = [](const std::string& fields) {
    return Read(R"({"collectives": {"bcast": [{)" + fields + "}]}}")->notes;
  };
  EXPECT_THAT(
      notes(R"("rules": [{"alg": 1, "segsize": 1024}])"),
      ElementsAre("x.json: bcast[0].rules[0]: \"segsize\" is not known to Open MPI, and not "
                  "read; known are \"msg_size_min\", \"msg_size_max\", \"alg\", "
                  "\"seg_size\", \"faninout\", \"reqs\""));
  EXPECT_THAT(notes(R"("rules": [], "comm_size_max": 3, "comm_size_min": 4)"),
              ElementsAre("x.json: bcast[0]: Open MPI finds no communicator from comm_size_min to "
                          "comm_size_max"));
  EXPECT_THAT(notes(R"("rules": [{"alg": 1}], "comm_size_max": "inf")"),
              ElementsAre("x.json: bcast[0]: Open MPI finds no communicator from comm_size_min to "
                          "comm_size_max"));
  EXPECT_THAT(
      notes(R"("rules": [{"alg": 10}])"),
      ElementsAre("x.json: bcast[0].rules[0]: bcast has no algorithm 10; Open MPI leaves the "
                  "rule out"));
  EXPECT_THAT(
      notes(R"("rules": [{"alg": 1, "msg_size_min": 9, "msg_size_max": 8}])"),
      ElementsAre("x.json: bcast[0].rules[0]: no size is from msg_size_min to msg_size_max"));
  EXPECT_THAT(notes(R"("rules": [], "comm_rank_distribution": "two-per-node")"),
              ElementsAre("x.json: bcast[0]: comm_rank_distribution is \"two-per-node\", none of "
                          "any, one-per-node, single-node; Open MPI takes it for any"));
  EXPECT_THAT(Read(R"({"collectives": {"gatherv": []}})")->notes,
              ElementsAre("x.json: collectives: \"gatherv\" has no algorithms to choose from"));
}

}  // namespace
}  // namespace colltune
