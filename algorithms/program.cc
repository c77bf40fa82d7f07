#include "algorithms/program.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace colltune {
namespace {

using Index = std::uint32_t;

/// Memory of one rank, as far as blocks overlap in it.
class Memory {
 public:
  /// `sizes_differ`: elements of input and output are of different sizes, so that in place no
  /// element of one is known to be apart from the other.
  Memory(const Buffers& buffers, bool sizes_differ)
      : buffers_(buffers), sizes_differ_(sizes_differ) {}

  bool Overlap(const Block& a, const Block& b) const {
    if (a.count == 0 || b.count == 0) return false;
    std::int64_t first_a = a.first;
    std::int64_t first_b = b.first;
    if (a.buffer != b.buffer) {
      if (!buffers_.shared || IsTemporary(a.buffer) || IsTemporary(b.buffer)) return false;
      if (sizes_differ_) return true;
      first_a += Begin(a.buffer);
      first_b += Begin(b.buffer);
    }
    return first_a < first_b + b.count && first_b < first_a + a.count;
  }

  bool Overlap(std::span<const Block> some, std::span<const Block> others) const {
    return std::ranges::any_of(some, [&](const Block& a) {
      return std::ranges::any_of(others, [&](const Block& b) { return Overlap(a, b); });
    });
  }

 private:
  std::int64_t Begin(Buffer buffer) const {
    return buffer == Buffer::kInput ? buffers_.input_at : buffers_.output_at;
  }

  Buffers buffers_;
  bool sizes_differ_;
};

class Derivation {
 public:
  Derivation(const Schedule& schedule, const Buffers& buffers, bool sizes_differ, Bytes element)
      : schedule_(schedule), memory_(buffers, sizes_differ), element_(element) {}

  Program Derive() {
    FindReceives();
    Index message = 0;
    Index step = 0;
    for (round_ = 0; round_ < schedule_.rounds(); ++round_) {
      const Round round = schedule_.round(round_);
      const auto receives = static_cast<Index>(
          std::ranges::count(round.messages, Message::Side::kReceive, &Message::side));
      const auto end = message + static_cast<Index>(round.messages.size());
      done_ = message + step;
      PostUpTo(message + receives);
      done_ += receives;
      PostAhead();
      for (message += receives; message < end; ++message) Start(message);
      for (const Step& each : round.steps) {
        done_ = message + step;
        WaitForUsersOf(std::span(&each.from, 1), std::span(&each.into, 1));
        program_.push_back({Action::Kind::kPerform, step++});
        done_ = message + step;
        PostAhead();
      }
    }
    while (!pending_.empty()) Wait(pending_.front().message);
    return std::move(program_);
  }

 private:
  /// A message that is posted or started, and not waited for.
  struct Pending {
    Index message;
    std::size_t round;
  };
  /// A receive that may be posted once as many messages and steps of the schedule were started.
  struct Receive {
    Index message;
    std::size_t round;
    Index after;
  };

  const Message& MessageAt(Index index) const { return schedule_.messages()[index]; }
  std::span<const Block> BlocksOf(Index message) const {
    return schedule_.PartsOf(MessageAt(message));
  }
  Rank PeerOf(std::size_t receive) const { return MessageAt(receives_[receive].message).peer; }
  static bool IsReceive(const Message& message) { return message.side == Message::Side::kReceive; }

  /// Finds all receives, and how early each may be posted.
  void FindReceives() {
    Index message = 0;
    Index step = 0;
    std::vector<std::pair<Index, Index>> begins;  // of rounds: messages and steps before them
    for (std::size_t r = 0; r < schedule_.rounds(); ++r) {
      const Round round = schedule_.round(r);
      begins.emplace_back(message, step);
      for (Index i = 0; i < round.messages.size() && IsReceive(round.messages[i]); ++i) {
        receives_.push_back({message + i, r, EarliestOf(message + i, r, begins)});
      }
      message += static_cast<Index>(round.messages.size());
      step += static_cast<Index>(round.steps.size());
    }
  }

  /// Returns the number of messages and steps after which nothing before the receive uses its
  /// block, as far as kRoundsAhead rounds tell.
  Index EarliestOf(Index receive, std::size_t round,
                   const std::vector<std::pair<Index, Index>>& begins) const {
    const std::span<const Block> blocks = BlocksOf(receive);
    const std::size_t first = round - std::min(round, kRoundsAhead);
    for (std::size_t r = round; r-- > first;) {
      const auto [message, step] = begins[r];
      const Round each = schedule_.round(r);
      for (std::size_t i = each.steps.size(); i-- > 0;) {
        if (!Uses(each.steps[i], blocks)) continue;
        return message + step + static_cast<Index>(each.messages.size() + i + 1);
      }
      for (std::size_t i = each.messages.size(); i-- > 0;) {
        if (!memory_.Overlap(schedule_.PartsOf(each.messages[i]), blocks)) continue;
        return message + step + static_cast<Index>(i + 1);
      }
    }
    return begins[first].first + begins[first].second;
  }

