// Files of a machine that is made by hand.
#include "tests/smpi/machines/write.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/smpi/machines/hosts.h"

namespace colltune::machines {
namespace {

/// Two sites: racks of two and of one host at the first, and of one host at the second.
Machine TwoSites() {
  Machine machine;
  machine.seed = 3;
  machine.kinds = {{.send = {1e-6, 2e-10},
                    .receive = {3e-6, 0},
                    .link = {.latency = 4e-6, .bandwidth = 1.25e9},
                    .memory = {.latency = 5e-7, .bandwidth = 1e10, .half_duplex = true}},
                   {.send = {6e-6, 0},
                    .receive = {7e-6, 1e-10},
                    .link = {.latency = 8e-6, .bandwidth = 1.25e8, .half_duplex = true},
                    .memory = {.latency = 9e-7, .bandwidth = 2e10, .half_duplex = true}}};
  machine.racks = {{.kinds = {0, 1}, .uplink = {.latency = 1e-5, .bandwidth = 6.25e8}},
                   {.kinds = {0}, .uplink = {.latency = 2e-5, .bandwidth = 5e8}},
                   {.kinds = {1},
                    .site = 1,
                    .uplink = {.latency = 3e-5, .bandwidth = 4e8, .half_duplex = true}}};
  machine.sites = {
      {.backbone_taper = 2, .backbone = 5e8, .uplink = {.latency = 1e-3, .bandwidth = 3.125e8}},
      {.uplink = {.latency = 2e-3, .bandwidth = 2e8, .half_duplex = true}}};
  machine.ranks_per_host = 2;
  machine.most_eager = 65536;
  machine.incast = {.buffer = 40000, .delay = 0.25};
  return machine;
}

std::string Contents(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Truth, NamesEachParameter) {
  const std::vector<std::pair<std::string, double>> truth = TruthOf(TwoSites());
  const std::map<std::string, double> all(truth.begin(), truth.end());
  EXPECT_EQ(all.size(), truth.size());
  const std::map<std::string, double> expected = {
      // Host 0 is of the first kind, host 1 of the second; so are hosts 2 and 3.
      {"o_s node-0", 1e-6},
      {"t_s node-0", 2e-10},
      {"o_r node-0", 3e-6},
      {"t_r node-0", 0},
      {"L node-0", 4e-6},
      {"port out node-0", 8e-10},
      {"port in node-0", 8e-10},
      {"L within node-0", 5e-7},
      {"memory node-0", 1e-10},
      {"group of node-0", 0},
      {"o_s node-1", 6e-6},
      {"t_s node-1", 0},
      {"o_r node-1", 7e-6},
      {"t_r node-1", 1e-10},
      {"L node-1", 8e-6},
      {"port node-1", 8e-9},
      {"L within node-1", 9e-7},
      {"memory node-1", 5e-11},
      {"group of node-1", 0},
      {"o_s node-2", 1e-6},
      {"t_s node-2", 2e-10},
      {"o_r node-2", 3e-6},
      {"t_r node-2", 0},
      {"L node-2", 4e-6},
      {"port out node-2", 8e-10},
      {"port in node-2", 8e-10},
      {"L within node-2", 5e-7},
      {"memory node-2", 1e-10},
      {"group of node-2", 1},
      {"o_s node-3", 6e-6},
      {"t_s node-3", 0},
      {"o_r node-3", 7e-6},
      {"t_r node-3", 1e-10},
      {"L node-3", 8e-6},
      {"port node-3", 8e-9},
      {"L within node-3", 9e-7},
      {"memory node-3", 5e-11},
      {"group of node-3", 2},
      // Racks are groups 0 to 2, sites 3 and 4.
      {"parent of group 0", 3},
      {"L group 0", 1e-5},
      {"line out group 0", 1.6e-9},
      {"line in group 0", 1.6e-9},
      {"parent of group 1", 3},
      {"L group 1", 2e-5},
      {"line out group 1", 2e-9},
      {"line in group 1", 2e-9},
      {"parent of group 2", 4},
      {"L group 2", 3e-5},
      {"line group 2", 2.5e-9},
      {"L group 3", 1e-3},
      {"line out group 3", 3.2e-9},
      {"line in group 3", 3.2e-9},
      {"backbone group 3", 2e-9},
      {"L group 4", 2e-3},
      {"line group 4", 5e-9},
      {"S", 65536},
      {"incast buffer", 40000},
      {"incast delay", 0.25}};
  for (const auto& [name, value] : expected) {
    ASSERT_TRUE(all.contains(name)) << name;
    EXPECT_DOUBLE_EQ(all.at(name), value) << name;
  }
  EXPECT_EQ(all.size(), expected.size());
}

TEST(Truth, HasNoUplinksWhereThereIsOneRackOrSite) {
  Machine machine = TwoSites();
  machine.racks.pop_back();
  machine.sites.pop_back();
  std::map<std::string, double> all;
  for (const auto& [name, value] : TruthOf(machine)) all[name] = value;
  EXPECT_TRUE(all.contains("backbone group 2"));
  EXPECT_FALSE(all.contains("L group 2"));
  machine.racks.pop_back();
  machine.sites.pop_back();
  for (const auto& [name, value] : TruthOf(machine)) {
    EXPECT_EQ(name.find("group 0"), std::string::npos) << name;
  }
}

TEST(Platform, JoinsHostsRacksAndSites) {
  const std::string xml = PlatformOf(TwoSites());
  for (const char* const line : {
           "<host id=\"node-1\" speed=\"1Gf\">",
           "<prop id=\"smpi/os\" value=\"0:1e-06:2e-10\"/>",
           "<prop id=\"smpi/or\" value=\"0:7e-06:1e-10\"/>",
           "<prop id=\"incast/rate\" value=\"125000000\"/>",
           "<prop id=\"incast/most-eager\" value=\"65536\"/>",
           "<link id=\"to-node-0\" bandwidth=\"1250000000Bps\" latency=\"4e-06s\" "
           "sharing_policy=\"SPLITDUPLEX\"/>",
           "<link id=\"up-rack-2\" bandwidth=\"400000000Bps\" latency=\"3e-05s\" "
           "sharing_policy=\"SHARED\"/>",
           "<link id=\"site-0\" bandwidth=\"500000000Bps\" latency=\"0s\" "
           "sharing_policy=\"SHARED\"/>",
           "<route src=\"node-0\" dst=\"rack-0\" symmetrical=\"NO\"><link_ctn id=\"to-node-0\" "
           "direction=\"UP\"/></route>",
           "<route src=\"site-0-in\" dst=\"site-0-out\" symmetrical=\"NO\"><link_ctn id=\"site-0\" "
           "direction=\"NONE\"/></route>",
           "<route src=\"site-0-out\" dst=\"rack-1\" symmetrical=\"NO\"><link_ctn id=\"up-rack-1\" "
           "direction=\"DOWN\"/></route>",
           "<route src=\"between-sites\" dst=\"site-1\" symmetrical=\"NO\"><link_ctn "
           "id=\"up-site-1\" direction=\"NONE\"/></route>",
       }) {
    EXPECT_NE(xml.find(line), std::string::npos) << line;
  }
}

TEST(Write, WritesOneHostForEachRank) {
  const std::filesystem::path folder =
      std::filesystem::path(std::getenv("TEST_TMPDIR")) / "new" / "folder";
  Machine machine = TwoSites();
  Write(machine, folder, "blocks");
  EXPECT_EQ(Contents(folder / "blocks.hosts"),
            "node-0\nnode-0\nnode-1\nnode-1\nnode-2\nnode-2\nnode-3\nnode-3\n");
  machine.is_cyclic = true;
  Write(machine, folder, "turns");
  EXPECT_EQ(Contents(folder / "turns.hosts"),
            "node-0\nnode-1\nnode-2\nnode-3\nnode-0\nnode-1\nnode-2\nnode-3\n");
}

TEST(Write, WritesFlagsAndTruth) {
  const std::filesystem::path folder = std::getenv("TEST_TMPDIR");
  const Machine machine = TwoSites();
  Write(machine, folder, "machine");
  const std::string line = "# " + Describe(machine) + "\n";
  EXPECT_EQ(Contents(folder / "machine.cfg"),
            line +
                "smpi/async-small-thresh:65537\nsmpi/send-is-detached-thresh:65537\n"
                "network/optim:Full\n");
  EXPECT_EQ(Contents(folder / "machine.xml"), PlatformOf(machine));
  const std::string truth = Contents(folder / "machine.truth");
  EXPECT_TRUE(truth.starts_with(line)) << truth;
  EXPECT_NE(truth.find("\nport out node-0: 8e-10\n"), std::string::npos) << truth;
}

TEST(Write, NamesAFileThatCannotBeWritten) {
  const std::filesystem::path folder = std::getenv("TEST_TMPDIR");
  std::ofstream(folder / "file") << "no folder\n";
  try {
    Write(TwoSites(), folder / "file", "machine");
    FAIL() << "wrote into a file";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), (folder / "file" / "machine.xml").string() + ": cannot be written");
  }
}

}  // namespace
}  // namespace colltune::machines
