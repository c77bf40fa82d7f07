#include "algorithms/verify/verifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <utility>

#include "algorithms/program.h"
#include "algorithms/verify/contracts.h"
#include "algorithms/verify/program_check.h"
#include "algorithms/verify/symbolic_memory.h"

namespace colltune {
namespace {

constexpr const char* kOverlap = "the block overlaps one that is received in the same round";

/// Takes the elements of a message's parts in their order.
class PartsReader {
 public:
  explicit PartsReader(std::span<const Block> parts) : parts_(parts), rest_(parts.front()) {}

  /// Returns the number of next elements that lie in one block.
  std::int64_t together() const { return rest_.count; }

  /// Takes the next `count` elements. Requires 0 < count <= together().
  Block Take(std::int64_t count) {
    const Block taken{rest_.buffer, rest_.first, count};
    rest_ = {rest_.buffer, rest_.first + count, rest_.count - count};
    if (rest_.count == 0 && parts_.size() > 1) {
      parts_ = parts_.subspan(1);
      rest_ = parts_.front();
    }
    return taken;
  }

 private:
  std::span<const Block> parts_;  // from the part of `rest_` on
  Block rest_;
};

const char* Verb(Message::Side side) {
  return side == Message::Side::kSend ? "send to" : "receive from";
}

/// Symbolic execution of the schedules of all ranks.
class Execution {
 public:
  Execution(Collective collective, const Shape& shape, std::span<const Schedule> schedules)
      : collective_(collective),
        shape_(shape),
        schedules_(schedules),
        operands_(!shape.commutative) {
    for (Rank rank = 0; rank < shape.ranks; ++rank) {
      ranks_.push_back({{collective, shape, rank, ScheduleOf(rank), operands_}});
      State(rank).heard.resize(static_cast<std::size_t>(shape.ranks));
      State(rank).heard[static_cast<std::size_t>(rank)] = true;
    }
  }

  /// Runs all ranks until none can go on; returns the first fault.
  std::string Run() {
    std::deque<Rank> ready;
    for (Rank rank = 0; rank < shape_.ranks; ++rank) ready.push_back(rank);
    while (!ready.empty()) {
      const Rank rank = ready.front();
      ready.pop_front();
      if (std::string fault = Advance(rank, ready); !fault.empty()) return fault;
    }
    return Stuck();
  }

  /// Returns the first difference from the results that the collective promises, or an empty text.
  std::string Compare() {
    for (Rank rank = 0; rank < shape_.ranks; ++rank) {
      const RankState& state = State(rank);
      for (std::int64_t e = 0; e < state.memory.buffers().output; ++e) {
        const Promise promise = PromiseOf(collective_, shape_, rank, e);
        const Value want{promise.element, operands_.Range(promise.first, promise.last)};
        const Value have = state.memory.Read(Output(e, 1), 0);
        if (have == want) continue;
        return fmt::format("rank {} ends with element {} {}, not {}", rank, e, ToText(have),
                           ToText(want));
      }
      const auto missed = std::ranges::find(state.heard, false);
      if (collective_ == Collective::kBarrier && missed != state.heard.end()) {
        return fmt::format("rank {} leaves before it has heard of rank {}", rank,
                           missed - state.heard.begin());
      }
    }
    return {};
  }

 private:
  using Heard = std::vector<bool>;  // by rank: whether it is known to have entered

  struct RankState {
    SymbolicMemory memory;
    Heard heard = {};
    std::size_t round = 0;    // the current one
    std::size_t pending = 0;  // messages of the round that have met no partner
    bool started = false;     // the messages of the round are posted
  };

  struct Post {
    const Message* message;
    Heard heard;  // by its rank, when its round began
  };

