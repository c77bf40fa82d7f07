// The simulation behind simulator.h. Each of its functions has its own instance of it, in a source
// of its own: two in one source are measurably slower, as the compiler then inlines less.
//
// There is no queue of events in the order of time. What a rank does depends on the times of the
// messages that it receives, not on when they are worked out: whichever rank can go on is taken
// on as far as it can, until it needs a message that is not yet sent. This is a Kahn process
// network (G. Kahn, "The semantics of a simple language for parallel programming", IFIP 1974).
#ifndef COLLTUNE_MODELS_SIMULATION_H_
#define COLLTUNE_MODELS_SIMULATION_H_

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <stdexcept>

#include "algorithms/trees.h"
#include "models/in_flight.h"
#include "models/simulator.h"

namespace colltune {

/// How far one rank is.
struct RankState {
  Seconds processor{};  // free from then on
  Seconds port{};       // open from then on
  Seconds buffers{};    // of all sends so far: free from then on
  Seconds arrival{-std::numeric_limits<double>::infinity()};  // of the last message
  std::size_t round = 0;
  bool sent = false;           // the sends of this round are started
  Rank waits_for = kNobody;    // whose message the next receive needs
  std::vector<Arrival> found;  // messages for the first receives of this round
};

/// Record is told what each rank does: a type with Note(rank, Activity), made from the number of
/// ranks.
template <typename Record>
class Simulation {
 public:
  Simulation(std::span<const Schedule> schedules, Bytes element, const Network& network)
      : schedules_(schedules),
        element_(element),
        network_(network),
        states_(schedules.size()),
        record_(schedules.size()) {}

  std::vector<Seconds> Run() {
    for (std::size_t rank = states_.size(); rank-- > 0;) ready_.push_back(static_cast<Rank>(rank));
    while (!ready_.empty()) {
      const Rank rank = ready_.back();
      ready_.pop_back();
      Advance(rank);
    }
    std::vector<Seconds> finish;
    finish.reserve(states_.size());
    for (const RankState& state : states_) {
      if (state.waits_for != kNobody) FailDeadlock(state);
      finish.push_back(state.processor);
    }
    return finish;
  }

  Record& record() { return record_; }

 private:
  using Kind = Activity::Kind;

  RankState& StateOf(Rank rank) { return states_[static_cast<std::size_t>(rank)]; }

  /// Performs the rounds of `rank` up to a receive whose message is not yet sent.
  void Advance(Rank rank) {
    const Schedule& schedule = schedules_[static_cast<std::size_t>(rank)];
    RankState& state = StateOf(rank);
    for (const std::size_t rounds = schedule.rounds(); state.round < rounds; ++state.round) {
      const std::span<const Message> round = schedule.round(state.round).messages;
      const auto sends = std::ranges::find(round, Message::Side::kSend, &Message::side);
      if (!state.sent) {
        for (const Message& send : std::span(sends, round.end())) Send(rank, send);
        state.sent = true;
      }
      if (!Find(rank, std::span(round.begin(), sends))) return;
      TakeIn(state);
      state.processor = Spend(state, Kind::kAwaitBuffers, state.processor,
                              std::max(state.processor, state.buffers));
      state.sent = false;
    }
  }

  void Send(Rank from, const Message& send) {
    assert(send.peer >= 0 && static_cast<std::size_t>(send.peer) < states_.size());
    const MessageCost cost = network_.Cost(from, send.peer, send.block.count * element_);
    RankState& sender = StateOf(from);
    const Seconds ready =
        Spend(sender, Kind::kSend, sender.processor, sender.processor + cost.send_overhead);
    sender.processor = ready;
    const Seconds start = std::max(ready, sender.port);
    const Seconds end = start + cost.transfer;
    sender.port = start + cost.gap;
    sender.buffers = std::max(sender.buffers, end);
    in_flight_.Put(
        from, send.peer,
        {.time = end + cost.latency, .overhead = cost.receive_overhead, .gap = cost.receive_gap});

    RankState& receiver = StateOf(send.peer);
    if (receiver.waits_for == from) {
      receiver.waits_for = kNobody;
      ready_.push_back(send.peer);
    }
  }

  /// Looks for the messages of the receives that have none yet; false when one is not yet sent.
  bool Find(Rank rank, std::span<const Message> receives) {
    RankState& state = StateOf(rank);
    while (state.found.size() < receives.size()) {
      const Rank from = receives[state.found.size()].peer;
      const std::optional<Arrival> arrival = in_flight_.Take(from, rank);
      if (!arrival) {
        state.waits_for = from;
        return false;
      }
      state.found.push_back(*arrival);
    }
    return true;
  }

  void TakeIn(RankState& state) {
    std::ranges::sort(state.found, {}, &Arrival::time);
    Seconds now = state.processor;
    for (const Arrival& arrival : state.found) {
      state.arrival = std::max(arrival.time, state.arrival + arrival.gap);
      now = Spend(state, Kind::kAwaitMessage, now, std::max(now, state.arrival));
      now = Spend(state, Kind::kReceive, now, now + arrival.overhead);
    }
    state.processor = now;
    state.found.clear();
  }

  /// The processor does `kind` from `begin` to `end`, which it returns.
  Seconds Spend(const RankState& state, Kind kind, Seconds begin, Seconds end) {
    record_.Note(static_cast<std::size_t>(&state - states_.data()),
                 {kind, static_cast<std::uint32_t>(state.round), begin, end});
    return end;
  }

  [[noreturn]] void FailDeadlock(const RankState& state) const {
    throw std::logic_error(fmt::format(
        "simulator: deadlock: rank {} waits in round {} for a message that rank {} never sends",
        &state - states_.data(), state.round, state.waits_for));
  }

  std::span<const Schedule> schedules_;
  Bytes element_;
  const Network& network_;
  std::vector<RankState> states_;
  std::vector<Rank> ready_;  // the ranks that can go on
  InFlight in_flight_;
  [[no_unique_address]] Record record_;
};

}  // namespace colltune

#endif  // COLLTUNE_MODELS_SIMULATION_H_
