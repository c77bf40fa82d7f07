#include "algorithms/program.h"

#include <algorithm>
#include <optional>
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
  Derivation(const Schedule& schedule, const Shape& shape, const Buffers& buffers,
             bool sizes_differ)
      : schedule_(schedule),
        memory_(buffers, sizes_differ),
        // One schedule serves blocks of all sizes that are not divided.
        element_(shape.elements > 1 ? shape.element : Bytes{0}),
        peers_(static_cast<std::size_t>(shape.ranks)) {}

  Program Derive() {
    program_.reserve(2 * schedule_.messages().size() + schedule_.steps().size());
    FindReceives();
    Index message = 0;
    Index step = 0;
    for (round_ = 0; round_ < schedule_.rounds(); ++round_) {
      const Round round = schedule_.round(round_);
      const Index receives = CountReceives(round.messages);
      const auto end = message + static_cast<Index>(round.messages.size());
      done_ = message + step;
      PostUpTo(message + receives);
      done_ += receives;
      PostAhead();
      for (message += receives; message < end; ++message) Start(message);
      for (const Step& each : round.steps) {
        done_ = message + step;
        WaitForUsersOf(std::span(&each.from, 1), std::span(&each.into, 1));
        Add({Action::Kind::kPerform, step++}, round_);
        done_ = message + step;
        PostAhead();
      }
    }
    WaitForTheRest();
    return std::move(program_);
  }

  /// Whether the program performs anything of a round before all of an earlier one.
  bool overlaps() const { return overlaps_; }

 private:
  /// A message that is posted or started, and not waited for.
  struct Pending {
    Index message;
    Index place;  // of its action in the program
    std::size_t round;
  };
  /// A receive that may be posted once as many messages and steps of the schedule were started.
  struct Receive {
    Index message;
    std::size_t round;
    Index after;
  };
  /// Another rank, as far as this one has dealt with it.
  struct Peer {
    std::optional<std::size_t> sent_to;  // the last round of a send
    bool is_silent = false;              // is awaited, and nothing was received from it
    bool is_known = false;               // is or was awaited
  };

  const Message& MessageAt(Index index) const { return schedule_.messages()[index]; }
  std::span<const Block> BlocksOf(Index message) const {
    return schedule_.PartsOf(MessageAt(message));
  }
  Peer& PeerOf(const Message& message) { return peers_[static_cast<std::size_t>(message.peer)]; }
  const Peer& SenderOf(std::size_t receive) {
    return PeerOf(MessageAt(receives_[receive].message));
  }
  static bool IsReceive(const Message& message) { return message.side == Message::Side::kReceive; }
  static Index CountReceives(std::span<const Message> messages) {
    return static_cast<Index>(std::ranges::find_if_not(messages, IsReceive) - messages.begin());
  }

  /// Finds all receives, and how early each may be posted.
  void FindReceives() {
    Index message = 0;
    Index step = 0;
    std::vector<std::pair<Index, Index>> begins;  // of rounds: messages and steps before them
    begins.reserve(schedule_.rounds());
    receives_.reserve(schedule_.messages().size());
    for (std::size_t r = 0; r < schedule_.rounds(); ++r) {
      const Round round = schedule_.round(r);
      begins.emplace_back(message, step);
      const Index end = message + CountReceives(round.messages);
      for (Index i = message; i < end; ++i) receives_.push_back({i, r, EarliestOf(i, r, begins)});
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

  void Add(Action action, std::size_t round) {
    overlaps_ = overlaps_ || round < last_round_;
    last_round_ = round;
    program_.push_back(action);
  }

  /// Posts all receives up to message `end`, which are those of this round.
  void PostUpTo(Index end) {
    while (posted_ < receives_.size() && receives_[posted_].message < end) {
      const std::size_t next = posted_;
      if (SenderOf(next).is_silent) WaitForFirstOf(MessageAt(receives_[next].message).peer);
      if (posted_ != next) continue;  // the wait has made room for it
      for (const Pending& pending : Receiving()) {
        if (IsShorter(pending, next)) needed_.push_back(pending);
      }
      WaitForNeeded();
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
      if (SenderOf(posted_).is_silent) return;
      if (Receiving().size() + sending_.size() >= kReceivesAhead) return;
      const auto overlaps = [&](const Pending& pending) {
        return memory_.Overlap(BlocksOf(pending.message), BlocksOf(receive.message));
      };
      const auto holds_back = [&](const Pending& pending) {
        return IsShorter(pending, posted_) || IsFromAnother(pending, posted_) || overlaps(pending);
      };
      if (std::ranges::any_of(Receiving(), holds_back) || std::ranges::any_of(sending_, overlaps)) {
        return;
      }
    }
  }

  /// Whether a message that is received is a shorter one of the same sender as a receive.
  bool IsShorter(const Pending& pending, std::size_t receive) const {
    const Message& other = MessageAt(pending.message);
    const Message& message = MessageAt(receives_[receive].message);
    return other.peer == message.peer && other.block.count < message.block.count;
  }

  /// Whether a message that is received is one of an earlier round, and of another sender, than a
  /// receive.
  bool IsFromAnother(const Pending& pending, std::size_t receive) const {
    return !schedule_.is_streaming() &&
           MessageAt(pending.message).peer != MessageAt(receives_[receive].message).peer &&
           pending.round < receives_[receive].round;
  }

  void WaitForFirstOf(Rank rank) {
    const auto first = std::ranges::find_if(Receiving(), [&](const Pending& pending) {
      return MessageAt(pending.message).peer == rank;
    });
    Wait(first->message);
  }

  /// Returns a message as pending whose action is added next.
  Pending Next(Index message, std::size_t round) const {
    return {message, static_cast<Index>(program_.size()), round};
  }

  void Post() {
    const Receive& receive = receives_[posted_++];
    Peer& sender = PeerOf(MessageAt(receive.message));
    if (!sender.is_known) sender.is_silent = true;
    sender.is_known = true;
    receiving_.push_back(Next(receive.message, receive.round));
    Add({Action::Kind::kPost, receive.message}, receive.round);
  }

  void Start(Index index) {
    const Message& message = MessageAt(index);
    WaitForUsersOf(BlocksOf(index), {});
    WaitForTurnOf(message);
    sending_.push_back(Next(index, round_));
    Add({Action::Kind::kStart, index}, round_);
    PeerOf(message).sent_to = round_;
    ++done_;
    PostAhead();
  }

  std::size_t TurnsOf(const Message& send) const {
    const Bytes bytes = send.block.count * element_;
    if (!schedule_.is_paced() || bytes.count == 0) return bytes > kMostTogether ? 1 : kSendsInTurn;
    return std::max(kSendsInTurn, static_cast<std::size_t>(kMostTogether.count / bytes.count));
  }

  /// Waits for the messages that a send has to come after, though their data do not matter to it.
  void WaitForTurnOf(const Message& send) {
    const std::optional<std::size_t> sent_to = PeerOf(send).sent_to;
    const std::size_t turns = TurnsOf(send);
    const bool streams = schedule_.is_streaming();
    const bool comes_after_all = (!sent_to && !streams) || send.block.count == 0;
    for (const Pending& pending : Receiving()) {
      if (pending.round >= round_) continue;
      if (comes_after_all || MessageAt(pending.message).block.count == 0)
        needed_.push_back(pending);
    }
    for (const Pending& pending : sending_) {
      const Message& message = MessageAt(pending.message);
      if (pending.round >= round_) continue;
      const bool in_turn = message.peer == send.peer
                               ? message.block.count <= send.block.count
                               : streams || (sent_to && *sent_to + 1 >= pending.round &&
                                             pending.round + turns >= round_);
      if (send.block.count == 0 || !in_turn) needed_.push_back(pending);
    }
    WaitForNeeded();
    for (const Pending& pending : sending_) {
      if (MessageAt(pending.message).peer == send.peer && pending.round < round_) {
        needed_.push_back(pending);
      }
    }
    needed_.resize(needed_.size() - std::min(needed_.size(), turns - 1));
    WaitForNeeded();
  }

  /// Waits for messages that are received into `read`, or use `written`.
  void WaitForUsersOf(std::span<const Block> read, std::span<const Block> written) {
    for (const Pending& pending : Receiving()) {
      const auto blocks = BlocksOf(pending.message);
      if (memory_.Overlap(blocks, read) || memory_.Overlap(blocks, written)) {
        needed_.push_back(pending);
      }
    }
    if (!written.empty()) {
      for (const Pending& pending : sending_) {
        if (memory_.Overlap(BlocksOf(pending.message), written)) needed_.push_back(pending);
      }
    }
    WaitForNeeded();
  }

  void WaitForTheRest() {
    needed_.assign(Receiving().begin(), Receiving().end());
    needed_.insert(needed_.end(), sending_.begin(), sending_.end());
    WaitForNeeded();
  }

  /// Waits for the messages of needed_, in the order of their actions.
  void WaitForNeeded() {
    if (needed_.empty()) return;
    std::ranges::sort(needed_, {}, &Pending::place);
    for (const Pending& pending : needed_) Wait(pending.message);
    needed_.clear();
  }

  /// Waits for a message, and before it for all earlier receives, or earlier sends to the same
  /// rank; does nothing for a message that was waited for.
  void Wait(Index index) {
    const Message& last = MessageAt(index);
    const std::size_t before = program_.size();
    const auto wait = [&](const Pending& pending) {
      Add({Action::Kind::kWait, pending.message}, pending.round);
    };
    if (IsReceive(last)) {
      for (const Pending& pending : Receiving()) {
        if (pending.message > index) break;
        wait(pending);
        PeerOf(MessageAt(pending.message)).is_silent = false;
        ++received_;
      }
    } else {
      std::erase_if(sending_, [&](const Pending& pending) {
        const bool is_next =
            MessageAt(pending.message).peer == last.peer && pending.message <= index;
        if (is_next) wait(pending);
        return is_next;
      });
    }
    if (program_.size() > before) PostAhead();
  }

  /// Returns the receives that are posted, and not waited for.
  std::span<const Pending> Receiving() const { return std::span(receiving_).subspan(received_); }

  const Schedule& schedule_;
  const Memory memory_;
  const Bytes element_;
  std::vector<Peer> peers_;
  std::vector<Receive> receives_;
  std::size_t posted_ = 0;  // number of receives
  std::size_t round_ = 0;
  Index done_ = 0;  // number of messages and steps that are started, receives not counted ahead
  std::vector<Pending> receiving_;  // all receives that were posted
  std::size_t received_ = 0;        // number of them that were waited for
  std::vector<Pending> sending_;
  std::vector<Pending> needed_;  // to be waited for
  Program program_;
  std::size_t last_round_ = 0;  // of the program's last action
  bool overlaps_ = false;
};

/// Returns the derivation of a rank's program.
Derivation DerivationOf(Collective collective, const Shape& shape, Rank rank,
                        const Schedule& schedule) {
  const bool sizes_differ = collective == Collective::kReduceScatter;
  return {schedule, shape, BuffersOf(collective, shape, rank), sizes_differ};
}

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
  return DerivationOf(collective, shape, rank, schedule).Derive();
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
  Derivation derivation = DerivationOf(collective, shape, rank, schedule);
  Program program = derivation.Derive();
  return derivation.overlaps() ? program : Program{};
}

Program ProgramOf(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule) {
  if (!IsWorthAhead(schedule, LargestMessage(schedule), shape.element)) return {};
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
