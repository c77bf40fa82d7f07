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

  struct RankState {
    Seconds processor{};  // free from then on
    Seconds port{};       // open from then on
    Seconds buffers{};    // of all sends that have one: free from then on
    Seconds arrival{-std::numeric_limits<double>::infinity()};  // of the last message
    std::size_t round = 0;
    std::vector<Id> awaited;   // the messages of this round's receives; kUnsent if not sent yet
    std::size_t taken_in = 0;  // the number of `awaited` that are received
    std::size_t sends = 0;     // of this round, whose completion time is not known
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
    std::span<const Message> round;
    while (state.round < rounds && (round = source_.Messages(rank, state.round)).empty()) {
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
    state.awaited.assign(static_cast<std::size_t>(sends - round.begin()), kUnsent);
    state.taken_in = 0;
    state.sends = static_cast<std::size_t>(round.end() - sends);
    for (std::size_t i = 0; i < state.awaited.size(); ++i) Post(rank, round[i].peer, i);
    const bool is_alone = round.size() == 1;
    for (const Message& send : std::span(sends, round.end())) Send(rank, send, is_alone);
    TakeIn(rank);
    EndRoundIfComplete(rank);
  }

  /// Posts receive number `receive` of the round of `rank`.
  void Post(Rank rank, Rank from, std::size_t receive) {
    const std::optional<Id> sent = sent_.Take(from, rank);
    if (!sent) return posted_.Put(from, rank, receive);
    Match(*sent, receive);
    const InTransit& message = messages_[*sent];
    if (message.cost.rendezvous) At(std::max(now_, message.ready), What::kReady, *sent);
  }

  void Match(Id id, std::size_t receive) {
    messages_[id].posted = true;
    StateOf(messages_[id].to).awaited[receive] = id;
  }

  void Send(Rank from, const Message& send, bool is_alone) {
    RankState& sender = StateOf(from);
    const Id id = NewMessage();
    InTransit& message = messages_[id];
    const Bytes bytes = send.block.count * element_;
    message = {.from = from,
               .to = send.peer,
               .round = static_cast<std::uint32_t>(sender.round),
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
    if (has_links_ && !message.cost.rendezvous) --sender.sends;  // its buffer is free
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
    if (!has_links_ && !cost.rendezvous) CompleteSend(message, end);
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
    if (end > sender.buffers) {
      sender.buffers = end;
      sender.in_buffer = message.number;
    }
    --sender.sends;
    EndRoundIfComplete(message.from);
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
    if (message.cost.rendezvous) CompleteSend(message, message.arrival);
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
    for (; state.taken_in < state.awaited.size(); ++state.taken_in) {
      const Id id = state.awaited[state.taken_in];
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
    if (state.taken_in < state.awaited.size() || state.sends > 0) return;
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
    record_.Note(rank, {kind, static_cast<std::uint32_t>(StateOf(rank).round), begin, end},
                 message);
    return end;
  }

  [[noreturn]] void FailDeadlock(Rank rank) {
    const RankState& state = StateOf(rank);
    for (const Message& message : source_.Messages(rank, state.round)) {
      const bool receives = message.side == Message::Side::kReceive;
      if (receives ? !posted_.Take(message.peer, rank) : !sent_.Take(rank, message.peer)) continue;
      throw std::logic_error(fmt::format(
          "simulator: deadlock: rank {} waits in round {} for a message that rank {} never {}",
          rank, state.round, message.peer, receives ? "sends" : "receives"));
    }
    throw std::logic_error(
        fmt::format("simulator: deadlock: rank {} waits in round {}", rank, state.round));
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
