#include "algorithms/topology/model_tree.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

namespace colltune {
namespace {

/// Order in which ranks get the message: all ranks but the root.
using Order = std::vector<Rank>;

class Growth {
 public:
  Growth(const Places& places, Rank root, Bytes bytes) : places_(places), root_(root) {
    const int kinds = places.costs().kinds();
    for (const Nearness nearness : {Nearness::kHost, Nearness::kSite, Nearness::kFar}) {
      for (int from = 0; from < kinds; ++from) {
        for (int to = 0; to < kinds; ++to) {
          times_.push_back(places.costs().At(nearness, from, to, bytes));
        }
      }
    }
  }

  /// Returns the orders to start from: the farthest rank from the root first; the nearest first;
  /// and the fastest forwarders first.
  std::array<Order, 3> Starts() const {
    Order nearest;
    for (Rank rank = 0; rank < places_.ranks(); ++rank) {
      if (rank != root_) nearest.push_back(rank);
    }
    std::ranges::stable_sort(nearest, {}, [this](Rank rank) {
      return Times(places_.HostOf(root_), places_.HostOf(rank)).there;
    });
    Order fastest = nearest;
    std::vector<double> pace;
    for (std::size_t host = 0; host < places_.hosts().size(); ++host) {
      pace.push_back(PaceOf(static_cast<int>(host)));
    }
    std::ranges::stable_sort(fastest, {}, [&](Rank rank) {
      return pace[static_cast<std::size_t>(places_.HostOf(rank))];
    });
    return {Order(nearest.rbegin(), nearest.rend()), nearest, fastest};
  }

  /// Returns the time in seconds at which the last rank has the message. Fills `nodes`, if given,
  /// with the tree.
  double Play(const Order& order, std::vector<Node>* nodes = nullptr) {
    Reset();
    double end = 0;
    Inform(root_, 0);
    for (const Rank rank : order) {
      const Edge edge = EarliestEdge(places_.HostOf(rank));
      if (nodes != nullptr) Join(edge.from, rank, *nodes);
      Take(edge, places_.HostOf(rank));
      Inform(rank, edge.end);
      end = std::max(end, edge.end);
    }
    return end;
  }

 private:
  using Sender = std::pair<double, Rank>;  // seconds at which the rank may begin its next message
  struct Edge {
    int host;  // of the sender
    Rank from;
    double begin;
    double end;
  };
  /// Port that several ranks share: seconds until which each direction is taken.
  struct Port {
    double out = 0;
    double in = 0;
  };

  const EdgeTimes& Times(int from, int to) const {
    const auto kinds = static_cast<std::size_t>(places_.costs().kinds());
    const auto row = static_cast<std::size_t>(places_.NearnessOf(from, to)) * kinds +
                     static_cast<std::size_t>(places_.At(from).kind);
    return times_[row * kinds + static_cast<std::size_t>(places_.At(to).kind)];
  }

  /// Returns the time in seconds that a host takes to send to each other host.
  double PaceOf(int from) const {
    double pace = 0;
    for (std::size_t to = 0; to < places_.hosts().size(); ++to) {
      if (static_cast<int>(to) != from) pace += Times(from, static_cast<int>(to)).next;
    }
    return pace;
  }

  void Reset() {
    senders_.assign(places_.hosts().size(), {});
    informed_.clear();
    ports_.assign(places_.hosts().size(), {});
    lines_.assign(static_cast<std::size_t>(places_.sites()), {});
  }

  void Inform(Rank rank, double when) {
    const int host = places_.HostOf(rank);
    auto& of_host = senders_[static_cast<std::size_t>(host)];
    if (of_host.empty()) informed_.push_back(host);
    of_host.emplace(when, rank);
  }

  /// Returns the ports of the sender's side and of the receiver's side, which neighbors share;
  /// nullptr if sender and receiver are on one host.
  std::pair<Port*, Port*> PortsOf(int from, int to) {
    const auto at = [](std::vector<Port>& ports, int i) {
      return &ports[static_cast<std::size_t>(i)];
    };
    switch (places_.NearnessOf(from, to)) {
      case Nearness::kHost:
        return {nullptr, nullptr};
      case Nearness::kSite:
        return {at(ports_, from), at(ports_, to)};
      case Nearness::kFar:
        return {at(lines_, places_.At(from).site), at(lines_, places_.At(to).site)};
    }
    return {nullptr, nullptr};
  }

