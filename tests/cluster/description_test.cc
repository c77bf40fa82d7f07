#include "tests/cluster/description.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace colltune::cluster {
namespace {

using std::chrono::microseconds;
using testing::ElementsAre;

Description Parse(const std::string& text) { return ParseDescription(text, "file.yaml"); }

std::string ErrorOf(const std::string& text) {
  try {
    Parse(text);
  } catch (const DescriptionError& error) {
    return error.what();
  }
  return "none";
}

TEST(Description, NumbersTheHostsOfAGroup) {
  const Description cluster = Parse("hosts: {b: {count: 2, rate: 2Mbit, up: 1.5kbit}, a: {}}");
  std::vector<std::string> names;
  for (const Host& host : cluster.hosts) names.push_back(host.name);
  EXPECT_THAT(names, ElementsAre("b1", "b2", "a"));
  EXPECT_EQ(cluster.hosts[1].up, 1500);
  EXPECT_EQ(cluster.hosts[1].down, 2e6);
  EXPECT_EQ(cluster.hosts[2].up, kUnlimited);
}

TEST(Description, TakesTheLastLinkThatJoinsTwoHosts) {
  const Description cluster = Parse(R"(
hosts: {a: {count: 2, latency: 2us}, b: {count: 1}}
link: {latency: 1ms, jitter: 100ns}
links:
  - {between: [a, b], latency: 0.5s}
  - {from: b1, to: a2, rate: 1Gbit}
  - {from: all, to: a1, latency: 0us}
)");
  const auto link = [&](int from, int to) { return cluster.links[cluster.LinkOf(from, to)]; };
  EXPECT_EQ(cluster.hosts[0].latency, microseconds(2));
  EXPECT_EQ(link(0, 1).latency, microseconds(1000));
  EXPECT_EQ(link(0, 2).latency, microseconds(500000));
  EXPECT_EQ(link(0, 2).jitter.count(), 100);
  EXPECT_EQ(link(1, 2).latency, microseconds(500000));
  // A field missing in an entry is the default link's, not that of an earlier entry.
  EXPECT_EQ(link(2, 1).latency, microseconds(1000));
  EXPECT_EQ(link(2, 1).rate, 1e9);
  EXPECT_EQ(link(1, 2).rate, kUnlimited);
  EXPECT_EQ(link(2, 0).latency, microseconds(0));
  EXPECT_EQ(link(1, 0).latency, microseconds(0));
}

TEST(Description, SaysWhatIsWrongAndWhere) {
  const std::string hosts = "hosts: {a: {count: 2}}\n";
  const std::pair<std::string, std::string> cases[] = {
      {"", "file.yaml:0: "},
      {"links: []", "file.yaml:1: "},
      {"hosts: {}", "file.yaml:1: hosts is not a mapping of names to hosts"},
      {"hosts: 16", "file.yaml:1: hosts is not a mapping of names to hosts"},
      {"hosts:\n  A: {}", "file.yaml:2: 'A' cannot name hosts"},
      {"hosts:\n  a2: {}\n  a: {count: 3}", "file.yaml:3: a second host 'a2'"},
      {"hosts:\n  a1: {}\n  a: {count: 1, rat: 2}", "file.yaml:3: "},
      {"hosts:\n  all: {}", "file.yaml:2: a second host 'all'"},
      {"hosts:\n  all: {count: 2}", "file.yaml:2: 'all' is also the name of a host"},
      {"hosts:\n  a: {count: 65}", "file.yaml:2: count is '65'"},
      {"hosts:\n  a: {count: 64}\n  b: {}", "file.yaml:2: 65 hosts are more than the 64"},
      {"hosts:\n  a: {rate: 100}", "file.yaml:2: rate is '100', not a rate"},
      {"hosts:\n  a: {rate: 0Mbit}", "file.yaml:2: rate is '0Mbit', not a rate"},
      {hosts + "link: {latency: -1ms}", "file.yaml:2: latency is '-1ms', not a time"},
      {hosts + "link: {latency: 11s}", "file.yaml:2: latency is '11s', not a time"},
      {hosts + "link: {latency: nans}", "file.yaml:2: latency is 'nans', not a time"},
      {hosts + "link: {rate: 1Mbit}", "file.yaml:2: "},
      {hosts + "mtu: 100", "file.yaml:2: mtu is '100'"},
      {hosts + "links:\n  - {from: a, to: c}", "file.yaml:3: no host and no group"},
      {hosts + "links:\n  - {from: a}", "file.yaml:3: "},
      {hosts + "links:\n  - {between: [a]}", "file.yaml:3: a link is between two names"},
      {hosts + "links:\n  - {between: [a, a], to: a}", "file.yaml:3: a link is between two, or"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_THAT(ErrorOf(text), testing::StartsWith(message)) << text;
  }
}

TEST(Description, OfEachShippedClusterIsOf16Hosts) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/cluster")) {
    if (entry.path().extension() != ".yaml") continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    EXPECT_EQ(ParseDescription(text.str(), entry.path()).hosts.size(), 16U) << entry.path();
    ++files;
  }
  EXPECT_EQ(files, 5);
}

}  // namespace
}  // namespace colltune::cluster
