// The bound ignores the bytes of a message's envelope, which only lowers it. Overheads count only
// on machines whose hosts have overheads of their own (unlike16, where all messages are eager),
// since SMPI takes none for messages of rendezvous size.
#include "tests/tuner/lower_bound.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>
#include <queue>
#include <simgrid/s4u.hpp>

#include "algorithms/mpi/unique.h"
#include "measure/network/places.h"

namespace colltune::tune {
namespace {

namespace s4u = simgrid::s4u;

/// C of smpi/os and smpi/or, "0:C:t", which are the same on each host; t passes at the time of G.
double OverheadOf(const s4u::Host& host) {
  double seconds = 0;
  const char* text = host.get_property("smpi/os");
  if (text != nullptr) std::sscanf(text, "0:%lf", &seconds);
  return seconds;
}

}  // namespace

LowerBound::LowerBound(MPI_Comm comm)
    : ranks_(SizeOf(comm)), shortest_(std::numeric_limits<double>::infinity()) {
  std::vector<s4u::Host*> hosts;
  for (const measure::Place& place : measure::PlacesOf(comm))
    hosts.push_back(s4u::Host::by_name(place.host));
  for (const s4u::Host* from : hosts) {
    overheads_.push_back(OverheadOf(*from));
    for (const s4u::Host* to : hosts) {
      Way& way = ways_.emplace_back();
      if (from == to) continue;
      std::vector<s4u::Link*> links;
      from->route_to(to, links, &way.latency);
      for (const s4u::Link* link : links) {
        way.links.push_back(link->get_name());
        bandwidths_[link->get_name()] = link->get_bandwidth();
        widest_ = std::max(widest_, link->get_bandwidth());
      }
      shortest_ = std::min(shortest_, way.latency);
    }
  }
}

const LowerBound::Way& LowerBound::From(Rank from, Rank to) const {
  return ways_[static_cast<std::size_t>(from * ranks_ + to)];
}

/// Data pass each link on the routes between the root and all other ranks. The data are one block,
/// or, where each rank has its own block (scatter, gather), one for each rank behind the link. The
/// first byte arrives after at least a sender's overhead and the latency of a route. After the last
/// byte comes a receiver's overhead:
///   C_i + L_ij + blocks m G + C_j, with i or j the root.
/// This is the least over the routes through the link, and the most over all links. It covers the
/// root's own link, (p-1) m G, another rank's link, and a line between sites. Longer routes, over
/// other ranks, take C and L of both their parts; those of a tree obey the triangle inequality.
double LowerBound::WaysOf(Rank root, bool to_root, bool own_blocks, double bytes) const {
  struct Over {
    int blocks = 0;
    double least = std::numeric_limits<double>::infinity();
  };
  std::map<std::string, Over> links;
  for (Rank rank = 0; rank < ranks_; ++rank) {
    if (rank == root) continue;
    const Way& way = to_root ? From(rank, root) : From(root, rank);
    for (const std::string& name : way.links) {
      Over& over = links[name];
      over.blocks = own_blocks ? over.blocks + 1 : 1;
      over.least = std::min(over.least, Overhead(root) + way.latency + Overhead(rank));
    }
  }
  double most = 0;
  for (const auto& [name, over] : links) {
    most = std::max(most, over.least + over.blocks * bytes / bandwidths_.at(name));
  }
  return most;
}

/// Each rank gets a first message from a rank that had its own before. The bound is the best
/// broadcast of an empty message, if all ranks but the root were as fast as the fastest and as near
/// as the nearest. Each rank with the message sends it on without a pause, once each C; the
/// receivers have it after L + C (Karp, Sahay, Santos & Schauser, "Optimal broadcast and summation
/// in the LogP model", SPAA 1993). A reduction to the root takes as long, backwards.
double LowerBound::TreeOf(Rank root) const {
  double fastest = std::numeric_limits<double>::infinity();
  for (Rank rank = 0; rank < ranks_; ++rank) {
    if (rank != root) fastest = std::min(fastest, Overhead(rank));
  }
  struct Teller {
    double sent;  // s: when its next message has left
    double overhead;
    bool operator>(const Teller& other) const { return sent > other.sent; }
  };
  std::priority_queue<Teller, std::vector<Teller>, std::greater<>> tellers;
  tellers.push({Overhead(root), Overhead(root)});
  double last = 0;
  for (int told = 1; told < ranks_; ++told) {
    const Teller teller = tellers.top();
    tellers.pop();
    last = teller.sent + shortest_ + fastest;
    tellers.push({teller.sent + teller.overhead, teller.overhead});
    tellers.push({last + fastest, fastest});
  }
  return last;
}

/// All ranks know the sum of an element only after 2(p-1) messages with that sum or a part of it
/// (Harary & Schwenk, "The communication problem on graphs and digraphs", J. Franklin Institute
/// 297, 1974). They leave through p links, which at best are all busy all the time:
///   L + 2C + 2(p-1) m / (the sum of bandwidths).
double LowerBound::GossipOf(double bytes) const {
  double all = 0;
  for (Rank rank = 0; rank < ranks_; ++rank) {
    all += bandwidths_.at(From(rank, rank == 0 ? 1 : 0).links.front());
  }
  return shortest_ + 2 * std::ranges::min(overheads_) + 2 * (ranks_ - 1) * bytes / all;
}

/// The largest of the bounds that hold. All of a block follows a rank's first message or,
/// backwards, precedes its last, which adds m G to the tree. Each rank's part of an allreduce has
/// to reach all other ranks.
double LowerBound::Of(Collective collective, Bytes bytes, Rank root) const {
  const auto m = static_cast<double>(bytes.count);
  if (collective == Collective::kAllreduce) {
    double most = GossipOf(m);
    for (Rank rank = 0; rank < ranks_; ++rank) {
      most = std::max(most, Of(Collective::kBcast, bytes, rank));
    }
    return most;
  }
  const bool own_blocks = collective != Collective::kBcast && collective != Collective::kReduce;
  const bool to_root = collective == Collective::kReduce || collective == Collective::kGather ||
                       collective == Collective::kGatherv;
  return std::max(WaysOf(root, to_root, own_blocks, m), TreeOf(root) + m / widest_);
}

}  // namespace colltune::tune
