#include "profiles/yaml/yaml.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <string>

#include "profiles/yaml/network_file.h"
#include "tests/profiles/replaced.h"

namespace colltune {
namespace {

// Written by hand after profiles/FORMAT.md.
constexpr char kText[] = R"(colltune_profile: 1
fingerprint: {mpi: "MPICH 4.0.2", cpu: "Xeon(R) \"Gold\"", cores: 64, sockets: 2, device: "ch4:ofi"}
provenance:
  created: "2024-05-06T07:08:09Z"
  command: "colltune tune --ops bcast"
  method: "round_time"
  clock: "CLOCK_MONOTONIC, 1 ns, 20 ns"
  confidence: 0.99
  margin: 0.03
  between_runs: 0.25
  hosts: ["n1", "n2"]
network:
  - name: "hockney"
    worst_residual: 0.125
    off_by: 0.0625
    parameters:
      - {name: "alpha", value: 0.0000015, unit: "s", half_width: 1.0e-08}
      - {name: "beta", value: 8.0e-10, unit: "s/B"}
  - name: "none"
    worst_residual: 0
    parameters: []
tables:
  bcast:
    - ranks: 2
      ranks_per_node: 1
      rules: []
    - ranks: 16
      ranks_per_node: 8
      rules:
        - bytes: [0, 1024]
          choice: binomial
          evidence:
            - bytes: 8
              reason: "binomial is 1.25 times as fast as the library"
              candidates:
                - {choice: binomial, samples: 100, median_us: 12.3, low_us: 12, high_us: 12.5, predicted_us: 11.75, again_us: 12.25}
                - {choice: library, samples: 30, median_us: 15.375, low_us: 15, high_us: 0.01e+4}
                - {choice: flat, samples: 0, predicted_us: 0.5}
            - bytes: 1024
              reason: ""
              candidates: []
        - bytes: [1048576, 4611686018427387904]
          choice: library
          evidence: []
)";

/// The profile of that text, except for the two parts that colltune writes differently.
Profile TheProfile() {
  const Candidate binomial = {
      "binomial",       100, Seconds{12.3e-6}, Seconds{12e-6}, Seconds{12.5e-6}, Seconds{11.75e-6},
      Seconds{12.25e-6}};
  const Candidate library = {"library",       30,          Seconds{15.375e-6}, Seconds{15e-6},
                             Seconds{100e-6}, std::nullopt};
  const Candidate flat = {"flat", 0, {}, {}, {}, Seconds{0.5e-6}};
  const std::vector<Evidence> evidence = {
      {Bytes{8}, {binomial, library, flat}, "binomial is 1.25 times as fast as the library"},
      {Bytes{1024}, {}, ""}};
  Profile profile;
  profile.fingerprint = {"MPICH 4.0.2", "Xeon(R) \"Gold\"", 64, 2, "ch4:ofi"};
  profile.provenance = {"2024-05-06T07:08:09Z",
                        "colltune tune --ops bcast",
                        "round_time",
                        "CLOCK_MONOTONIC, 1 ns, 20 ns",
                        0.99,
                        0.03,
                        0.25,
                        {"n1", "n2"}};
  profile.network = {
      {"hockney", {{"alpha", 1.5e-6, "s", 1e-8}, {"beta", 8e-10, "s/B", {}}}, 0.125, 0.0625},
      {"none", {}, 0}};
  profile.table.rows = {{Collective::kBcast, RegionOf(2, 1), {}},
                        {Collective::kBcast,
                         RegionOf(16, 8),
                         {{Bytes{0}, Bytes{1024}, "binomial", evidence},
                          {Bytes{1048576}, Bytes{std::int64_t{1} << 62}, "library", {}}}}};
  return profile;
}

TEST(ParseProfile, ReadsWhatIsDescribed) { EXPECT_EQ(ParseProfile(kText, "p.yaml"), TheProfile()); }

TEST(ToYaml, WritesWhatIsDescribed) {
  std::string expected = Replaced(Replaced(kText, "0.0000015", "1.5e-06"), "0.01e+4", "100");
  expected = Replaced(expected, "colltune_profile: 1", "colltune_profile: 2");
  // Version 1 has single layouts: 16 ranks, 8 on one node, are on 2 to 9 nodes.
  expected = Replaced(expected, "- ranks: 2\n      ranks_per_node: 1\n",
                      "- nodes: [2, 2]\n      ranks_per_node: [1, 1]\n      ranks: [2, 2]\n");
  expected = Replaced(expected, "- ranks: 16\n      ranks_per_node: 8\n",
                      "- nodes: [2, 9]\n      ranks_per_node: [8, 8]\n      ranks: [16, 16]\n");
  EXPECT_EQ(ToYaml(TheProfile()), expected);
}

TEST(ToYaml, WritesAnEmptyProfile) {
  Profile profile;
  profile.fingerprint = {"MPICH 4.0.2", "Xeon", 1};
  EXPECT_EQ(ToYaml(profile), R"(colltune_profile: 2
fingerprint: {mpi: "MPICH 4.0.2", cpu: "Xeon", cores: 1, sockets: 1, device: "unknown"}
provenance:
  created: ""
  command: ""
  method: ""
  clock: ""
  confidence: 0
  margin: 0
  hosts: []
network: []
tables: {}
)");
  EXPECT_EQ(ParseProfile(ToYaml(profile), "p.yaml"), profile);
}

TEST(ParseProfile, SortsWhateverTheOrder) {
  const std::string shuffled = R"(tables:
  bcast:
    - {ranks: 4, ranks_per_node: 4, rules: []}
    - rules:
      - {choice: chain, bytes: [9, 9], evidence: []}
      - choice: flat
        bytes: [1, 8]
        evidence:
          - {bytes: 8, reason: b, candidates: []}
          - bytes: 1
            reason: a
            candidates:
              - {choice: chain, samples: 0, predicted_us: 9}
              - {choice: library, samples: 2, median_us: 3, low_us: 2, high_us: 4}
              - {choice: flat, samples: 2, median_us: 1, low_us: 1, high_us: 1}
              - {choice: binomial, samples: 0, predicted_us: 0}
      ranks_per_node: 2
      ranks: 4
    - {ranks: 3, ranks_per_node: 3, rules: []}
network: []
provenance: {hosts: [], margin: 0, confidence: 0, clock: c, method: m, command: d, created: e}
fingerprint: {cores: 1, cpu: c, mpi: m}
colltune_profile: 1
)";
  const std::vector<Row> rows = ParseProfile(shuffled, "p.yaml").table.rows;
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].region, RegionOf(3, 3));
  EXPECT_EQ(rows[1].region, RegionOf(4, 2));
  EXPECT_EQ(rows[2].region, RegionOf(4, 4));
  ASSERT_EQ(rows[1].rules.size(), 2U);
  EXPECT_EQ(rows[1].rules[0].choice, "flat");
  EXPECT_EQ(rows[1].rules[1].choice, "chain");
  const std::vector<Evidence>& evidence = rows[1].rules[0].evidence;
  ASSERT_EQ(evidence.size(), 2U);
  EXPECT_EQ(evidence[0].reason, "a");
  std::vector<ChoiceId> order;
  for (const Candidate& candidate : evidence[0].candidates) order.push_back(candidate.choice);
  EXPECT_EQ(order, (std::vector<ChoiceId>{"flat", "library", "chain", "binomial"}));
}

