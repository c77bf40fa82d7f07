#include "algorithms/schedule.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace colltune {
namespace {

bool Follows(const Block& block, const Block& other) {
  return block.buffer == other.buffer && block.first == other.first + other.count;
}

}  // namespace

Schedule& Schedule::Receive(Rank from, Block into) {
  if (messages_.size() > Closed().messages && messages_.back().side == Message::Side::kSend) {
    throw std::logic_error("schedule: a receive after a send of the same round");
  }
  return Add({Message::Side::kReceive, from, into});
}

Schedule& Schedule::Send(Rank to, Block from) { return Add({Message::Side::kSend, to, from}); }

Schedule& Schedule::Receive(Rank from, std::span<const Block> into) {
  return Receive(from, Joined(into));
}

Schedule& Schedule::Send(Rank to, std::span<const Block> from) { return Send(to, Joined(from)); }

Block Schedule::Joined(std::span<const Block> parts) {
  if (parts.size() == 1) return parts.front();
  const std::size_t first = parts_.size();
  Block all{Buffer::kParts, static_cast<std::int64_t>(first), 0};
  for (const Block& part : parts) {
    if (part.count == 0) continue;
    all.count += part.count;
    if (parts_.size() > first && Follows(part, parts_.back())) {
      parts_.back().count += part.count;
    } else {
      parts_.push_back(part);
    }
  }
  if (parts_.size() > first + 1) return all;
  const Block only = parts_.size() > first ? parts_.back() : kNothing;
  parts_.resize(first);
  return only;
}

std::span<const Block> Schedule::SeveralPartsOf(const Message& message) const {
  const auto parts = std::span(parts_).subspan(static_cast<std::size_t>(message.block.first));
  std::size_t size = 0;
  for (std::int64_t count = 0; count < message.block.count; ++size) count += parts[size].count;
  return parts.first(size);
}

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
  is_streaming_ = is_streaming_ || part.is_streaming_;
  paces_source_ = paces_source_ || part.paces_source_;
  messages_.reserve(messages_.size() + part.messages_.size());
  steps_.reserve(steps_.size() + part.steps_.size());
  ends_.reserve(ends_.size() + part.rounds());
  std::vector<Block> placed;
  for (std::size_t i = 0; i < part.rounds(); ++i) {
    const Round round = part.round(i);
    for (const Message& m : round.messages) {
      if (m.block.buffer != Buffer::kParts) [[likely]] {
        Add({m.side, m.peer, place(m.block)});
        continue;
      }
      placed.clear();
      std::ranges::transform(part.PartsOf(m), std::back_inserter(placed), place);
      Add({m.side, m.peer, Joined(placed)});
    }
    for (const Step& s : round.steps) Add(Step{s.kind, place(s.from), place(s.into)});
    NextRound();
  }
  return *this;
}

Schedule& Schedule::Append(const Schedule& part) {
  return Append(part, [](const Block& block) { return block; });
}

Schedule& Schedule::Stream() {
  is_streaming_ = true;
  return *this;
}

Schedule& Schedule::PaceSource() {
  paces_source_ = true;
  return *this;
}

Schedule& Schedule::Rename(std::span<const Rank> rank_at) {
  for (Message& message : messages_) message.peer = rank_at[static_cast<std::size_t>(message.peer)];
  return *this;
}

std::int64_t Schedule::Used(Buffer buffer) const {
  std::int64_t end = 0;
  const auto use = [&](const Block& block) {
    if (block.buffer == buffer) end = std::max(end, block.first + block.count);
  };
  for (const Message& message : messages_) use(message.block);
  for (const Block& part : parts_) use(part);
  for (const Step& step : steps_) {
    use(step.from);
    use(step.into);
  }
  return end;
}

Bytes Schedule::memory() const {
  return Bytes{static_cast<std::int64_t>(sizeof(Schedule) + messages_.capacity() * sizeof(Message) +
                                         parts_.capacity() * sizeof(Block) +
                                         steps_.capacity() * sizeof(Step) +
                                         ends_.capacity() * sizeof(End))};
}

bool operator==(const Schedule& a, const Schedule& b) {
  if (a.rounds() != b.rounds() || a.is_streaming() != b.is_streaming() ||
      a.is_paced() != b.is_paced()) {
    return false;
  }
  const auto same = [&](const Message& x, const Message& y) {
    return x.side == y.side && x.peer == y.peer && std::ranges::equal(a.PartsOf(x), b.PartsOf(y));
  };
  for (std::size_t i = 0; i < a.rounds(); ++i) {
    if (!std::ranges::equal(a.round(i).messages, b.round(i).messages, same) ||
        !std::ranges::equal(a.round(i).steps, b.round(i).steps)) {
      return false;
    }
  }
  return true;
}

}  // namespace colltune
