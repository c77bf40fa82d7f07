// Version 2 of profiles: rows for regions, interpolated rules and the hull.
#include <gtest/gtest.h>

#include <string>

#include "profiles/profile.h"
#include "profiles/yaml/yaml.h"
#include "tests/profiles/replaced.h"

namespace colltune {
namespace {

// Written by hand after profiles/FORMAT.md. Errors name the line numbers of this text.
constexpr char kText[] = R"(colltune_profile: 2
fingerprint: {mpi: "M", cpu: "C", cores: 4, sockets: 1, device: "unknown"}
provenance:
  created: ""
  command: ""
  method: ""
  clock: ""
  confidence: 0
  margin: 0
  hosts: []
network: []
hull: {nodes: [1, 64], ranks_per_node: [1, 48]}
tables:
  bcast:
    - nodes: [1, 16]
      ranks_per_node: [1, 48]
      rules:
        - bytes: [0, 1024]
          choice: binomial
          interpolated: {from: [{nodes: 16, ranks_per_node: 1}, {nodes: 24, ranks_per_node: 2, ranks: 47}], within: 0.12}
          evidence: []
    - nodes: [17, 64]
      ranks_per_node: [1, 48]
      ranks: [1, 1000]
      roots: [0, 3]
      rules: []
    - nodes: [17, 64]
      ranks_per_node: [1, 48]
      rules: []
)";

Profile TheProfile() {
  Profile profile;
  profile.fingerprint = {"M", "C", 4};
  Rule rule{Bytes{0}, Bytes{1024}, "binomial", {}};
  rule.interpolated = {{{16, 1}, {24, 2, 47}}, 0.12};
  profile.table.hull = {{1, 64}, {1, 48}};
  profile.table.rows = {
      {Collective::kBcast, {{17, 64}, {1, 48}, {1, 1000}}, {}, Roots{0, 3}},
      {Collective::kBcast, {{1, 16}, {1, 48}, {}}, {rule}},
      {Collective::kBcast, {{17, 64}, {1, 48}, {}}, {}},
  };
  return profile;
}

/// Why the text is refused, if `from` is replaced.
std::string Refusal(const std::string& from, const std::string& to) {
  try {
    ParseProfile(Replaced(kText, from, to), "p.yaml");
  } catch (const ProfileError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Version2, IsReadAsItIsDescribed) { EXPECT_EQ(ParseProfile(kText, "p.yaml"), TheProfile()); }

TEST(Version2, IsWrittenSorted) {
  const std::string text = ToYaml(TheProfile());
  EXPECT_EQ(text.substr(0, text.find("  bcast:")),
            std::string(kText).substr(0, std::string(kText).find("  bcast:")));
  EXPECT_NE(text.find("  bcast:\n"
                      "    - nodes: [17, 64]\n"
                      "      ranks_per_node: [1, 48]\n"
                      "      ranks: [1, 1000]\n"
                      "      roots: [0, 3]\n"
                      "      rules: []\n"
                      "    - nodes: [1, 16]\n"),
            std::string::npos);
  EXPECT_NE(text.find("          interpolated: {from: [{nodes: 16, ranks_per_node: 1}, {nodes: 24, "
                      "ranks_per_node: 2, ranks: 47}], within: 0.12}\n"),
            std::string::npos);
  EXPECT_EQ(ParseProfile(text, "p.yaml"), TheProfile());
}

TEST(Version2, RefusesOverlapsWithBothLines) {
  EXPECT_EQ(Refusal("nodes: [1, 16]", "nodes: [1, 17]"),
            "p.yaml:27: the rows for 1 to 17 nodes of 1 to 48 ranks and 17 to 64 nodes of 1 to 48 "
            "ranks overlap, as in 17 nodes of 1 rank (17 ranks) (line 15)");
  EXPECT_EQ(Refusal("ranks: [1, 1000]\n      roots: [0, 3]", "ranks: [1, 1000]"),
            "p.yaml:26: the rows for 17 to 64 nodes of 1 to 48 ranks, 17 to 1000 ranks in all and "
            "17 to 64 nodes of 1 to 48 ranks overlap, as in 17 nodes of 1 rank (17 ranks) (line "
            "22)");
}

TEST(Version2, RefusesGapsInTheHull) {
  EXPECT_EQ(Refusal("nodes: [1, 16]", "nodes: [1, 15]"),
            "p.yaml:15: bcast: no row for 16 nodes of 1 rank (16 ranks)");
  EXPECT_EQ(Refusal("ranks_per_node: [1, 48]\n      rules:\n",
                    "ranks_per_node: [1, 48]\n      ranks: [1, 700]\n      rules:\n"),
            "p.yaml:15: bcast: no row for 15 nodes of 47 ranks (701 ranks)");
  EXPECT_EQ(Refusal("hull: {nodes: [1, 64]", "hull: {nodes: [1, 65]"),
            "p.yaml:15: bcast: no row for 65 nodes of 1 rank (65 ranks)");
  EXPECT_EQ(Refusal("hull: {nodes: [1, 64], ranks_per_node: [1, 48]}\n", ""), "accepted");
}

TEST(Version2, RefusesWhatIsNoRegion) {
  const auto expect = [](const std::string& from, const std::string& to,
                         const std::string& reason) {
    EXPECT_EQ(Refusal(from, to), "p.yaml:" + reason);
  };
  expect("nodes: [1, 16]\n", "nodes: 16\n", "15: nodes is '16', not a list");
  expect("nodes: [1, 16]\n", "nodes: [16]\n", "15: nodes is not [first, last]");
  expect("nodes: [1, 16]\n", "nodes: [0, 16]\n",
         "15: first of nodes is '0', not a whole number from 1 to 2147483647");
  expect("nodes: [1, 16]\n", "nodes: [17, 16]\n",
         "15: last of nodes is '16', not a whole number from 17 to 2147483647");
  expect("    - nodes: [1, 16]\n      ranks_per", "    - ranks_per", "15: a row has no 'nodes'");
  expect("ranks: [1, 1000]", "ranks: [1, 16]",
         "22: no communicator has so many nodes, ranks per node and ranks");
  expect("roots: [0, 3]", "roots: [0, 1000]",
         "25: last root is '1000', not a whole number from 0 to 999");
  expect("hull: {nodes: [1, 64], ", "hull: {", "12: hull has no 'nodes'");
  expect("{from: [{nodes: 16, ranks_per_node: 1}, {nodes: 24, ranks_per_node: 2, ranks: 47}], ",
         "{from: [], ", "20: from has 0 layouts, not 1 or 2");
  expect("within: 0.12", "within: -1", "20: within is '-1', not a finite number of at least 0");
}

TEST(Version1, HasNothingOfVersion2) {
  EXPECT_EQ(Refusal("colltune_profile: 2", "colltune_profile: 1"),
            "p.yaml:12: unknown key 'hull' in a profile; known are colltune_profile, fingerprint, "
            "provenance, network, machine, tables");
  EXPECT_EQ(Refusal("colltune_profile: 2", "colltune_profile: 3"),
            "p.yaml:1: is a profile of version 3, this program reads up to 2");
}

}  // namespace
}  // namespace colltune