  Edge EarliestEdge(int to) {
    Edge best{0, 0, 0, std::numeric_limits<double>::infinity()};
    for (const int from : informed_) {
      const auto& [free, rank] = senders_[static_cast<std::size_t>(from)].top();
      const auto [out, in] = PortsOf(from, to);
      double begin = free;
      if (out != nullptr) begin = std::max({begin, out->out, in->in});
      const double end = begin + Times(from, to).there;
      if (end < best.end || (end == best.end && rank < best.from)) {
        best = {from, rank, begin, end};
      }
    }
    return best;
  }

  void Take(const Edge& edge, int to) {
    const EdgeTimes& times = Times(edge.host, to);
    auto& senders = senders_[static_cast<std::size_t>(edge.host)];
    senders.pop();
    senders.emplace(edge.begin + times.next, edge.from);
    const auto [out, in] = PortsOf(edge.host, to);
    if (out == nullptr) return;
    out->out = edge.begin + times.shared;
    in->in = edge.begin + times.shared;
  }

  void Join(Rank parent, Rank child, std::vector<Node>& nodes) const {
    const auto relative = [this](Rank rank) {
      return (rank - root_ + places_.ranks()) % places_.ranks();
    };
    nodes[static_cast<std::size_t>(relative(child))].parent = relative(parent);
    nodes[static_cast<std::size_t>(relative(parent))].children.push_back(relative(child));
  }

  const Places& places_;
  const Rank root_;
  std::vector<EdgeTimes> times_;
  // Senders of each host, by when they are free; they differ in nothing else.
  std::vector<std::priority_queue<Sender, std::vector<Sender>, std::greater<>>> senders_;
  std::vector<int> informed_;  // hosts
  std::vector<Port> ports_;    // of hosts
  std::vector<Port> lines_;    // of sites
};

/// Moves the rank with turn `from` to turn `to`.
void Move(Order& order, std::ptrdiff_t from, std::ptrdiff_t to) {
  const auto at = order.begin();
  if (from < to) std::rotate(at + from, at + from + 1, at + to + 1);
  if (from > to) std::rotate(at + to, at + from, at + from + 1);
}

void Swap(Order& order, std::ptrdiff_t one, std::ptrdiff_t other) {
  std::iter_swap(order.begin() + one, order.begin() + other);
}

/// Changes the turn of single ranks, or swaps those of two, as long as that shortens the time and
/// tries are left. Returns the time in seconds.
double Improve(Growth& growth, Order& order, std::int64_t tries) {
  double end = growth.Play(order);
  Order other = order;
  for (bool better = true; better;) {
    better = false;
    for (std::ptrdiff_t from = 0; from < std::ssize(order); ++from) {
      for (std::ptrdiff_t to = 0; to < std::ssize(order); ++to) {
        for (const auto change : {Move, Swap}) {
          if (tries-- <= 0) return end;
          other = order;
          change(other, from, to);
          const double time = growth.Play(other);
          if (!(time < end)) continue;
          order = other;
          end = time;
          better = true;
        }
      }
    }
  }
  return end;
}

}  // namespace

ModelTree GrowTree(const Places& places, Rank root, Bytes bytes) {
  const auto ranks = static_cast<std::int64_t>(places.ranks());
  const auto hosts = static_cast<std::int64_t>(places.hosts().size());
  Growth growth(places, root, bytes);
  auto orders = growth.Starts();
  const auto each = static_cast<std::int64_t>(orders.size()) * ranks * hosts;
  const Order* best = nullptr;
  ModelTree tree{std::vector<Node>(static_cast<std::size_t>(ranks))};
  for (Order& order : orders) {
    const double end = Improve(growth, order, kMostTreeWork / each);
    if (best != nullptr && !(end < tree.end)) continue;
    best = &order;
    tree.end = end;
  }
  growth.Play(*best, &tree.nodes);
  return tree;
}

std::shared_ptr<const ModelTree> ModelTreeOf(const Places& places, Rank root, Bytes bytes) {
  return places.memo().Of<ModelTree>(std::pair(root, bytes),
                                     [&] { return GrowTree(places, root, bytes); });
}

Rank BestRoot(const Places& places, Bytes bytes) {
  std::set<std::pair<int, int>> seen;
  Rank best = 0;
  double end = std::numeric_limits<double>::infinity();
  for (Rank rank = 0; rank < places.ranks(); ++rank) {
    const Host& host = places.At(places.HostOf(rank));
    if (!seen.insert({host.kind, host.site}).second) continue;
    const double time = ModelTreeOf(places, rank, bytes)->end;
    if (time < end) std::tie(best, end) = std::pair(rank, time);
  }
  return best;
}

}  // namespace colltune
