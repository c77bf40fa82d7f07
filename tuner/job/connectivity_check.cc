#include "tuner/job/connectivity_check.h"

#include <algorithm>
#include <array>

#include "algorithms/mpi/built_for.h"
#include "algorithms/mpi/nodes.h"
#include "tuner/job/tcp_probe_text.h"

namespace colltune::tune {
namespace {

constexpr bool kSimulates = kBuiltFor.library.simulates;  // hosts are threads

/// Patience at the start, when hosts that are well answer at once. Some addresses often are out of
/// reach for all other hosts, such as those of a bridge for virtual machines.
constexpr Seconds kWell(0.5);
/// Patience after a fault: a crowded network may lose the opening of a connection, which Linux
/// repeats after 1 s.
constexpr Seconds kUnwell(2);

/// Message of a rank to rank 0, as bytes.
struct Card {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  std::array<Ipv4, 16> addresses{};  // those beyond are left out
  int count = 0;                     // of addresses
  std::uint16_t port = 0;
};

Card CardOf(const Listener& listener) {
  Card card;
  const std::string name = ProcessorName();
  std::ranges::copy(name, card.name.begin());
  const std::vector<Ipv4> addresses = OwnAddresses();
  const std::size_t count = std::min(addresses.size(), card.addresses.size());
  std::copy_n(addresses.begin(), count, card.addresses.begin());
  card.count = static_cast<int>(count);
  card.port = listener.port();
  return card;
}

/// Groups ranks by host: ranks with the same name and addresses are on one host.
std::vector<ListeningHost> HostsOf(const std::vector<Card>& cards) {
  std::vector<ListeningHost> hosts;
  for (std::size_t rank = 0; rank < cards.size(); ++rank) {
    const Card& card = cards[rank];
    ListeningHost host{card.name.data(),
                       {},
                       card.port,
                       {card.addresses.begin(), card.addresses.begin() + card.count}};
    auto known = std::ranges::find_if(hosts, [&](const ListeningHost& other) {
      return other.name == host.name && other.addresses == host.addresses;
    });
    if (known == hosts.end()) known = hosts.insert(known, std::move(host));
    known->ranks.push_back(static_cast<int>(rank));
  }
  return hosts;
}

}  // namespace

Reach::Reach(const Job& job) {
  if (kSimulates || IsOnOneNode(job.comm())) return;
  listener_.emplace();
  const Card mine = CardOf(*listener_);
  std::vector<Card> cards(job.IsRoot() ? static_cast<std::size_t>(job.ranks()) : 0);
  Check(PMPI_Gather(&mine, sizeof mine, MPI_BYTE, cards.data(), sizeof mine, MPI_BYTE, 0,
                    job.comm()));
  if (!job.IsRoot()) return;
  hosts_ = HostsOf(cards);
  KeepReached(hosts_, kWell);
}

std::vector<std::string> Reach::Lines() const {
  if (hosts_.size() < 2) return {};
  return HostsText(hosts_, Probe(hosts_, kUnwell));
}

}  // namespace colltune::tune