  RankState& State(Rank rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  const Schedule& ScheduleOf(Rank rank) const { return schedules_[static_cast<std::size_t>(rank)]; }

  std::string ToText(const Value& value) const {
    if (value.operands == OperandSets::kEmpty) return "unset";
    return fmt::format("of rank {}'s element {}", operands_.ToText(value.operands), value.element);
  }

  /// Takes `rank` through its rounds up to one whose messages wait for a partner.
  std::string Advance(Rank rank, std::deque<Rank>& ready) {
    RankState& state = State(rank);
    const Schedule& schedule = ScheduleOf(rank);
    while (state.round < schedule.rounds()) {
      const Round round = schedule.round(state.round);
      if (!state.started) {
        if (std::string fault = Start(rank, round.messages, ready); !fault.empty()) return fault;
      }
      if (state.pending > 0) return {};
      for (const Step& step : round.steps) {
        if (std::string fault = Perform(rank, step); !fault.empty()) return fault;
      }
      state.started = false;
      ++state.round;
    }
    return {};
  }

  std::string Where(Rank rank) { return fmt::format("rank {}, round {}", rank, State(rank).round); }

  /// Checks a round by itself, then posts its messages.
  std::string Start(Rank rank, std::span<const Message> messages, std::deque<Rank>& ready) {
    RankState& state = State(rank);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const Message& m = messages[i];
      const auto at = [&] { return fmt::format("{}, {} {}: ", Where(rank), Verb(m.side), m.peer); };
      if (m.peer < 0 || m.peer >= shape_.ranks || m.peer == rank) return at() + "no such partner";
      if (std::string fault = RefusesParts(rank, m); !fault.empty()) return at() + fault;
      for (const Message& other : messages.subspan(i + 1)) {
        if (m.side == other.side && m.peer == other.peer) {
          return at() + "a second message in the same round";
        }
        if (Overlap(rank, m, other)) return at() + kOverlap;
      }
    }
    state.started = true;
    state.pending = messages.size();
    const Heard heard = state.heard;  // a round does not pass on its own arrivals
    for (const Message& message : messages) {
      if (std::string fault = Meet(rank, {&message, heard}, ready); !fault.empty()) return fault;
    }
    return {};
  }

  std::span<const Block> PartsOf(Rank rank, const Message& message) const {
    return ScheduleOf(rank).PartsOf(message);
  }

  /// Returns why the memory of a message cannot be sent or received into, or an empty text.
  std::string RefusesParts(Rank rank, const Message& message) {
    const SymbolicMemory& memory = State(rank).memory;
    const bool receives = message.side == Message::Side::kReceive;
    const auto parts = PartsOf(rank, message);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (std::string fault = memory.Refuses(parts[i], receives); !fault.empty()) return fault;
      const auto overlaps = [&](const Block& part) { return memory.Overlap(parts[i], part); };
      if (receives && std::ranges::any_of(parts.subspan(i + 1), overlaps)) return kOverlap;
    }
    return {};
  }

  /// Whether one of two messages is received into memory of the other.
  bool Overlap(Rank rank, const Message& a, const Message& b) {
    constexpr auto kReceive = Message::Side::kReceive;
    if (a.side != kReceive && b.side != kReceive) return false;
    for (const Block& part : PartsOf(rank, a)) {
      for (const Block& other : PartsOf(rank, b)) {
        if (State(rank).memory.Overlap(part, other)) return true;
      }
    }
    return false;
  }

  /// Lets a message meet the oldest one that waits for it, or wait itself.
  std::string Meet(Rank rank, const Post& mine, std::deque<Rank>& ready) {
    const Rank peer = mine.message->peer;
    const bool is_send = mine.message->side == Message::Side::kSend;
    const auto channel = is_send ? std::pair(rank, peer) : std::pair(peer, rank);
    auto& partners = is_send ? receives_[channel] : sends_[channel];
    if (partners.empty()) {
      (is_send ? sends_ : receives_)[channel].push_back(mine);
      return {};
    }
    const Post partner = partners.front();
    partners.pop_front();
    const Post& send = is_send ? mine : partner;
    const Post& receive = is_send ? partner : mine;
    const auto [from, to] = channel;
    if (std::string fault = Transfer(from, *send.message, to, *receive.message); !fault.empty()) {
      return fault;
    }
    Heard& heard = State(to).heard;
    std::transform(send.heard.begin(), send.heard.end(), heard.begin(), heard.begin(),
                   std::logical_or());
    for (const Rank end : {from, to}) {
      // This rank goes on by itself.
      if (--State(end).pending == 0 && end != rank) ready.push_back(end);
    }
    return {};
  }

  std::string Transfer(Rank from, const Message& send, Rank to, const Message& receive) {
    if (send.block.count != receive.block.count) {
      return fmt::format("rank {} sends {} elements to rank {}, which expects {}", from,
                         send.block.count, to, receive.block.count);
    }
    // Parts need not end at the same elements on both sides.
    PartsReader sent(PartsOf(from, send));
    PartsReader into(PartsOf(to, receive));
    for (std::int64_t left = send.block.count; left > 0;) {
      const std::int64_t count = std::min(sent.together(), into.together());
      std::string fault = Transfer(from, sent.Take(count), to, into.Take(count));
      if (!fault.empty()) return fault;
      left -= count;
    }
    return {};
  }

