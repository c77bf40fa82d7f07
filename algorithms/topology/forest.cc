#include "algorithms/topology/forest.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

namespace colltune {
namespace {

/// Segments that a rank considers each time it sends: the rarest it has.
constexpr std::ptrdiff_t kConsidered = 4;

/// Times in seconds of the parts of a message's way.
struct Way {
  double send;     ///< for which the sender is busy
  double shared;   ///< for which the ports of both sides are busy
  double latency;  ///< until the last byte arrives, after that
  double receive;  ///< for which the receiver is busy
};

/// Divides the times of a message by those of an empty one, whose sender is taken to be busy for as
/// long as its receiver.
Way WayOf(Nearness nearness, const EdgeTimes& times, const EdgeTimes& empty) {
  const double after = std::max(0.0, times.there - times.next);
  Way way{};
  way.shared = times.shared;
  way.send = nearness == Nearness::kSite ? std::max(0.0, times.next - times.shared) : times.next;
  way.receive = std::clamp(after - (empty.there - 2 * empty.next), 0.0, after);
  way.latency = std::max(0.0, times.there - way.send - way.shared - way.receive);
  return way;
}

class Growth {
 public:
  /// A segment is rare as long as no more than `rare` ranks have it.
  Growth(const Places& places, Rank root, Bytes bytes, int segments, int rare)
      : places_(places),
        rare_(rare),
        ranks_(static_cast<std::size_t>(places.ranks())),
        ports_(places.hosts().size()),
        lines_(static_cast<std::size_t>(places.sites())),
        holders_(static_cast<std::size_t>(segments), 1) {
    const int kinds = places.costs().kinds();
    for (const Nearness nearness : {Nearness::kHost, Nearness::kSite, Nearness::kFar}) {
      for (int from = 0; from < kinds; ++from) {
        for (int to = 0; to < kinds; ++to) {
          ways_.push_back(WayOf(nearness, places.costs().At(nearness, from, to, bytes),
                                places.costs().At(nearness, from, to, Bytes{0})));
        }
      }
    }
    for (Rank rank = 0; rank < places.ranks(); ++rank) {
      RankState& state = At(rank);
      state.has.assign(holders_.size(), rank == root ? 1 : 0);
      state.lacks = segments;
      for (Rank to = 0; to < places.ranks() && places.ranks() > 1; ++to) {
        if (to == rank) continue;
        const Way& way = WayFrom(rank, to);
        state.pace += std::max(way.send + way.receive, way.shared) / (places.ranks() - 1);
      }
    }
    for (std::int32_t segment = 0; segment < segments; ++segment) {
      At(root).spreads.push_back(segment);
    }
    Wake(root, 0);
  }

  Forest Grow() {
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      RankState& state = At(event.rank);
      if (event.segment != kNone) {
        state.busy = std::max(state.busy, event.when) + event.work;
        forest_.end = std::max(forest_.end, state.busy);
        state.spreads.push_back(event.segment);
        Wake(event.rank, state.busy);
      } else if (state.busy > event.when) {
        events_.push({state.busy, event.rank, kNone, 0});
      } else {
        state.wakes = false;
        Send(event.rank, event.when);
      }
    }
    return std::move(forest_);
  }

 private:
  static constexpr std::int32_t kNone = -1;

  /// A segment arrives at a rank, or, without a segment, the rank may send.
  struct Event {
    double when;
    Rank rank;
    std::int32_t segment;
    double work;  // for which the rank is then busy
    bool operator>(const Event& other) const {
      return std::tie(when, rank, segment) > std::tie(other.when, other.rank, other.segment);
    }
  };
  struct RankState {
    double busy = 0;                    // s: until when it sends or receives
    double pace = 0;                    // s: for which it is busy to pass a segment on
    int lacks = 0;                      // segments that nobody has sent to it
    bool wakes = false;                 // there is an event for its next send
    std::vector<char> has;              // by segment, those under way included
    std::vector<std::int32_t> spreads;  // segments that it has, and some rank lacks
  };
  /// Port that several ranks share: seconds until which each direction is taken.
  struct Port {
    double out = 0;
    double in = 0;
  };
  /// A message that a rank may send next. The least key is the best.
  struct Candidate {
    std::tuple<int, double, double> key;
    Rank to = 0;
    std::int32_t segment = kNone;
    double begin = 0;  // s: at the ports
  };