/// The indented lines of the page, in its parts before and after the network file's heading.
std::array<std::string, 2> ExamplesOfTheDescription() {
  std::ifstream page("profiles/FORMAT.md");
  std::array<std::string, 2> examples;
  std::size_t part = 0;
  for (std::string line; std::getline(page, line);) {
    if (line == "## The network file") part = 1;
    if (line.starts_with("    ")) examples[part] += line.substr(4) + "\n";
  }
  return examples;
}

TEST(ParseProfile, ReadsTheExampleOfTheDescription) {
  const std::string example = ExamplesOfTheDescription()[0];
  const Profile profile = ParseProfile(example, "profiles/FORMAT.md");
  EXPECT_EQ(profile.table.rows.at(0).rules.at(0).evidence.at(0).candidates.size(), 3U);
  // The example is also in colltune's own spelling.
  EXPECT_EQ(ToYaml(profile), example);
}

TEST(ParseNetwork, ReadsTheExampleOfTheDescription) {
  const std::string example = ExamplesOfTheDescription()[1];
  const NetworkFile network = ParseNetwork(example, "profiles/FORMAT.md");
  EXPECT_EQ(network.places.at(1).host, "node-2");
  const NetworkFileModel& model = network.models.at(0);
  EXPECT_EQ(model.parameters.at(0), (NetworkFileParameter{"L", 1e-5, "s", 2e-7, true}));
  EXPECT_EQ(model.parameters.at(1), (NetworkFileParameter{"g_r", 2e-6, "s", std::nullopt, false}));
  EXPECT_EQ(model.residuals.at(0).p95, 0.03);
  EXPECT_EQ(ToYaml(network), example);
}

TEST(ParseNetwork, RefusesAllForOneFault) {
  const std::string good = ExamplesOfTheDescription()[1];
  const auto refusal = [&](const std::string& from, const std::string& to) {
    std::string bad = good;
    bad.replace(bad.find(from), from.size(), to);
    try {
      ParseNetwork(bad, "n.yaml");
    } catch (const ProfileError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal("colltune_network", "colltune_profile"),
            "n.yaml:1: is not a network of colltune: it has no 'colltune_network'");
  EXPECT_EQ(refusal("colltune_network: 1", "colltune_network: 2"),
            "n.yaml:1: is a network of version 2, this program reads 1");
  EXPECT_EQ(refusal("value: 0.00001", "value: -0.00001"),
            "n.yaml:11: value is '-0.00001', not a finite number of at least 0");
  EXPECT_EQ(refusal("identified: false", "identified: no"),
            "n.yaml:12: identified is 'no', not true or false");
  EXPECT_EQ(refusal("\"g_r\"", "\"L\""), "n.yaml:12: parameter 'L' stands twice");
  EXPECT_EQ(refusal("socket: 0", "sockte: 0"),
            "n.yaml:6: unknown key 'sockte' in a place; known are host, socket");
  EXPECT_EQ(refusal("    notes:", "    note:").substr(0, 9), "n.yaml:15");
}

}  // namespace
}  // namespace colltune
