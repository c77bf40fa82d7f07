#include "algorithms/schedule.h"

#include <algorithm>
#include <stdexcept>

namespace colltune {

Schedule& Schedule::Receive(Rank from, Block into) {
  if (messages_.size() > Closed().messages && messages_.back().side == Message::Side::kSend) {
    throw std::logic_error("schedule: a receive after a send of the same round");
  }
  return Add({Message::Side::kReceive, from, into});
}

Schedule& Schedule::Send(Rank to, Block from) { return Add({Message::Side::kSend, to, from}); }

Schedule& Schedule::Copy(Block from, Block into) {
  return Add(Step{Step::Kind::kCopy, from, into});
}

Schedule& Schedule::Reduce(Block from, Block into) {
  return Add(Step{Step::Kind::kReduce, from, into});
}

Schedule& Schedule::Add(Message message) {
  if (steps_.size() > Closed().steps) {
    throw std::logic_error("schedule: a message after a step of the same round");
  }
  messages_.push_back(message);
  return *this;
}

Schedule& Schedule::Add(Step step) {
  if (step.from.count != step.into.count) {
    throw std::logic_error("schedule: a step from a block into one of another length");
  }
  if (step.from.count > 0) steps_.push_back(step);
  return *this;
}

Schedule& Schedule::NextRound() {
  if (Open()) {
    ends_.push_back(
        {static_cast<std::uint32_t>(messages_.size()), static_cast<std::uint32_t>(steps_.size())});
  }
  return *this;
}

Schedule& Schedule::Append(const Schedule& part, const std::function<Block(const Block&)>& place) {
  NextRound();
  for (std::size_t i = 0; i < part.rounds(); ++i) {
    const Round round = part.round(i);
    for (const Message& m : round.messages) Add({m.side, m.peer, place(m.block)});
    for (const Step& s : round.steps) Add(Step{s.kind, place(s.from), place(s.into)});
    NextRound();
  }
  return *this;
}

Schedule& Schedule::Append(const Schedule& part) {
  return Append(part, [](const Block& block) { return block; });
}

std::int64_t Schedule::scratch() const {
  std::int64_t end = 0;
  const auto use = [&end](const Block& block) {
    if (block.buffer == Buffer::kScratch) end = std::max(end, block.first + block.count);
  };
  for (const Message& message : messages_) use(message.block);
  for (const Step& step : steps_) {
    use(step.from);
    use(step.into);
  }
  return end;
}

Bytes Schedule::memory() const {
  return Bytes{static_cast<std::int64_t>(sizeof(Schedule) + messages_.capacity() * sizeof(Message) +
                                         steps_.capacity() * sizeof(Step) +
                                         ends_.capacity() * sizeof(End))};
}

bool operator==(const Schedule& a, const Schedule& b) {
  if (a.rounds() != b.rounds()) return false;
  for (std::size_t i = 0; i < a.rounds(); ++i) {
    if (!std::ranges::equal(a.round(i).messages, b.round(i).messages) ||
        !std::ranges::equal(a.round(i).steps, b.round(i).steps)) {
      return false;
    }
  }
  return true;
}

}  // namespace colltune
