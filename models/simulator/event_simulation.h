// Simulation of networks with shared links or rendezvous, where messages of the same time affect
// each other: a queue of events in the order of time.
#ifndef COLLTUNE_MODELS_SIMULATOR_EVENT_SIMULATION_H_
#define COLLTUNE_MODELS_SIMULATOR_EVENT_SIMULATION_H_

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <queue>
#include <stdexcept>
#include <unordered_map>

#include "models/simulator/flows.h"
#include "models/simulator/in_flight.h"
#include "models/simulator/schedule_source.h"

namespace colltune::models {

/// Source is WholeSchedules or ScheduleWindows; Record has the functions of NoRecorder.
template <typename Record, typename Source>
class EventSimulation {
 public:
  EventSimulation(Source source, Bytes element, const Network& network, Record& record)
      : source_(std::move(source)),
        element_(element),
        network_(network),
        has_links_(!network.Links().empty()),
        steps_(element, network),
        incast_(network.IncastLimit()),
        ranks_(source_.ranks()),
        flows_(network.Links()),
        record_(record) {}

  std::vector<Seconds> Run() {
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      Work(static_cast<Rank>(rank));
      At(ranks_[rank].processor, What::kEnter, static_cast<std::uint32_t>(rank));
    }
    while (true) {
      const Seconds next = events_.empty() ? kNever : events_.top().time;
      if (flows_.MustUpdate(now_, std::min(next, flows_.NextEnd()))) flows_.Update(now_);
      now_ = std::min(next, flows_.NextEnd());
      if (now_ == kNever) break;
      if (now_ < next) {
        Reach(flows_.TakeEnded());
        continue;
      }
      const Event event = events_.top();
      events_.pop();
      Handle(event);
    }
    std::vector<Seconds> finish;
    finish.reserve(ranks_.size());
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      if (!ranks_[rank].finished) FailDeadlock(static_cast<Rank>(rank));
      finish.push_back(ranks_[rank].processor);
    }
    return finish;
  }

 private:
  using Kind = Activity::Kind;
  using Id = std::uint32_t;  // of a message: an index into messages_
  static constexpr Id kUnsent = std::numeric_limits<Id>::max();

  static constexpr Seconds kNever{std::numeric_limits<double>::infinity()};

  enum class What : unsigned char {
    kEnter,    // a rank begins its next round
    kReady,    // a message could start, if the port is open
    kFlow,     // the bytes of a message begin to flow
    kReach,    // a message reaches the receiver's port
    kDeliver,  // a message has passed the receiver's port
  };

  struct Event {
    Seconds time;
    std::uint64_t number;  // the order in which events of one time are handled
    What what;
    std::uint32_t subject;  // a rank, or a message
    friend bool operator>(const Event& a, const Event& b) {
      return a.time != b.time ? a.time > b.time : a.number > b.number;
    }
  };

  /// A receive that is posted, and whose message was not taken in before this round.
  struct Receive {
    Rank from;
    Id message = kUnsent;
    bool is_awaited = false;
  };

  /// A send that was not waited for before this round, of a rank that runs ahead.
  struct Sending {
    Rank to;
    MessageNumber message;
    Seconds end{};
    bool is_complete = false;
    bool is_awaited = false;
  };

  /// Items of a queue, and the number of those that have left it.
  template <typename Item>
  struct Numbered {
    std::vector<Item> items;
    std::size_t gone = 0;

    std::size_t Add(const Item& item) {
      items.push_back(item);
      return gone + items.size() - 1;
    }
    Item& At(std::size_t number) { return items[number - gone]; }
    /// Drops the first items, as long as they pass `is_done`.
    template <typename IsDone>
    void Drop(IsDone is_done) {
      const auto first = std::ranges::find_if_not(items, is_done);
      gone += static_cast<std::size_t>(first - items.begin());
      items.erase(items.begin(), first);
    }
  };

  struct RankState {
    Seconds processor{};  // free from then on
    Seconds port{};       // open from then on
    Seconds buffers{};    // of all sends that have one, and are waited for: free from then on
    Seconds arrival{-std::numeric_limits<double>::infinity()};  // of the last message
    std::size_t round = 0;
    bool is_ahead = false;
    bool has_entered = false;  // this round
    Numbered<Receive> receives;
    Numbered<Sending> sendings;
    std::vector<std::size_t> awaited;  // the numbers of the receives that this round waits for
    std::size_t taken_in = 0;          // the number of `awaited` that are received
    std::size_t sends = 0;  // that this round waits for, whose completion time is not known
    bool finished = false;
    MessageNumber at_port = kNoMessage;
    MessageNumber in_buffer = kNoMessage;
    MessageNumber arrived = kNoMessage;
  };

  struct InTransit {
    Rank from;
    Rank to;
    std::uint32_t round;
    Bytes bytes;
    MessageCost cost;
    Seconds ready{};
    Seconds arrival{};
    bool posted = false;  // the receive
    bool arrived = false;
    bool is_awaited = false;  // by its sender, until it has arrived
    std::size_t sending = 0;  // its number, of a sender that runs ahead
    MessageNumber number = kNoMessage;

    double carried() const { return static_cast<double>(bytes.count) + cost.envelope; }
  };

  /// Bytes that a switch keeps for a host.
  struct Kept {
    double bytes = 0;
    Seconds since{};  // of the last message
  };

  RankState& StateOf(Rank rank) { return ranks_[static_cast<std::size_t>(rank)]; }

  void At(Seconds time, What what, std::uint32_t subject) {
    events_.push({time, ++events_so_far_, what, subject});
  }

  void Handle(const Event& event) {
    switch (event.what) {
      case What::kEnter:
        return Enter(static_cast<Rank>(event.subject));
      case What::kReady:
        return Start(event.subject);
      case What::kFlow:
        return Flow(event.subject);
      case What::kReach:
        return Reach(event.subject);
      case What::kDeliver:
        return Deliver(event.subject);
    }
  }

  void Enter(Rank rank) {
    RankState& state = StateOf(rank);
    const std::size_t rounds = source_.rounds(rank);
    state.is_ahead = source_.IsAhead(rank);
    std::span<const Message> round;
    while (state.round < rounds && (round = source_.Messages(rank, state.round)).empty() &&
           (!state.is_ahead || source_.Waits(rank, state.round).empty())) {
      ++state.round;
      Work(rank);
    }
    if (state.round == rounds) {
      state.finished = true;
      return;
    }
    if (state.processor > now_) {
      return At(state.processor, What::kEnter, static_cast<std::uint32_t>(rank));
    }
    const auto sends = std::ranges::find(round, Message::Side::kSend, &Message::side);
    state.awaited.clear();
    state.taken_in = 0;
    state.sends = state.is_ahead ? 0 : static_cast<std::size_t>(round.end() - sends);
    for (const Message& receive : std::span(round.begin(), sends)) Post(rank, receive.peer);
    const bool is_alone = round.size() == 1 && !state.is_ahead;
    for (const Message& send : std::span(sends, round.end())) Send(rank, send, is_alone);
    if (state.is_ahead) {
      for (const Wait& wait : source_.Waits(rank, state.round)) Await(state, wait);
    }
    state.has_entered = true;
    TakeIn(rank);
    EndRoundIfComplete(rank);
  }

  /// Waits for a message in the round of a rank that runs ahead.
  static void Await(RankState& state, const Wait& wait) {
    if (wait.side == Message::Side::kReceive) {
      const auto receive = std::ranges::find_if(state.receives.items, [&](const Receive& each) {
        return each.from == wait.peer && !each.is_awaited;
      });
      receive->is_awaited = true;
      state.awaited.push_back(state.receives.gone +
                              static_cast<std::size_t>(receive - state.receives.items.begin()));
      return;
    }
    const auto sending = std::ranges::find_if(state.sendings.items, [&](const Sending& each) {
      return each.to == wait.peer && !each.is_awaited;
    });
    sending->is_awaited = true;
    if (sending->is_complete) {
      KeepBuffer(state, sending->end, sending->message);
    } else {
      ++state.sends;
    }
  }

  /// Posts a receive in the round of `rank`.
  void Post(Rank rank, Rank from) {
    RankState& state = StateOf(rank);
    const std::size_t receive = state.receives.Add({from, kUnsent, !state.is_ahead});
    if (!state.is_ahead) state.awaited.push_back(receive);
    const std::optional<Id> sent = sent_.Take(from, rank);
    if (!sent) return posted_.Put(from, rank, receive);
    Match(*sent, receive);
    const InTransit& message = messages_[*sent];
    if (message.cost.rendezvous) At(std::max(now_, message.ready), What::kReady, *sent);
  }

  void Match(Id id, std::size_t receive) {
    messages_[id].posted = true;
    StateOf(messages_[id].to).receives.At(receive).message = id;
  }

  void Send(Rank from, const Message& send, bool is_alone) {
    RankState& sender = StateOf(from);
    const Id id = NewMessage();
    InTransit& message = messages_[id];
    const Bytes bytes = send.block.count * element_;
    message = {.from = from,
               .to = send.peer,
               .round = source_.RoundOf(from, sender.round),
               .bytes = bytes,
               .cost = network_.Cost(from, send.peer, bytes)};
    const Seconds begin = sender.processor;
    message.ready = begin + message.cost.send_overhead +
                    (is_alone ? Seconds(0) : message.cost.nonblocking_overhead);
    message.number = record_.Start({.from = from, .to = send.peer, .round = message.round});
    sender.processor = Spend(from, Kind::kSend, begin, message.ready, message.number);
    if (const std::optional<std::size_t> receive = posted_.Take(from, send.peer)) {
      Match(id, *receive);
    } else {
      sent_.Put(from, send.peer, id);
    }
    message.is_awaited = message.cost.rendezvous || source_.IsPaced(from);
    const bool is_complete = has_links_ && !message.is_awaited;  // its buffer is free
    if (sender.is_ahead) {
      message.sending = sender.sendings.Add({send.peer, message.number, Seconds(0), is_complete});
    } else if (is_complete) {
      --sender.sends;
    }
    if (message.posted || !message.cost.rendezvous) At(message.ready, What::kReady, id);
  }

  /// Starts a message that nothing but the port holds back.
  void Start(Id id) {
    InTransit& message = messages_[id];
    RankState& sender = StateOf(message.from);
    const MessageCost& cost = message.cost;
    const Seconds start = std::max(now_, sender.port);
    const Seconds latency = cost.latency + (IsDropped(message, start) ? incast_.delay : Seconds(0));
    Route& route = routes_[id];
    if (has_links_) route = network_.RouteOf(message.from, message.to);
    record_.Begin(message.number, start,
                  sender.port > now_      ? Hold::kPort
                  : message.ready == now_ ? Hold::kSender
                                          : Hold::kReceiver,
                  sender.at_port);
    sender.at_port = message.number;
    if (route.count > 0 && message.carried() > 0) {
      sender.port = start + std::max(Seconds(0), cost.gap - cost.transfer);
      return At(start + latency, What::kFlow, id);
    }
    sender.port = start + cost.gap;
    const Seconds end = start + cost.transfer;
    At(end + latency, What::kReach, id);
    if (!has_links_ && !message.is_awaited) CompleteSend(message, end);
  }

  bool IsDropped(const InTransit& message, Seconds start) {
    if (incast_.delay == Seconds(0) || message.cost.rendezvous) return false;
    const SwitchPort port = network_.PortTo(message.to);
    if (port.byte_time == 0 || network_.PortTo(message.from).host == port.host) return false;
    Kept& kept = kept_[port.host];
    kept.bytes = std::max(0.0, kept.bytes - (start - kept.since).count() / port.byte_time);
    kept.since = start;
    const double bytes = message.carried();
    if (kept.bytes > 0 && kept.bytes + bytes > static_cast<double>(incast_.buffer.count)) {
      return true;
    }
    kept.bytes += bytes;
    return false;
  }

  void Flow(Id id) {
    const InTransit& message = messages_[id];
    flows_.Add(id, routes_[id], message.carried(), message.cost, now_);
  }

  /// Completes a send that keeps its buffer until `end`.
  void CompleteSend(const InTransit& message, Seconds end) {
    RankState& sender = StateOf(message.from);
    if (sender.is_ahead) {
      Sending& sending = sender.sendings.At(message.sending);
      sending.end = end;
      sending.is_complete = true;
      if (!sending.is_awaited) return;
    }
    KeepBuffer(sender, end, message.number);
    --sender.sends;
    EndRoundIfComplete(message.from);
  }

  static void KeepBuffer(RankState& state, Seconds end, MessageNumber message) {
    if (end <= state.buffers) return;
    state.buffers = end;
    state.in_buffer = message;
  }

  void Reach(Id id) {
    InTransit& message = messages_[id];
    record_.Arrive(message.number, now_);
    RankState& receiver = StateOf(message.to);
    const Seconds open = receiver.arrival + message.cost.receive_gap;
    if (open > now_) record_.Delay(message.number, open, receiver.arrived);
    receiver.arrival = std::max(now_, open);
    receiver.arrived = message.number;
    message.arrival = receiver.arrival;
    if (open > now_) return At(open, What::kDeliver, id);
    Deliver(id);
  }

  void Deliver(Id id) {
    InTransit& message = messages_[id];
    if (message.is_awaited) CompleteSend(message, message.arrival);
    message.arrived = true;
    if (!message.posted) return;
    const Rank rank = message.to;
    TakeIn(rank);
    EndRoundIfComplete(rank);
  }

  /// Takes in the messages that have arrived, up to the round's first receive whose message has
  /// not.
  void TakeIn(Rank rank) {
    RankState& state = StateOf(rank);
    if (!state.has_entered) return;
    for (; state.taken_in < state.awaited.size(); ++state.taken_in) {
      const Id id = state.receives.At(state.awaited[state.taken_in]).message;
      if (id == kUnsent || !messages_[id].arrived) return;
      const InTransit& message = messages_[id];
      const Seconds begin = Spend(rank, Kind::kAwaitMessage, state.processor,
                                  std::max(state.processor, message.arrival), message.number);
      state.processor =
          Spend(rank, Kind::kReceive, begin, begin + message.cost.receive_overhead, message.number);
      unused_.push_back(id);
    }
  }

  void EndRoundIfComplete(Rank rank) {
    RankState& state = StateOf(rank);
    if (!state.has_entered || state.taken_in < state.awaited.size() || state.sends > 0) return;
    state.has_entered = false;
    state.receives.Drop([](const Receive& receive) { return receive.is_awaited; });
    state.sendings.Drop([](const Sending& sending) { return sending.is_awaited; });
    state.processor = Spend(rank, Kind::kAwaitBuffers, state.processor,
                            std::max(state.processor, state.buffers), state.in_buffer);
    ++state.round;
    Work(rank);
    At(state.processor, What::kEnter, static_cast<std::uint32_t>(rank));
  }

  /// Performs the steps before the next round.
  void Work(Rank rank) {
    RankState& state = StateOf(rank);
    const Seconds end = state.processor + steps_.Before(source_, rank, state.round);
    state.processor = Spend(rank, Kind::kLocal, state.processor, end, kNoMessage);
  }

  Id NewMessage() {
    if (unused_.empty()) {
      unused_.push_back(static_cast<Id>(messages_.size()));
      messages_.emplace_back();
      routes_.emplace_back();
    }
    const Id id = unused_.back();
    unused_.pop_back();
    return id;
  }

  Seconds Spend(Rank rank, Kind kind, Seconds begin, Seconds end, MessageNumber message) {
    record_.Note(rank, {kind, source_.RoundOf(rank, StateOf(rank).round), begin, end}, message);
    return end;
  }

  [[noreturn]] void FailDeadlock(Rank rank) {
    const RankState& state = StateOf(rank);
    const std::uint32_t round = source_.RoundOf(rank, state.round);
    const auto fail = [&](Rank peer, const char* what) {
      throw std::logic_error(fmt::format(
          "simulator: deadlock: rank {} waits in round {} for a message that rank {} never {}",
          rank, round, peer, what));
    };
    for (const Receive& receive : state.receives.items) {
      if (receive.is_awaited && receive.message == kUnsent) fail(receive.from, "sends");
    }
    for (const Sending& sending : state.sendings.items) {
      if (sending.is_awaited && !sending.is_complete) fail(sending.to, "receives");
    }
    for (const Message& message : source_.Messages(rank, state.round)) {
      const bool sends = message.side == Message::Side::kSend;
      if (sends && sent_.Take(rank, message.peer)) fail(message.peer, "receives");
    }
    throw std::logic_error(
        fmt::format("simulator: deadlock: rank {} waits in round {}", rank, round));
  }

  Source source_;
  Bytes element_;
  const Network& network_;
  bool has_links_;
  StepTimes steps_;
  Incast incast_;
  std::vector<RankState> ranks_;
  std::unordered_map<int, Kept> kept_;  // by the numbers of hosts
  Seconds now_{};
  std::uint64_t events_so_far_ = 0;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  Flows flows_;
  std::vector<InTransit> messages_;
  std::vector<Route> routes_;  // of the messages that have started
  std::vector<Id> unused_;
  PairQueues<Id> sent_;             // messages whose receive is not posted yet
  PairQueues<std::size_t> posted_;  // receives whose message is not sent yet: their index
  Record& record_;
};

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_SIMULATOR_EVENT_SIMULATION_H_
