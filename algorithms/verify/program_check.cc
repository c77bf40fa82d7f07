#include "algorithms/verify/program_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "algorithms/verify/cells.h"

namespace colltune {
namespace {

using Index = std::uint32_t;

/// Use of one cell by the messages that are under way.
struct Use {
  int readers = 0;
  int writers = 0;
};

/// A message or a step of a schedule, in the order of RoundByRound.
struct Item {
  std::size_t round = 0;
  std::size_t place = 0;  ///< number of messages and steps before it
};

class Check {
 public:
  Check(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule,
        const Program& program)
      : schedule_(schedule),
        program_(program),
        cells_(collective, shape, rank, schedule),
        uses_(cells_.count()),
        accesses_(uses_.size()),
        states_(schedule.messages().size(), State::kNew),
        performed_(schedule.steps().size()) {
    NumberItems();
  }

  std::string Run() {
    for (action_ = 0; action_ < program_.size(); ++action_) {
      const Action& action = program_[action_];
      const bool is_step = action.kind == Action::Kind::kPerform;
      if (action.index >= (is_step ? performed_.size() : states_.size())) return At("no such item");
      const char* fault = nullptr;
      switch (action.kind) {
        case Action::Kind::kPost:
        case Action::Kind::kStart:
          fault = Begin(action.index, action.kind == Action::Kind::kPost);
          break;
        case Action::Kind::kWait:
          fault = Wait(action.index);
          break;
        case Action::Kind::kPerform:
          fault = Perform(action.index);
          break;
      }
      if (fault != nullptr) return At(fault);
    }
    if (std::ranges::any_of(states_, [](State state) { return state != State::kDone; })) {
      return "a message is not waited for";
    }
    if (std::ranges::find(performed_, false) != performed_.end()) return "a step is not performed";
    return {};
  }

 private:
  enum class State : unsigned char { kNew, kUnderWay, kDone };

  const Message& MessageAt(Index index) const { return schedule_.messages()[index]; }
  static bool Receives(const Message& message) { return message.side == Message::Side::kReceive; }
  std::string At(const char* fault) const { return fmt::format("action {}: {}", action_, fault); }

  void NumberItems() {
    std::size_t place = 0;
    for (std::size_t r = 0; r < schedule_.rounds(); ++r) {
      const Round round = schedule_.round(r);
      left_of_round_.push_back(round.messages.size());
      for (std::size_t i = 0; i < round.messages.size(); ++i) messages_.push_back({r, place++});
      for (std::size_t i = 0; i < round.steps.size(); ++i) steps_.push_back({r, place++});
    }
    // Note each cell's accesses in the order of the schedule, so that one that overtakes
    // another shows.
    for (Index i = 0; i < messages_.size(); ++i) {
      const bool writes = Receives(MessageAt(i));
      for (const Block& part : schedule_.PartsOf(MessageAt(i))) Note(part, writes, messages_[i]);
    }
    for (Index i = 0; i < steps_.size(); ++i) {
      const Step& step = schedule_.steps()[i];
      Note(step.from, false, steps_[i]);
      Note(step.into, true, steps_[i]);
    }
    for (auto& accesses : accesses_) std::ranges::sort(accesses, {}, &Access::place);
  }

  struct Access {
    std::size_t place;
    bool writes;
    bool done = false;
  };

  /// Calls visit(cell) for each cell that an access to `block` concerns.
  template <typename Visit>
  void ForEachCell(const Block& block, bool writes, Visit visit) const {
    const std::size_t first = cells_.First(block);
    for (std::int64_t i = 0; i < block.count; ++i) visit(first + static_cast<std::size_t>(i));
    if (!cells_.output_ends_input() || !writes || block.buffer != Buffer::kOutput) return;
    if (block.count == 0) return;
    const std::size_t input = cells_.First(Input(0, 0));
    for (std::int64_t i = 0; i < cells_.buffers().input; ++i) {
      visit(input + static_cast<std::size_t>(i));
    }
  }

  void Note(const Block& block, bool writes, const Item& item) {
    ForEachCell(block, writes, [&](std::size_t cell) {
      accesses_[cell].push_back({item.place, writes});
    });
  }

  /// Adds `change` to the uses of a message's block.
  void ChangeUses(const Block& block, bool writes, int change) {
    ForEachCell(block, writes, [&](std::size_t cell) {
      (writes ? uses_[cell].writers : uses_[cell].readers) += change;
    });
  }

  /// Marks the access of the item at `place` to a cell as done; returns whether an earlier one
  /// that it conflicts with is not.
  bool Overtakes(std::size_t cell, std::size_t place, bool writes) {
    bool overtakes = false;
    for (Access& access : accesses_[cell]) {
      if (access.place == place) {
        access.done = true;
        continue;
      }
      if (access.place > place) break;
      overtakes = overtakes || (!access.done && (writes || access.writes));
    }
    return overtakes;
  }