  bool Uses(const Step& step, std::span<const Block> blocks) const {
    return memory_.Overlap(std::span(&step.from, 1), blocks) ||
           memory_.Overlap(std::span(&step.into, 1), blocks);
  }

  /// Posts all receives up to message `end`, which are those of this round.
  void PostUpTo(Index end) {
    while (posted_ < receives_.size() && receives_[posted_].message < end) {
      const std::size_t next = posted_;
      if (AwaitsFirstOf(PeerOf(next))) WaitForFirstOf(PeerOf(next));
      if (posted_ != next) continue;  // the wait has made room for it
      WaitForAll([&](const Pending& pending) { return IsShorter(pending, next); });
      if (posted_ != next) continue;
      WaitForUsersOf({}, BlocksOf(receives_[next].message));
      if (posted_ == next) Post();  // else a wait has made room for it
    }
  }

  /// Posts receives of later rounds, as far as that takes no waiting.
  void PostAhead() {
    for (; posted_ < receives_.size(); Post()) {
      const Receive& receive = receives_[posted_];
      if (receive.round > round_ + kRoundsAhead || receive.after > done_) return;
      if (AwaitsFirstOf(PeerOf(posted_))) return;
      if (pending_.size() >= kReceivesAhead) return;
      const auto holds_back = [&](const Pending& pending) {
        return IsShorter(pending, posted_) || IsFromAnother(pending, posted_) ||
               memory_.Overlap(BlocksOf(pending.message), BlocksOf(receive.message));
      };
      if (std::ranges::any_of(pending_, holds_back)) return;
    }
  }

  /// Whether a message is a shorter one of the same sender as a receive.
  bool IsShorter(const Pending& pending, std::size_t receive) const {
    const Message& other = MessageAt(pending.message);
    const Message& message = MessageAt(receives_[receive].message);
    return IsReceive(other) && other.peer == message.peer &&
           other.block.count < message.block.count;
  }

  /// Whether a message is one of an earlier round, and of another sender, than a receive.
  bool IsFromAnother(const Pending& pending, std::size_t receive) const {
    const Message& other = MessageAt(pending.message);
    return IsReceive(other) && other.peer != PeerOf(receive) &&
           pending.round < receives_[receive].round;
  }

  /// Whether a message of a rank is awaited, and none has come yet.
  bool AwaitsFirstOf(Rank rank) const {
    const auto found = has_heard_.find(rank);
    return found != has_heard_.end() && !found->second;
  }

  void WaitForFirstOf(Rank rank) {
    const auto first = std::ranges::find_if(pending_, [&](const Pending& pending) {
      const Message& message = MessageAt(pending.message);
      return IsReceive(message) && message.peer == rank;
    });
    Wait(first->message);
  }

  void Post() {
    has_heard_.try_emplace(PeerOf(posted_), false);
    const Receive& receive = receives_[posted_++];
    program_.push_back({Action::Kind::kPost, receive.message});
    pending_.push_back({receive.message, receive.round});
  }

  void Start(Index index) {
    const Message& message = MessageAt(index);
    WaitForUsersOf(BlocksOf(index), {});
    WaitForTurnOf(message);
    program_.push_back({Action::Kind::kStart, index});
    pending_.push_back({index, round_});
    sent_to_[message.peer] = round_;
    ++done_;
    PostAhead();
  }

  std::size_t TurnsOf(const Message& send) const {
    return send.block.count * element_ > kMostTogether ? 1 : kSendsInTurn;
  }

  /// Waits for the messages that a send has to come after, though their data do not matter to it.
  void WaitForTurnOf(const Message& send) {
    const auto known = sent_to_.find(send.peer);
    const bool is_first = known == sent_to_.end();
    const std::size_t turns = TurnsOf(send);
    std::size_t to_same = 0;
    std::vector<Index> needed;
    for (const Pending& pending : pending_) {
      const Message& message = MessageAt(pending.message);
      if (pending.round >= round_) continue;
      const bool is_send = !IsReceive(message);
      const bool to_same_rank = is_send && message.peer == send.peer;
      if (to_same_rank) ++to_same;
      const bool in_turn =
          !is_first &&
          (!is_send || (known->second + 1 >= pending.round && pending.round + turns >= round_));
      const bool says_now = send.block.count == 0 || (!is_send && message.block.count == 0);
      const bool is_needed = to_same_rank ? message.block.count > send.block.count : !in_turn;
      if (says_now || is_needed) needed.push_back(pending.message);
    }
    for (const Pending& pending : pending_) {
      const Message& message = MessageAt(pending.message);
      if (to_same < turns) break;
      if (IsReceive(message) || message.peer != send.peer || pending.round >= round_) continue;
      needed.push_back(pending.message);
      --to_same;
    }
    for (const Index index : needed) Wait(index);
  }