  /// Transfers elements between blocks of equal length.
  std::string Transfer(Rank from, const Block& sent, Rank to, const Block& into) {
    if (!SameSizes(from, sent, to, into)) {
      return fmt::format("rank {} sends elements of another size than rank {} expects", from, to);
    }
    for (std::int64_t i = 0; i < sent.count; ++i) {
      State(to).memory.Write(into, i, State(from).memory.Read(sent, i));
    }
    return {};
  }

  std::int64_t ClassOf(Rank rank, const Block& block, std::int64_t i) const {
    return SizeClass(collective_, shape_, rank, block.buffer, block.first + i);
  }

  bool SameSizes(Rank rank, const Block& a, Rank other, const Block& b) const {
    for (std::int64_t i = 0; i < a.count; ++i) {
      if (ClassOf(rank, a, i) != ClassOf(other, b, i)) return false;
    }
    return true;
  }

  /// Whether each element of a block can be copied into that of another, which may be a slot.
  bool MayCopy(Rank rank, const Block& from, const Block& into) const {
    return ClassOf(rank, from, 0) == kAnySize || ClassOf(rank, into, 0) == kAnySize ||
           SameSizes(rank, from, rank, into);
  }

  std::string Perform(Rank rank, const Step& step) {
    SymbolicMemory& memory = State(rank).memory;
    const bool copies = step.kind == Step::Kind::kCopy;
    const auto at = [&] { return Where(rank) + (copies ? ", copy: " : ", reduce: "); };
    for (const auto& [block, write] :
         {std::pair(step.from, false), std::pair(step.into, true), std::pair(step.into, false)}) {
      if (copies && block == step.into && !write) continue;
      if (std::string fault = memory.Refuses(block, write); !fault.empty()) return at() + fault;
    }
    if (copies && memory.Same(step.from, step.into)) return {};
    if (memory.Overlap(step.from, step.into)) return at() + "the two blocks overlap";
    if (copies ? !MayCopy(rank, step.from, step.into)
               : !SameSizes(rank, step.from, rank, step.into)) {
      return at() + "elements of another size";
    }
    for (std::int64_t i = 0; i < step.from.count; ++i) {
      Value value = memory.Read(step.from, i);
      if (!copies) {
        const Value right = memory.Read(step.into, i);
        const auto joined = operands_.Join(value.operands, right.operands);
        if (value.element != right.element || !joined) {
          return fmt::format("{}element {} cannot be combined with element {}", at(), ToText(value),
                             ToText(right));
        }
        value.operands = *joined;
      }
      memory.Write(step.into, i, value);
    }
    return {};
  }

  /// Returns the message that nobody answers, or an empty text when all ranks have finished.
  std::string Stuck() const {
    for (const auto* posts : {&receives_, &sends_}) {
      for (const auto& [channel, waiting] : *posts) {
        if (waiting.empty()) continue;
        const auto [from, to] = channel;
        const Message& message = *waiting.front().message;
        return fmt::format("deadlock: rank {} waits for ever to {} {}",
                           posts == &sends_ ? from : to, Verb(message.side), message.peer);
      }
    }
    return {};
  }

  using Posts = std::map<std::pair<Rank, Rank>, std::deque<Post>>;  // by (from, to)

  const Collective collective_;
  const Shape shape_;
  const std::span<const Schedule> schedules_;
  OperandSets operands_;
  std::vector<RankState> ranks_;
  Posts sends_, receives_;
};

}  // namespace

std::string Verify(Collective collective, const Shape& shape, std::span<const Schedule> schedules) {
  Execution execution(collective, shape, schedules);
  if (std::string fault = execution.Run(); !fault.empty()) return fault;
  if (std::string fault = execution.Compare(); !fault.empty()) return fault;
  for (Rank rank = 0; rank < shape.ranks; ++rank) {
    const Schedule& schedule = schedules[static_cast<std::size_t>(rank)];
    const Program program = RunAhead(collective, shape, rank, schedule);
    const std::string fault = CheckProgram(collective, shape, rank, schedule, program);
    if (!fault.empty()) return fmt::format("rank {}, run ahead, {}", rank, fault);
  }
  return {};
}

}  // namespace colltune
