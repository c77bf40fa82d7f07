#include "tuner/job/tcp_probe.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <optional>

#include "tuner/job/tcp_probe_text.h"

namespace colltune::tune {
namespace {

using Replies = std::vector<std::vector<Reply>>;

constexpr Seconds kPatience(60);  // longer than any machine's pauses
const Ipv4 kControl = inet_addr("10.78.0.2");
const Ipv4 kData = inet_addr("10.77.0.2");
const Ipv4 kLoopback = inet_addr("127.0.0.1");

std::vector<ListeningHost> Three() {
  return {{"host1", {0}, 1, {}}, {"host2", {1, 2}, 1, {}}, {"host3", {3}, 1, {}}};
}

TEST(HostsText, NamesRanksAndHostAndTellsALinkFromAHost) {
  EXPECT_EQ(
      HostsText(Three(), Replies{{}, {{kData, ETIMEDOUT}, {kControl, 0}}, {{kControl, 0}}}),
      (std::vector<std::string>{"ranks 1, 2 on host2 do not answer at 10.77.0.2 (Connection timed "
                                "out), but at 10.78.0.2: a link is down"}));
  EXPECT_EQ(HostsText(Three(),
                      Replies{{}, {{kControl, 0}}, {{kData, EHOSTUNREACH}, {kControl, ETIMEDOUT}}}),
            (std::vector<std::string>{
                "rank 3 on host3 does not answer at 10.77.0.2 (No route to host) or 10.78.0.2 "
                "(Connection timed out): the host, or its link, is down"}));
  EXPECT_EQ(HostsText(Three(), Replies{{}, {{kData, ECONNREFUSED}}, {}}),
            (std::vector<std::string>{"ranks 1, 2 on host2 do not answer at 10.77.0.2 (Connection "
                                      "refused): the process of rank 1 is gone"}));
}

TEST(HostsText, SaysWhenAllAnswerAndWhenNoneDoes) {
  EXPECT_EQ(HostsText(Three(), Replies{{}, {{kData, 0}}, {{kData, 0}}}),
            (std::vector<std::string>{
                "host1 still reaches all 3 hosts: a link stalls, or one between others is down, or "
                "what was measured hangs"}));
  const auto lines = HostsText(Three(), Replies{{}, {{kData, ETIMEDOUT}}, {{kControl, ETIMEDOUT}}});
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[2],
            "host1, which asked, reaches no other host so: it may be host1 that is cut off");
}

TEST(Hosts, AnswerWhileTheyListenAndAreKept) {
  std::optional<Listener> gone(std::in_place);
  const Listener here;
  std::vector<ListeningHost> hosts = {
      {"host1", {0}, here.port(), {kLoopback, inet_addr("127.0.0.2")}},
      {"host2", {1}, gone->port(), {kLoopback}},
      {"host3", {2}, here.port(), {kLoopback}}};
  gone.reset();
  const Replies replies = Probe(hosts, kPatience);
  ASSERT_EQ(replies.size(), 3u);
  ASSERT_EQ(replies[0].size(), 2u);
  EXPECT_EQ(replies[0][0].error, 0);
  EXPECT_EQ(replies[0][1].error, 0);
  EXPECT_EQ(replies[1][0].error, ECONNREFUSED);
  EXPECT_EQ(replies[2][0].error, 0);
  KeepReached(hosts, kPatience);
  ASSERT_EQ(hosts.size(), 2u);
  EXPECT_EQ(hosts[0].addresses.size(), 2u);
  EXPECT_EQ(hosts[1].name, "host3");
}

// More hosts than are asked at once.
TEST(Hosts, OfWhichThereAreManyAreAllAsked) {
  const std::array<Listener, 4> listeners;  // an old kernel lets 128 wait at each
  std::vector<ListeningHost> hosts;
  for (int i = 0; i < 300; ++i) {
    hosts.push_back({"host", {i}, listeners[i % listeners.size()].port(), {kLoopback}});
  }
  hosts.back().port = 1;  // where nobody listens
  const Replies replies = Probe(hosts, kPatience);
  for (std::size_t i = 0; i + 1 < hosts.size(); ++i) EXPECT_EQ(replies[i][0].error, 0) << i;
  EXPECT_EQ(replies.back()[0].error, ECONNREFUSED);
}

TEST(Hosts, HaveNoLoopbackAddresses) {
  for (const Ipv4 address : OwnAddresses()) EXPECT_NE(ntohl(address) >> 24, 127u);
}

}  // namespace
}  // namespace colltune::tune