  /// Waits for messages that are received into `read`, or use `written`.
  void WaitForUsersOf(std::span<const Block> read, std::span<const Block> written) {
    WaitForAll([&](const Pending& pending) {
      const auto blocks = BlocksOf(pending.message);
      const bool receives = IsReceive(MessageAt(pending.message));
      return (receives && memory_.Overlap(blocks, read)) || memory_.Overlap(blocks, written);
    });
  }

  template <typename IsNeeded>
  void WaitForAll(IsNeeded is_needed) {
    std::vector<Index> needed;
    for (const Pending& pending : pending_) {
      if (is_needed(pending)) needed.push_back(pending.message);
    }
    for (const Index index : needed) Wait(index);
  }

  /// Waits for a message, and before it for all earlier receives, or earlier sends to the same
  /// rank; does nothing for a message that was waited for.
  void Wait(Index index) {
    const Message& last = MessageAt(index);
    const auto waits = [&](const Pending& pending) {
      const Message& message = MessageAt(pending.message);
      if (message.side != last.side || pending.message > index) return false;
      if (!IsReceive(message) && message.peer != last.peer) return false;
      program_.push_back({Action::Kind::kWait, pending.message});
      if (IsReceive(message)) has_heard_[message.peer] = true;
      return true;
    };
    if (std::erase_if(pending_, waits) > 0) PostAhead();
  }

  const Schedule& schedule_;
  const Memory memory_;
  const Bytes element_;
  std::vector<Receive> receives_;
  std::size_t posted_ = 0;  // number of receives
  std::size_t round_ = 0;
  Index done_ = 0;  // number of messages and steps that are started, receives not counted ahead
  std::vector<Pending> pending_;
  std::map<Rank, std::size_t> sent_to_;  // the last round of a send, by peer
  std::map<Rank, bool> has_heard_;       // of ranks that are awaited: whether one was received from
  Program program_;
};

}  // namespace

RoundsOf::RoundsOf(const Schedule& schedule) {
  for (std::size_t i = 0; i < schedule.rounds(); ++i) {
    const Round round = schedule.round(i);
    of_messages_.insert(of_messages_.end(), round.messages.size(), static_cast<Index>(i));
    of_steps_.insert(of_steps_.end(), round.steps.size(), static_cast<Index>(i));
  }
}

Program RoundByRound(const Schedule& schedule) {
  Program program;
  Index message = 0;
  Index step = 0;
  for (std::size_t i = 0; i < schedule.rounds(); ++i) {
    const Round round = schedule.round(i);
    for (Index m = 0; m < round.messages.size(); ++m) {
      const bool sends = round.messages[m].side == Message::Side::kSend;
      program.push_back({sends ? Action::Kind::kStart : Action::Kind::kPost, message + m});
    }
    for (Index m = 0; m < round.messages.size(); ++m) {
      program.push_back({Action::Kind::kWait, message + m});
    }
    for (Index s = 0; s < round.steps.size(); ++s) {
      program.push_back({Action::Kind::kPerform, step++});
    }
    message += static_cast<Index>(round.messages.size());
  }
  return program;
}

Program RunAhead(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule) {
  const bool sizes_differ = collective == Collective::kReduceScatter;
  const Buffers buffers = BuffersOf(collective, shape, rank);
  // One schedule serves blocks of all sizes that are not divided.
  const Bytes element = shape.elements > 1 ? shape.element : Bytes{0};
  return Derivation(schedule, buffers, sizes_differ, element).Derive();
}

std::int64_t LargestMessage(const Schedule& schedule) {
  std::int64_t largest = 0;
  for (const Message& message : schedule.messages()) {
    largest = std::max(largest, message.block.count);
  }
  return largest;
}

Program AheadOf(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule) {
  if (schedule.rounds() < 2 || schedule.slots() > 0) return {};
  Program program = RunAhead(collective, shape, rank, schedule);
  const bool overlaps = !std::ranges::is_sorted(program, {}, RoundsOf(schedule));
  return overlaps ? program : Program{};
}

Program ProgramOf(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule) {
  if (!IsWorthAhead(LargestMessage(schedule), shape.element)) return {};
  return AheadOf(collective, shape, rank, schedule);
}

std::vector<Program> ProgramsOf(Collective collective, const Shape& shape,
                                std::span<const Schedule> schedules) {
  std::vector<Program> programs;
  for (const Schedule& schedule : schedules) {
    const auto rank = static_cast<Rank>(programs.size());
    programs.push_back(ProgramOf(collective, shape, rank, schedule));
  }
  return programs;
}

}  // namespace colltune
