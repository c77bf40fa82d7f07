#include "profiles/yaml.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace colltune {
namespace {

// Written by hand after profiles/FORMAT.md.
constexpr char kText[] = R"(colltune_profile: 1
fingerprint: {mpi: "MPICH 4.0.2", cpu: "Xeon(R) \"Gold\"", cores: 64}
provenance:
  created: "2024-05-06T07:08:09Z"
  command: "colltune tune --ops bcast"
  method: "round_time"
  clock: "CLOCK_MONOTONIC, 1 ns, 20 ns"
  confidence: 0.99
  margin: 0.03
  hosts: ["n1", "n2"]
network:
  - name: "hockney"
    worst_residual: 0.125
    parameters:
      - {name: "alpha", value: 0.0000015, unit: "s", half_width: 1.0e-08}
      - {name: "beta", value: 8.0e-10, unit: "s/B", half_width: 0}
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
                - {choice: binomial, samples: 100, median_us: 12.3, low_us: 12, high_us: 12.5, predicted_us: 11.75}
                - {choice: library, samples: 30, median_us: 15.375, low_us: 15, high_us: 0.01e+4}
                - {choice: flat, samples: 0, predicted_us: 0.5}
            - bytes: 1024
              reason: ""
              candidates: []
        - bytes: [1048576, 4611686018427387904]
          choice: library
          evidence: []
)";

/// The profile of that text, but for the two things that are not as colltune writes them.
Profile TheProfile() {
  const Candidate binomial = {
      "binomial", 100, Seconds{12.3e-6}, Seconds{12e-6}, Seconds{12.5e-6}, Seconds{11.75e-6}};
  const Candidate library = {"library",       30,          Seconds{15.375e-6}, Seconds{15e-6},
                             Seconds{100e-6}, std::nullopt};
  const Candidate flat = {"flat", 0, {}, {}, {}, Seconds{0.5e-6}};
  const std::vector<Evidence> evidence = {
      {Bytes{8}, {binomial, library, flat}, "binomial is 1.25 times as fast as the library"},
      {Bytes{1024}, {}, ""}};
  Profile profile;
  profile.fingerprint = {"MPICH 4.0.2", "Xeon(R) \"Gold\"", 64};
  profile.provenance = {"2024-05-06T07:08:09Z",
                        "colltune tune --ops bcast",
                        "round_time",
                        "CLOCK_MONOTONIC, 1 ns, 20 ns",
                        0.99,
                        0.03,
                        {"n1", "n2"}};
  profile.network = {{"hockney", {{"alpha", 1.5e-6, "s", 1e-8}, {"beta", 8e-10, "s/B", 0}}, 0.125},
                     {"none", {}, 0}};
  profile.table.rows = {{Collective::kBcast, 2, 1, {}},
                        {Collective::kBcast,
                         16,
                         8,
                         {{Bytes{0}, Bytes{1024}, "binomial", evidence},
                          {Bytes{1048576}, Bytes{std::int64_t{1} << 62}, "library", {}}}}};
  return profile;
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ParseProfile, ReadsWhatIsDescribed) { EXPECT_EQ(ParseProfile(kText, "p.yaml"), TheProfile()); }

TEST(ToYaml, WritesWhatIsDescribed) {
  const std::string expected = Replaced(Replaced(kText, "0.0000015", "1.5e-06"), "0.01e+4", "100");
  EXPECT_EQ(ToYaml(TheProfile()), expected);
}

TEST(ToYaml, WritesAnEmptyProfile) {
  Profile profile;
  profile.fingerprint = {"MPICH 4.0.2", "Xeon", 1};
  EXPECT_EQ(ToYaml(profile), R"(colltune_profile: 1
fingerprint: {mpi: "MPICH 4.0.2", cpu: "Xeon", cores: 1}
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
  EXPECT_EQ(rows[0].ranks, 3);
  EXPECT_EQ(rows[1].ranks_per_node, 2);
  EXPECT_EQ(rows[2].ranks_per_node, 4);
  ASSERT_EQ(rows[1].rules.size(), 2U);
  EXPECT_EQ(rows[1].rules[0].choice, "flat");
  EXPECT_EQ(rows[1].rules[1].choice, "chain");
  const std::vector<Evidence>& evidence = rows[1].rules[0].evidence;
  ASSERT_EQ(evidence.size(), 2U);
  EXPECT_EQ(evidence[0].reason, "a");
  std::vector<std::string> order;
  for (const Candidate& candidate : evidence[0].candidates) order.push_back(candidate.choice);
  EXPECT_EQ(order, (std::vector<std::string>{"flat", "library", "chain", "binomial"}));
}

TEST(ParseProfile, ReadsTheExampleOfTheDescription) {
  std::ifstream page("profiles/FORMAT.md");
  std::string example;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("    ")) example += line.substr(4) + "\n";
  }
  const Profile profile = ParseProfile(example, "profiles/FORMAT.md");
  EXPECT_EQ(profile.table.rows.at(0).rules.at(0).evidence.at(0).candidates.size(), 3U);
  // It shows the spelling, too.
  EXPECT_EQ(ToYaml(profile), example);
}

}  // namespace
}  // namespace colltune
