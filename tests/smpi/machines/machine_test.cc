// Messages on a drawn machine take in virtual time what its truth file says. under_smpirun.sh names
// the machine.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "measure/clock/clock.h"
#include "measure/network/places.h"
#include "tests/smpi/machines/known_machine.h"

namespace colltune::machines {
namespace {

constexpr double kShare = 1e-4;      // by which a time may be off, besides
constexpr double kPrecision = 5e-9;  // s: of some events, each of which SimGrid times to 1 ns
constexpr int kManyBytes = 1 << 20;  // B: bandwidth outweighs all else, but between sites

struct Message {
  int from;
  int to;
};

const KnownMachine& Truth() {
  static const auto& truth =
      *new KnownMachine(std::getenv("COLLTUNE_SMPI_MACHINE") + std::string(".truth"));
  return truth;
}

const std::vector<measure::Place>& Places() {
  static const auto& places = *new std::vector(measure::PlacesOf(MPI_COMM_WORLD));
  return places;
}

const std::string& HostOf(int rank) { return Places()[static_cast<std::size_t>(rank)].host; }

int Self() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

constexpr double kLong = 1;  // s: longer than any experiment

void WaitUntil(double time) { measure::WtimeClock().WaitUntil(Seconds(time)); }

/// Lets all ranks wait for a common time, when no messages are left, and returns it.
double WaitForAll() {
  double start = PMPI_Wtime();
  PMPI_Allreduce(MPI_IN_PLACE, &start, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  WaitUntil(start + kLong);
  return start + kLong;
}

/// Returns the time from the begin of each send to the end of its receive. All messages are sent at
/// once; their receives are posted before. Collective.
std::vector<double> TimesOf(const std::vector<Message>& messages, int bytes) {
  const auto size = static_cast<std::size_t>(bytes);
  const auto mine = std::ranges::count(messages, Self(), &Message::to);
  std::vector<char> memory(size * static_cast<std::size_t>(mine + 1));
  char* received = memory.data();
  std::vector<MPI_Request> receives(messages.size(), MPI_REQUEST_NULL);
  std::vector<MPI_Request> sends(messages.size(), MPI_REQUEST_NULL);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (messages[i].to != Self()) continue;
    received += bytes;
    PMPI_Irecv(received, bytes, MPI_CHAR, messages[i].from, static_cast<int>(i), MPI_COMM_WORLD,
               &receives[i]);
  }
  const double start = WaitForAll();
  std::vector<double> times(messages.size());
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (messages[i].from != Self()) continue;
    times[i] -= PMPI_Wtime();
    PMPI_Isend(memory.data(), bytes, MPI_CHAR, messages[i].to, static_cast<int>(i), MPI_COMM_WORLD,
               &sends[i]);
  }
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (messages[i].to != Self()) continue;
    PMPI_Wait(&receives[i], MPI_STATUS_IGNORE);
    times[i] += PMPI_Wtime();
  }
  PMPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
  WaitUntil(start + kLong);  // or else ranks without messages disturb those of others
  PMPI_Allreduce(MPI_IN_PLACE, times.data(), static_cast<int>(times.size()), MPI_DOUBLE, MPI_SUM,
                 MPI_COMM_WORLD);
  return times;
}

std::vector<Flow> FlowsOf(const std::vector<Message>& messages) {
  std::vector<Flow> flows;
  for (const auto& [from, to] : messages) flows.push_back({HostOf(from), HostOf(to)});
  return flows;
}

/// Sends all messages at once, and compares each one's time with the truth. Returns the line that
/// takes longest.
std::string ExpectTrueTimes(const std::vector<Message>& messages, int bytes) {
  std::vector<Flow> flows = FlowsOf(messages);
  const std::vector<double> times = TimesOf(messages, bytes);
  for (std::size_t i = 0; Self() == 0 && i < messages.size(); ++i) {
    std::swap(flows.front(), flows[i]);
    const double truth = Truth().TimeOf(flows, bytes);
    std::swap(flows.front(), flows[i]);
    EXPECT_NEAR(times[i], truth, kShare * truth + kPrecision)
        << bytes << " B from " << flows[i].from << " to " << flows[i].to << ", message " << i
        << " of " << messages.size();
  }
  return Truth().SlowestLine(flows);
}

