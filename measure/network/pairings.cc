#include "measure/network/pairings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <set>

namespace colltune::measure {
namespace {

using Triplet = std::array<Rank, 3>;

/// Returns all sets of three ranks, ordered by the sum of their ranks modulo n. Two sets of equal
/// sum share one rank at most, so that neighbours in this order mostly fit into one round.
std::vector<Triplet> TripletsBySum(int ranks) {
  std::vector<Triplet> triplets;
  for (Rank i = 0; i < ranks; ++i) {
    for (Rank j = i + 1; j < ranks; ++j) {
      for (Rank k = j + 1; k < ranks; ++k) triplets.push_back({i, j, k});
    }
  }
  std::ranges::stable_sort(triplets, {},
                           [ranks](const Triplet& t) { return (t[0] + t[1] + t[2]) % ranks; });
  return triplets;
}

/// A round that is being filled.
struct Filling {
  std::vector<bool> busy;
  std::vector<Triplet> triplets;

  bool HasRoomFor(const Triplet& triplet) const {
    return std::ranges::none_of(triplet,
                                [&](Rank rank) { return busy[static_cast<std::size_t>(rank)]; });
  }

  void Add(const Triplet& triplet) {
    for (const Rank rank : triplet) busy[static_cast<std::size_t>(rank)] = true;
    triplets.push_back(triplet);
  }
};

/// Packs by first fit: each triplet goes into the first round where its ranks are free.
std::vector<Filling> Pack(const std::vector<Triplet>& triplets, int ranks) {
  std::vector<Filling> rounds;
  for (const Triplet& triplet : triplets) {
    auto round =
        std::ranges::find_if(rounds, [&](const Filling& r) { return r.HasRoomFor(triplet); });
    if (round == rounds.end()) {
      round = rounds.insert(round, {std::vector<bool>(static_cast<std::size_t>(ranks)), {}});
    }
    round->Add(triplet);
  }
  return rounds;
}

int CeilDivide(int value, int by) { return (value + by - 1) / by; }

}  // namespace

std::vector<GroupRound> PairRounds(int ranks) {
  // All ranks but the last sit on a circle that turns by one place each round. Ranks opposite each
  // other pair up; the rank at the top pairs up with the last rank. An odd number of ranks is
  // filled up by a ghost, whose partner rests.
  const int circle = ranks % 2 == 0 ? ranks - 1 : ranks;
  std::vector<GroupRound> rounds;
  for (int top = 0; top < circle && ranks > 1; ++top) {
    GroupRound& round = rounds.emplace_back();
    if (circle < ranks) round.push_back({top, {circle}});
    for (int step = 1; step <= circle / 2; ++step) {
      const auto [low, high] = std::minmax({(top + step) % circle, (top - step + circle) % circle});
      round.push_back({low, {high}});
    }
  }
  return rounds;
}

std::vector<GroupRound> SpreadPairRounds(int ranks, std::size_t most) {
  const std::vector<GroupRound> all = PairRounds(ranks);
  const std::size_t in_round = std::max<std::size_t>(all.front().size(), 1);
  const std::size_t count = std::clamp<std::size_t>(most / in_round, 1, all.size());
  std::vector<GroupRound> some;
  for (std::size_t i = 0; i < count; ++i) some.push_back(all[i * all.size() / count]);
  return some;
}

std::vector<GroupRound> RoundsOf(std::span<const std::pair<Rank, Rank>> pairs, int ranks) {
  std::vector<GroupRound> rounds;
  std::vector<std::set<std::size_t>> busy(static_cast<std::size_t>(ranks));  // rounds of each rank
  for (const auto& [from, to] : pairs) {
    std::set<std::size_t>& of_from = busy[static_cast<std::size_t>(from)];
    std::set<std::size_t>& of_to = busy[static_cast<std::size_t>(to)];
    std::size_t round = 0;
    while (of_from.contains(round) || of_to.contains(round)) ++round;
    of_from.insert(round);
    of_to.insert(round);
    rounds.resize(std::max(rounds.size(), round + 1));
    rounds[round].push_back({from, {to}});
  }
  return rounds;
}

std::vector<GroupRound> TripletRounds(int ranks) {
  std::vector<GroupRound> rounds;
  for (const Filling& filled : Pack(TripletsBySum(ranks), ranks)) {
    for (std::size_t sender = 0; sender < 3; ++sender) {
      GroupRound& round = rounds.emplace_back();
      for (Triplet triplet : filled.triplets) {
        const Rank from = triplet[sender];
        std::vector<Rank> to;
        std::ranges::copy_if(triplet, std::back_inserter(to), [&](Rank r) { return r != from; });
        round.push_back({from, std::move(to)});
      }
    }
  }
  return rounds;
}

std::vector<GroupRound> FanRounds(int ranks, int leaves) {
  assert(leaves >= 1 && leaves < ranks);
  // The ranks are cut into blocks of leaves + 1 or more. Senders of one round have the same
  // position in their blocks.
  const int blocks = ranks / (leaves + 1);
  std::vector<GroupRound> rounds(static_cast<std::size_t>(CeilDivide(ranks, blocks)));
  for (int block = 0; block < blocks; ++block) {
    const int begin = block * ranks / blocks;
    const int end = (block + 1) * ranks / blocks;
    for (int from = begin; from < end; ++from) {
      Group& group = rounds[static_cast<std::size_t>(from - begin)].emplace_back();
      group.from = from;
      for (int i = 1; i <= leaves; ++i) group.to.push_back((from + i) % ranks);
    }
  }
  return rounds;
}

std::vector<GroupRound> ApartByHosts(std::span<const GroupRound> rounds,
                                     std::span<const int> hosts) {
  struct Part {
    GroupRound groups;
    std::set<int> hosts;
  };
  std::vector<GroupRound> all;
  for (const GroupRound& round : rounds) {
    std::vector<Part> parts;
    for (const Group& group : round) {
      std::set<int> own = {hosts[static_cast<std::size_t>(group.from)]};
      for (const Rank rank : group.to) own.insert(hosts[static_cast<std::size_t>(rank)]);
      auto part = std::ranges::find_if(parts, [&](const Part& other) {
        return std::ranges::none_of(own, [&](int host) { return other.hosts.contains(host); });
      });
      if (part == parts.end()) part = parts.insert(part, Part{});
      part->groups.push_back(group);
      part->hosts.merge(own);
    }
    for (Part& part : parts) all.push_back(std::move(part.groups));
  }
  return all;
}

}  // namespace colltune::measure
