#include "algorithms/verifier.h"

#include <fmt/format.h>

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace colltune {
namespace {

/// Where an element comes from: the rank that contributed it and its place there. A rank that
/// has nothing yet holds elements of origin kNobody.
struct Value {
  Rank origin;
  std::int64_t element;

  friend bool operator==(const Value&, const Value&) = default;
};

constexpr Rank kNobody = -1;

/// What MPI says of a collective: element `e` of `rank`'s buffer before and after.
struct Contract {
  Value (*before)(const Shape&, Rank rank, std::int64_t e);
  Value (*after)(const Shape&, Rank rank, std::int64_t e);
};

// In the order of the enum Collective. MPI-3.1, section 5.4 (broadcast).
constexpr std::array<Contract, kCollectiveNames.size()> kContracts = {{
    {.before =
         [](const Shape& shape, Rank rank, std::int64_t e) {
           return Value{rank == shape.root ? rank : kNobody, e};
         },
     .after =
         [](const Shape& shape, Rank, std::int64_t e) {
           return Value{shape.root, e};
         }},
}};

bool Overlap(const Block& a, const Block& b) {
  return a.first < b.first + b.count && b.first < a.first + a.count;
}

const char* Verb(Message::Side side) {
  return side == Message::Side::kSend ? "send to" : "receive from";
}

/// All ranks on their way through their schedules.
class Execution {
 public:
  Execution(const Contract& contract, const Shape& shape, std::span<const Schedule> schedules)
      : shape_(shape), schedules_(schedules), ranks_(schedules.size()) {
    for (Rank rank = 0; rank < shape.ranks; ++rank) {
      for (std::int64_t e = 0; e < shape.elements; ++e) {
        State(rank).buffer.push_back(contract.before(shape, rank, e));
      }
    }
  }

  /// Runs all ranks until none can go on; returns the first fault.
  std::string Run() {
    std::deque<Rank> ready;
    for (Rank rank = 0; rank < shape_.ranks; ++rank) ready.push_back(rank);
    while (!ready.empty()) {
      const Rank rank = ready.front();
      ready.pop_front();
      while (State(rank).pending == 0 && State(rank).round < ScheduleOf(rank).rounds()) {
        const std::size_t round = State(rank).round++;
        if (std::string fault = Start(rank, round, ready); !fault.empty()) return fault;
      }
    }
    return Stuck();
  }

  std::string Compare(const Contract& contract) const {
    for (Rank rank = 0; rank < shape_.ranks; ++rank) {
      for (std::int64_t e = 0; e < shape_.elements; ++e) {
        const Value want = contract.after(shape_, rank, e);
        const Value have = ranks_[Index(rank)].buffer[static_cast<std::size_t>(e)];
        if (have == want) continue;
        return fmt::format("rank {} ends with element {} {}, not rank {}'s element {}", rank, e,
                           have.origin == kNobody
                               ? "unset"
                               : fmt::format("of rank {}'s element {}", have.origin, have.element),
                           want.origin, want.element);
      }
    }
    return {};
  }

 private:
  struct RankState {
    std::vector<Value> buffer;
    std::size_t round = 0;    // the next one to start
    std::size_t pending = 0;  // messages of the current round that have met no partner
  };

  static std::size_t Index(Rank rank) { return static_cast<std::size_t>(rank); }
  RankState& State(Rank rank) { return ranks_[Index(rank)]; }
  const Schedule& ScheduleOf(Rank rank) const { return schedules_[Index(rank)]; }

  /// Checks a round by itself, then posts its messages.
  std::string Start(Rank rank, std::size_t round, std::deque<Rank>& ready) {
    const std::span<const Message> messages = ScheduleOf(rank).round(round);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const Message& m = messages[i];
      const std::string where =
          fmt::format("rank {}, round {}, {} {}", rank, round, Verb(m.side), m.peer);
      if (m.peer < 0 || m.peer >= shape_.ranks || m.peer == rank) {
        return where + ": no such partner";
      }
      if (m.block.first < 0 || m.block.count < 0 ||
          m.block.first + m.block.count > shape_.elements) {
        return where + ": the block lies outside the buffer";
      }
      for (const Message& other : messages.subspan(i + 1)) {
        const bool written =
            m.side == Message::Side::kReceive || other.side == Message::Side::kReceive;
        if (written && Overlap(m.block, other.block)) {
          return where + ": the block overlaps one that is received in the same round";
        }
      }
    }
    State(rank).pending = messages.size();
    for (const Message& message : messages) {
      if (std::string fault = Post(rank, message, ready); !fault.empty()) return fault;
    }
    return {};
  }

  /// Lets a message meet the oldest one that waits for it, or wait itself.
  std::string Post(Rank rank, const Message& message, std::deque<Rank>& ready) {
    const bool is_send = message.side == Message::Side::kSend;
    const auto channel = is_send ? std::pair(rank, message.peer) : std::pair(message.peer, rank);
    auto& partners = is_send ? receives_[channel] : sends_[channel];
    if (partners.empty()) {
      (is_send ? sends_ : receives_)[channel].push_back(&message);
      return {};
    }
    const Message& partner = *partners.front();
    partners.pop_front();
    const Message& send = is_send ? message : partner;
    const Message& receive = is_send ? partner : message;
    const auto [from, to] = channel;
    if (send.block.count != receive.block.count) {
      return fmt::format("rank {} sends {} elements to rank {}, which expects {}", from,
                         send.block.count, to, receive.block.count);
    }
    for (std::int64_t e = 0; e < send.block.count; ++e) {
      State(to).buffer[static_cast<std::size_t>(receive.block.first + e)] =
          State(from).buffer[static_cast<std::size_t>(send.block.first + e)];
    }
    for (const Rank end : {from, to}) {
      if (--State(end).pending == 0) ready.push_back(end);
    }
    return {};
  }

  /// Which message nobody answers, or empty when all ranks have finished.
  std::string Stuck() const {
    for (const auto* posts : {&receives_, &sends_}) {
      for (const auto& [channel, waiting] : *posts) {
        if (waiting.empty()) continue;
        const bool is_send = posts == &sends_;
        const auto [from, to] = channel;
        return fmt::format("deadlock: rank {} waits for ever to {} {}", is_send ? from : to,
                           Verb(waiting.front()->side), waiting.front()->peer);
      }
    }
    return {};
  }

  using Posts = std::map<std::pair<Rank, Rank>, std::deque<const Message*>>;  // by (from, to)

  const Shape shape_;
  const std::span<const Schedule> schedules_;
  std::vector<RankState> ranks_;
  Posts sends_, receives_;
};

}  // namespace

std::string Verify(Collective collective, const Shape& shape, std::span<const Schedule> schedules) {
  const Contract& contract = kContracts[static_cast<std::size_t>(collective)];
  Execution execution(contract, shape, schedules);
  if (std::string fault = execution.Run(); !fault.empty()) return fault;
  return execution.Compare(contract);
}

}  // namespace colltune