  const char* Begin(Index index, bool posts) {
    const Message& message = MessageAt(index);
    if (Receives(message) != posts) return "a send is posted, or a receive started";
    if (states_[index] != State::kNew) return "the message was begun before";
    if (const char* const fault = CheckOrder(index)) return fault;
    if (posts && !has_heard_.try_emplace(message.peer, false).second &&
        !has_heard_.at(message.peer)) {
      return "the first message of its sender has not come";
    }
    if (MayBeOvertaken(index)) return "a short message may overtake a long one";
    states_[index] = State::kUnderWay;
    under_way_.push_back(index);
    --left_of_round_[messages_[index].round];
    for (const Block& part : schedule_.PartsOf(message)) {
      if (Conflicts(part, posts, messages_[index].place)) return "the block is in use";
      ChangeUses(part, posts, +1);
    }
    return posts ? nullptr : CheckNow(index);
  }

  /// Checks that the message is the next one of its peer and side, and for a send that all receives
  /// of its round are posted, and all earlier sends started.
  const char* CheckOrder(Index index) {
    const Message& message = MessageAt(index);
    Index& next = next_[{message.side, message.peer}];
    for (; next < states_.size(); ++next) {
      const Message& each = MessageAt(next);
      if (each.side == message.side && each.peer == message.peer && states_[next] == State::kNew) {
        break;
      }
    }
    if (next != index) return "a message overtakes another one of the same ranks";
    if (Receives(message)) return nullptr;
    for (; next_send_ < index; ++next_send_) {
      if (states_[next_send_] == State::kNew) return "a send comes before an earlier message";
    }
    return nullptr;
  }

  /// Whether a send begins behind a longer one to its rank, or a receive behind a shorter one.
  bool MayBeOvertaken(Index index) const {
    const Message& message = MessageAt(index);
    for (const Index i : under_way_) {
      const Message& other = MessageAt(i);
      if (other.peer != message.peer || other.side != message.side) continue;
      const std::int64_t longer = message.block.count - other.block.count;
      if (Receives(message) ? longer > 0 : longer < 0) return true;
    }
    return false;
  }

  /// Checks a send against messages without elements.
  const char* CheckNow(Index send) {
    for (const Index i : under_way_) {
      if (messages_[i].round >= messages_[send].round) continue;
      if (MessageAt(send).block.count == 0) return "it says now before an earlier message is done";
      if (Receives(MessageAt(i)) && MessageAt(i).block.count == 0) return "it comes before 'now'";
    }
    return nullptr;
  }

  const char* Wait(Index index) {
    if (states_[index] != State::kUnderWay) return "the message is not under way";
    while (open_round_ < left_of_round_.size() && left_of_round_[open_round_] == 0) ++open_round_;
    if (messages_[index].round >= open_round_) {
      return "it waits before all messages of its round are begun";
    }
    states_[index] = State::kDone;
    std::erase(under_way_, index);
    const bool writes = Receives(MessageAt(index));
    if (writes) has_heard_[MessageAt(index).peer] = true;
    for (const Block& part : schedule_.PartsOf(MessageAt(index))) ChangeUses(part, writes, -1);
    return nullptr;
  }

  const char* Perform(Index index) {
    const bool is_next = index == 0 || performed_[index - 1];
    if (performed_[index] || !is_next) return "a step out of order";
    performed_[index] = true;
    const Step& step = schedule_.steps()[index];
    const std::size_t place = steps_[index].place;
    if (Conflicts(step.from, false, place) || Conflicts(step.into, true, place)) {
      return "a step's block is in use";
    }
    return nullptr;
  }

  /// Whether an access of the item at `place` conflicts with a message under way, or overtakes an
  /// access that it conflicts with.
  bool Conflicts(const Block& block, bool writes, std::size_t place) {
    bool conflicts = false;
    ForEachCell(block, writes, [&](std::size_t cell) {
      const Use& use = uses_[cell];
      conflicts = conflicts || use.writers > 0 || (writes && use.readers > 0);
      conflicts = Overtakes(cell, place, writes) || conflicts;
    });
    return conflicts;
  }

  const Schedule& schedule_;
  const Program& program_;
  const Cells cells_;
  std::vector<Use> uses_;                      // by cell
  std::vector<std::vector<Access>> accesses_;  // by cell, in the schedule's order
  std::vector<State> states_;
  std::vector<Index> under_way_;
  std::vector<bool> performed_;
  std::vector<Item> messages_;
  std::vector<Item> steps_;
  std::vector<std::size_t> left_of_round_;  // messages that are not begun
  std::map<std::pair<Message::Side, Rank>, Index> next_;
  std::map<Rank, bool> has_heard_;  // of ranks that are awaited: whether a message has come
  Index next_send_ = 0;
  std::size_t open_round_ = 0;  // the first one with messages that are not begun
  std::size_t action_ = 0;
};

}  // namespace

std::string CheckProgram(Collective collective, const Shape& shape, Rank rank,
                         const Schedule& schedule, const Program& program) {
  return Check(collective, shape, rank, schedule, program).Run();
}

}  // namespace colltune