  RankState& At(Rank rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  int& HoldersOf(std::int32_t segment) { return holders_[static_cast<std::size_t>(segment)]; }

  const Way& WayFrom(Rank from, Rank to) const {
    const int a = places_.HostOf(from);
    const int b = places_.HostOf(to);
    const auto kinds = static_cast<std::size_t>(places_.costs().kinds());
    const auto row = static_cast<std::size_t>(places_.NearnessOf(a, b)) * kinds +
                     static_cast<std::size_t>(places_.At(a).kind);
    return ways_[row * kinds + static_cast<std::size_t>(places_.At(b).kind)];
  }

  /// Returns the ports of the sender's side and of the receiver's side; nullptr within a host.
  std::pair<Port*, Port*> PortsOf(Rank from, Rank to) {
    const int a = places_.HostOf(from);
    const int b = places_.HostOf(to);
    const auto at = [](std::vector<Port>& ports, int i) {
      return &ports[static_cast<std::size_t>(i)];
    };
    switch (places_.NearnessOf(a, b)) {
      case Nearness::kHost:
        return {nullptr, nullptr};
      case Nearness::kSite:
        return {at(ports_, a), at(ports_, b)};
      case Nearness::kFar:
        return {at(lines_, places_.At(a).site), at(lines_, places_.At(b).site)};
    }
    return {nullptr, nullptr};
  }

  void Wake(Rank rank, double when) {
    if (std::exchange(At(rank).wakes, true)) return;
    events_.push({when, rank, kNone, 0});
  }

  Candidate CandidateFor(Rank from, Rank to, std::int32_t segment, double now) {
    const Way& way = WayFrom(from, to);
    const auto [out, in] = PortsOf(from, to);
    double begin = now + way.send;
    if (out != nullptr) begin = std::max({begin, out->out, in->in});
    RankState& receiver = At(to);
    const double has = std::max(begin + way.shared + way.latency, receiver.busy) + way.receive;
    const double left = receiver.lacks * std::max(way.shared, way.receive);
    const int holders = HoldersOf(segment);
    const auto key = holders <= rare_ ? std::tuple(holders, has + receiver.pace, 0.0)
                                      : std::tuple(holders, begin, -left);
    return {key, to, segment, begin};
  }

  /// Sends from a rank that is idle, unless all ranks have what it has.
  void Send(Rank from, double now) {
    std::vector<std::int32_t>& spreads = At(from).spreads;
    std::erase_if(spreads, [this](std::int32_t s) { return HoldersOf(s) == places_.ranks(); });
    if (spreads.empty()) return;
    const auto end = spreads.begin() + std::min(kConsidered, std::ssize(spreads));
    std::ranges::partial_sort(spreads, end, {},
                              [this](std::int32_t s) { return std::pair(HoldersOf(s), s); });
    Candidate best;
    for (auto segment = spreads.begin(); segment != end; ++segment) {
      for (Rank to = 0; to < places_.ranks(); ++to) {
        if (At(to).has[static_cast<std::size_t>(*segment)] != 0) continue;
        const Candidate candidate = CandidateFor(from, to, *segment, now);
        if (best.segment == kNone || candidate.key < best.key) best = candidate;
      }
    }
    Take(from, best, now);
  }

  void Take(Rank from, const Candidate& chosen, double now) {
    const Rank to = chosen.to;
    const Way& way = WayFrom(from, to);
    const auto [out, in] = PortsOf(from, to);
    if (out != nullptr) {
      out->out = chosen.begin + way.shared;
      in->in = chosen.begin + way.shared;
    }
    At(from).busy = now + way.send;
    At(to).has[static_cast<std::size_t>(chosen.segment)] = 1;
    --At(to).lacks;
    ++HoldersOf(chosen.segment);
    forest_.edges.push_back({from, to, chosen.segment});
    events_.push({chosen.begin + way.shared + way.latency, to, chosen.segment, way.receive});
    // The next message is to be at the port when half of this one has left: ports are kept busy,
    // and no choice is made long before its time.
    const double half = out == nullptr ? 0 : way.shared / 2;
    Wake(from, std::max(At(from).busy, chosen.begin + half - way.send));
  }

  const Places& places_;
  const int rare_;
  std::vector<Way> ways_;  // by nearness, and kind of sender and of receiver
  std::vector<RankState> ranks_;
  std::vector<Port> ports_;   // of hosts
  std::vector<Port> lines_;   // of sites
  std::vector<int> holders_;  // of each segment
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  Forest forest_;
};

}  // namespace

Forest GrowForest(const Places& places, Rank root, Bytes bytes, int segments) {
  const int ranks = places.ranks();
  Forest always = Growth(places, root, bytes, segments, ranks).Grow();
  Forest at_first = Growth(places, root, bytes, segments, std::max(1, ranks / 4)).Grow();
  return at_first.end < always.end ? at_first : always;
}

std::shared_ptr<const Forest> ForestOf(const Shape& shape, const Segments& segments) {
  const Bytes bytes = segments.longest() * shape.element;
  const auto count = static_cast<int>(segments.count());
  return shape.places->memo().Of<Forest>(std::tuple(shape.root, bytes, count), [&] {
    return GrowForest(*shape.places, shape.root, bytes, count);
  });
}

Parameter SegmentOfForest() {
  return {"segment", &Parameters::segment, 1, 8 << 10, {5 << 10, 8 << 10, 32 << 10}};
}

}  // namespace colltune