enum class Distance { kWithinHost, kWithinRack, kBetweenRacks, kBetweenSites };

Distance DistanceOf(int from, int to) {
  const std::string& source = HostOf(from);
  const std::string& destination = HostOf(to);
  if (source == destination) return Distance::kWithinHost;
  if (Truth().RackOf(source) == Truth().RackOf(destination)) return Distance::kWithinRack;
  if (Truth().SiteOf(source) == Truth().SiteOf(destination)) return Distance::kBetweenRacks;
  return Distance::kBetweenSites;
}

/// Calls `body` with pairs of ranks at that distance, until it has taken some.
int ForPairs(Distance distance, const std::function<bool(int, int)>& body) {
  constexpr int kEnough = 8;
  const auto ranks = static_cast<int>(Places().size());
  int taken = 0;
  for (int from = 0; from < ranks && taken < kEnough; ++from) {
    // Most senders have another receiver, so that all kinds of hosts are among them.
    for (int i = 1; i < ranks; ++i) {
      const int to = (5 * from + i) % ranks;
      if (to == from || DistanceOf(from, to) != distance || !body(from, to)) continue;
      ++taken;
      break;
    }
  }
  return taken;
}

std::vector<Distance> Distances() {
  std::set<Distance> all;
  for (std::size_t to = 1; to < Places().size(); ++to) {
    all.insert(DistanceOf(0, static_cast<int>(to)));
  }
  return {all.begin(), all.end()};
}

/// Returns the first rank on each host of a rack that is like the host of `model`.
std::vector<int> AlikeInRack(int rack, const std::string& model) {
  std::vector<int> ranks;
  std::set<std::string> hosts;
  for (std::size_t rank = 0; rank < Places().size(); ++rank) {
    const std::string& host = Places()[rank].host;
    if (Truth().RackOf(host) != rack || !Truth().AreAlike(host, model)) continue;
    if (hosts.insert(host).second) ranks.push_back(static_cast<int>(rank));
  }
  return ranks;
}

/// Returns messages from hosts of one rack to others of another, as many as are alike in both.
std::vector<Message> Between(int from, int to, const std::string& model) {
  const std::vector<int> senders = AlikeInRack(from, model);
  const std::vector<int> receivers = AlikeInRack(to, model);
  std::vector<Message> messages;
  for (std::size_t i = 0; i < std::min(senders.size(), receivers.size()); ++i) {
    messages.push_back({senders[i], receivers[i]});
  }
  return messages;
}

/// Calls `body` with the messages between any two racks by any kind of hosts, where these are at
/// least `least`.
void ForRacks(std::size_t least, const std::function<void(const std::vector<Message>&)>& body) {
  std::set<int> racks;
  for (const measure::Place& place : Places()) racks.insert(Truth().RackOf(place.host));
  std::set<std::pair<int, int>> done;
  for (const measure::Place& place : Places()) {
    const int from = Truth().RackOf(place.host);
    for (const int to : racks) {
      if (to == from) continue;
      const std::vector<Message> messages = Between(from, to, place.host);
      if (messages.size() < least) continue;
      if (done.insert({messages.front().from, to}).second) body(messages);
    }
  }
}

bool HasLine(const std::set<std::string>& lines, const char* begin) {
  return std::ranges::any_of(lines,
                             [begin](const std::string& line) { return line.starts_with(begin); });
}

