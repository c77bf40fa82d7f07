// Simulation of networks whose messages are eager and meet at ports only. Each of the functions of
// simulator.h has its own instance of the simulation, in a source of its own. Two instances in one
// source are measurably slower, as the compiler then inlines less.
//
// There is no queue of events in the order of time. A rank's actions depend on the times of the
// messages that it receives, not on when these are computed. Whichever rank can go on is advanced
// as far as it can, until it needs a message that is not yet sent. This is a Kahn process network
// (G. Kahn, "The semantics of a simple language for parallel programming", IFIP 1974).
#ifndef COLLTUNE_MODELS_SIMULATOR_SIMULATION_H_
#define COLLTUNE_MODELS_SIMULATOR_SIMULATION_H_

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "algorithms/phases/trees.h"
#include "models/simulator/in_flight.h"
#include "models/simulator/schedule_source.h"

namespace colltune::models {

/// A send whose buffer a rank that runs ahead has not waited for.
struct Sending {
  Rank to;
  Seconds end;  ///< its buffer is free from then on
  MessageNumber message;
};

/// Progress of one rank.
struct RankState {
  static constexpr auto kNotBegun = std::numeric_limits<std::uint32_t>::max();

  Seconds processor{};  // free from then on
  Seconds port{};       // open from then on
  Seconds buffers{};    // of all sends that are waited for: free from then on
  Seconds arrival{-std::numeric_limits<double>::infinity()};  // of the last message
  std::uint32_t round = 0;
  std::uint32_t receives = kNotBegun;  // that this round waits for, whose sends are started
  Rank waits_for = kNobody;            // sender of the message that the next receive needs
  std::vector<Arrival> found;          // while it waits: messages for the round's first receives
  std::vector<Sending> sending;        // of a rank that runs ahead
  MessageNumber at_port = kNoMessage;
  MessageNumber in_buffer = kNoMessage;  // the message whose buffer is the last to be free
  MessageNumber arrived = kNoMessage;
};

/// Source is WholeSchedules or ScheduleWindows; Record has the functions of NoRecorder.
template <typename Record, typename Source>
class Simulation {
 public:
  Simulation(Source source, Bytes element, const Network& network, Record& record)
      : source_(std::move(source)),
        element_(element),
        network_(network),
        steps_(element, network),
        states_(source_.ranks()),
        record_(record) {}

  std::vector<Seconds> Run() {
    // From the last rank to the first: trees are mostly rooted at 0, and a message to a rank that
    // waits for it already is never kept in flight.
    for (std::size_t rank = states_.size(); rank-- > 0;) {
      Advance(static_cast<Rank>(rank));
      while (!ready_.empty()) {
        const auto [ready, arrival] = ready_.back();
        ready_.pop_back();
        Resume(ready, arrival);
      }
    }
    std::vector<Seconds> finish;
    finish.reserve(states_.size());
    for (const RankState& state : states_) {
      if (state.waits_for != kNobody) FailDeadlock(state);
      finish.push_back(state.processor);
    }
    return finish;
  }

 private:
  using Kind = Activity::Kind;

  RankState& StateOf(Rank rank) { return states_[static_cast<std::size_t>(rank)]; }

  /// Goes on with a rank whose next receive gets `arrival`.
  void Resume(Rank rank, const Arrival& arrival) {
    std::vector<Arrival>& found = StateOf(rank).found;
    if (!found.empty()) found_.swap(found);
    found_.push_back(arrival);
    Advance(rank);
  }

  /// Performs the rounds of `rank` up to a receive whose message is not yet sent. `found_` has the
  /// messages for the first receives of its round.
  void Advance(Rank rank) {
    RankState& state = StateOf(rank);
    for (const std::size_t rounds = source_.rounds(rank); state.round < rounds; ++state.round) {
      if (state.receives == RankState::kNotBegun) {
        Work(rank);
        StartSends(rank);
      }
      if (!Find(rank)) {
        if (!found_.empty()) found_.swap(state.found);
        return;
      }
      TakeIn(state);
      if (source_.IsAhead(rank)) AwaitSends(rank);
      state.processor = Spend(state, Kind::kAwaitBuffers, state.processor,
                              std::max(state.processor, state.buffers), state.in_buffer);
      state.receives = RankState::kNotBegun;
    }
    Work(rank);
  }

  /// Performs the steps between the round before and the one that begins.
  void Work(Rank rank) {
    RankState& state = StateOf(rank);
    const Seconds end = state.processor + steps_.Before(source_, rank, state.round);
    state.processor = Spend(state, Kind::kLocal, state.processor, end, kNoMessage);
  }

  void StartSends(Rank rank) {
    RankState& state = StateOf(rank);
    const std::span<const Message> round = source_.Messages(rank, state.round);
    const auto sends = std::ranges::find(round, Message::Side::kSend, &Message::side);
    state.receives = static_cast<std::uint32_t>(
        source_.IsAhead(rank) ? ReceivesIn(source_.Waits(rank, state.round))
                              : static_cast<std::size_t>(sends - round.begin()));
    for (const Message& send : std::span(sends, round.end())) Send(rank, send);
  }