TEST(DrawnMachine, TakesForAMessageWhatTheTruthSays) {
  const int most_eager = static_cast<int>(Truth()["S"]);
  for (const Distance distance : Distances()) {
    const int pairs = ForPairs(distance, [&](int from, int to) {
      for (const int bytes : {0, 1000, 65536, most_eager, most_eager + 1}) {
        ExpectTrueTimes({{from, to}}, bytes);
      }
      return true;
    });
    EXPECT_GT(pairs, 0);
  }
}

TEST(DrawnMachine, BuffersMessagesUpToS) {
  constexpr double kLate = 0.5;  // s
  const int most_eager = static_cast<int>(Truth()["S"]);
  const int last = static_cast<int>(Places().size()) - 1;
  std::vector<char> memory(static_cast<std::size_t>(most_eager) + 1);
  for (const int bytes : {most_eager, most_eager + 1}) {
    const double start = WaitForAll();
    if (Self() == 0) {
      PMPI_Send(memory.data(), bytes, MPI_CHAR, last, 0, MPI_COMM_WORLD);
      const bool waited = PMPI_Wtime() - start > kLate / 2;
      EXPECT_EQ(waited, bytes > most_eager) << bytes << " B";
    } else if (Self() == last) {
      WaitUntil(start + kLate);
      PMPI_Recv(memory.data(), bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}

// Opposite messages share half-duplex lines, memory and backbones, and no others.
TEST(DrawnMachine, SharesHalfDuplexLinesBetweenOppositeMessages) {
  std::set<std::string> slowest;
  for (const Distance distance : Distances()) {
    ForPairs(distance, [&](int from, int to) {
      if (!Truth().AreAlike(HostOf(from), HostOf(to))) return false;
      slowest.insert(ExpectTrueTimes({{from, to}, {to, from}}, kManyBytes));
      return true;
    });
  }
  EXPECT_TRUE(HasLine(slowest, "memory node-"));
  EXPECT_TRUE(HasLine(slowest, "port node-") || HasLine(slowest, "line group "));
  EXPECT_TRUE(HasLine(slowest, "port in node-"));  // not shared
}

TEST(DrawnMachine, SharesUplinksBetweenHostsOfARack) {
  std::set<std::string> slowest;
  ForRacks(2, [&](const std::vector<Message>& messages) {
    slowest.insert(ExpectTrueTimes(messages, kManyBytes));
  });
  EXPECT_TRUE(HasLine(slowest, "line in ") || HasLine(slowest, "line group "));
}

TEST(DrawnMachine, SharesTheBackboneBetweenAllRacksOfASite) {
  std::set<std::string> slowest;
  ForRacks(1, [&](std::vector<Message> messages) {
    for (const auto& [from, to] : std::vector(messages)) messages.push_back({to, from});
    slowest.insert(ExpectTrueTimes(messages, kManyBytes));
  });
  EXPECT_TRUE(HasLine(slowest, "backbone "));
}

TEST(DrawnMachine, DelaysEagerMessagesThatItsSwitchDrops) {
  if (!Truth().Has("incast delay")) GTEST_SKIP() << "has no incast";
  std::vector<Message> gather;
  for (std::size_t rank = 1; rank < Places().size(); ++rank) {
    const int from = static_cast<int>(rank);
    const Distance distance = DistanceOf(from, 0);
    if (distance == Distance::kWithinHost || distance == Distance::kBetweenSites) continue;
    gather.push_back({from, 0});
  }
  const int most_eager = static_cast<int>(Truth()["S"]);
  ASSERT_GT(most_eager * static_cast<double>(gather.size()), Truth()["incast buffer"]);
  EXPECT_GT(std::ranges::max(TimesOf(gather, most_eager)), Truth()["incast delay"]);
  EXPECT_LT(std::ranges::max(TimesOf({gather.front()}, most_eager)), Truth()["incast delay"]);
  EXPECT_LT(std::ranges::max(TimesOf(gather, 1)), Truth()["incast delay"]);
  EXPECT_LT(std::ranges::min(TimesOf(gather, most_eager + 1)), Truth()["incast delay"]);
}

}  // namespace
}  // namespace colltune::machines