  void Send(Rank from, const Message& send) {
    assert(send.peer >= 0 && static_cast<std::size_t>(send.peer) < states_.size());
    const MessageCost cost = network_.Cost(from, send.peer, send.block.count * element_);
    RankState& sender = StateOf(from);
    const Seconds ready = sender.processor + cost.send_overhead;
    const Seconds start = std::max(ready, sender.port);
    const Seconds end = start + cost.transfer;
    const Seconds arrival = end + cost.latency;
    const MessageNumber message = record_.Start(
        {.from = from, .to = send.peer, .round = source_.RoundOf(from, sender.round)});
    record_.Begin(message, start, sender.port > ready ? Hold::kPort : Hold::kSender,
                  sender.at_port);
    record_.Arrive(message, arrival);
    sender.processor = Spend(sender, Kind::kSend, sender.processor, ready, message);
    sender.port = start + cost.gap;
    sender.at_port = message;
    if (source_.IsAhead(from)) {
      sender.sending.push_back({send.peer, source_.IsPaced(from) ? arrival : end, message});
    } else {
      Await(sender, {send.peer, end, message});
    }
    Deliver(from, send.peer,
            {.time = arrival,
             .overhead = cost.receive_overhead,
             .gap = cost.receive_gap,
             .message = message});
  }

  static void Await(RankState& state, const Sending& sending) {
    if (sending.end <= state.buffers) return;
    state.buffers = sending.end;
    state.in_buffer = sending.message;
  }

  /// Counts the sends that the round of a rank waits for which runs ahead.
  void AwaitSends(Rank rank) {
    RankState& state = StateOf(rank);
    source_.Messages(rank, state.round);  // other ranks may have been read since
    const std::span<const Wait> waits = source_.Waits(rank, state.round);
    for (const Wait& wait : waits.subspan(ReceivesIn(waits))) {
      const auto sending = std::ranges::find(state.sending, wait.peer, &Sending::to);
      Await(state, *sending);
      state.sending.erase(sending);
    }
  }

  /// Gives a message to the receiver if it waits for it; else it stays in flight.
  void Deliver(Rank from, Rank to, const Arrival& arrival) {
    RankState& receiver = StateOf(to);
    if (receiver.waits_for != from) return in_flight_.Put(from, to, arrival);
    receiver.waits_for = kNobody;
    ready_.emplace_back(to, arrival);
  }

  /// Looks for the messages of the receives that have none yet; false when one is not yet sent.
  bool Find(Rank rank) {
    RankState& state = StateOf(rank);
    while (found_.size() < state.receives) {
      const Rank from = source_.Peer(rank, state.round, found_.size());
      const std::optional<Arrival> arrival = in_flight_.Take(from, rank);
      if (!arrival) {
        state.waits_for = from;
        return false;
      }
      found_.push_back(*arrival);
    }
    return true;
  }

  void TakeIn(RankState& state) {
    PassPort(state);
    Seconds now = state.processor;
    for (const Arrival& arrival : found_) {
      now = Spend(state, Kind::kAwaitMessage, now, std::max(now, arrival.time), arrival.message);
      now = Spend(state, Kind::kReceive, now, now + arrival.overhead, arrival.message);
    }
    state.processor = now;
    found_.clear();
  }

  /// Passes the messages of the round through the receiver's port, one after another.
  void PassPort(RankState& state) {
    constexpr auto kHasGap = [](const Arrival& arrival) { return arrival.gap > Seconds(0); };
    if (std::ranges::none_of(found_, kHasGap)) return;
    order_.clear();
    for (Arrival& arrival : found_) order_.push_back(&arrival);
    constexpr auto kTime = [](const Arrival* arrival) { return arrival->time; };
    // The sort allocates memory even for one message.
    if (!std::ranges::is_sorted(order_, {}, kTime)) std::ranges::stable_sort(order_, {}, kTime);
    for (Arrival* arrival : order_) {
      const Seconds open = state.arrival + arrival->gap;
      if (open > arrival->time) record_.Delay(arrival->message, open, state.arrived);
      state.arrival = arrival->time = std::max(arrival->time, open);
      state.arrived = arrival->message;
    }
  }

  /// Notes that the processor does `kind` from `begin` to `end`; returns `end`.
  Seconds Spend(const RankState& state, Kind kind, Seconds begin, Seconds end,
                MessageNumber message) {
    const auto rank = static_cast<Rank>(&state - states_.data());
    record_.Note(rank, {kind, source_.RoundOf(rank, state.round), begin, end}, message);
    return end;
  }

  [[noreturn]] void FailDeadlock(const RankState& state) const {
    throw std::logic_error(fmt::format(
        "simulator: deadlock: rank {} waits in round {} for a message that rank {} never sends",
        &state - states_.data(), state.round, state.waits_for));
  }

  Source source_;
  Bytes element_;
  const Network& network_;
  const StepTimes steps_;
  std::vector<RankState> states_;
  std::vector<std::pair<Rank, Arrival>> ready_;  // ranks that waited, with the message
  InFlight in_flight_;
  std::vector<Arrival> found_;   // messages for the first receives of the rank that advances
  std::vector<Arrival*> order_;  // of PassPort
  Record& record_;
};

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_SIMULATOR_SIMULATION_H_
