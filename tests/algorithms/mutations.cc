#include "tests/algorithms/mutations.h"

#include <algorithm>
#include <array>
#include <utility>

#include "algorithms/buffers.h"

namespace colltune {
namespace {

using Ranks = std::vector<OpenSchedule>;

/// The position of a message or a step.
struct Place {
  std::size_t rank;
  std::size_t round;
  std::size_t index;
};

OpenRound& RoundAt(Ranks& ranks, const Place& at) { return ranks[at.rank][at.round]; }
OpenMessage& MessageAt(Ranks& ranks, const Place& at) {
  return RoundAt(ranks, at).messages[at.index];
}
Step& StepAt(Ranks& ranks, const Place& at) { return RoundAt(ranks, at).steps[at.index]; }

/// Calls visit(place, item) for all messages, or all steps, in their order.
template <typename Visit>
void ForEach(const Problem& problem, auto OpenRound::*items, Visit visit) {
  for (std::size_t rank = 0; rank < problem.ranks.size(); ++rank) {
    for (std::size_t round = 0; round < problem.ranks[rank].size(); ++round) {
      const auto& all = problem.ranks[rank][round].*items;
      for (std::size_t i = 0; i < all.size(); ++i) visit(Place{rank, round, i}, all[i]);
    }
  }
}

template <typename Visit>
void ForEachMessage(const Problem& problem, Visit visit) {
  ForEach(problem, &OpenRound::messages, visit);
}

template <typename Visit>
void ForEachStep(const Problem& problem, Step::Kind kind, Visit visit) {
  ForEach(problem, &OpenRound::steps, [&](const Place& at, const Step& step) {
    if (step.kind == kind) visit(at, step);
  });
}

template <typename Items>
void Erase(Items& items, std::size_t index) {
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(index));
}

template <typename Items>
void Insert(Items& items, std::size_t index, const typename Items::value_type& item) {
  items.insert(items.begin() + static_cast<std::ptrdiff_t>(index), item);
}

/// The messages of a rank to or from a peer, in their order.
std::vector<Place> Channel(const Problem& problem, std::size_t rank, Message::Side side,
                           std::size_t peer) {
  std::vector<Place> places;
  ForEachMessage(problem, [&](const Place& at, const OpenMessage& m) {
    if (at.rank == rank && m.side == side && m.peer == static_cast<Rank>(peer)) {
      places.push_back(at);
    }
  });
  return places;
}

std::vector<Mutation> DroppedSide(const Problem& problem) {
  std::vector<Mutation> all;
  ForEachMessage(problem, [&](const Place& at, const OpenMessage&) {
    all.push_back([at](Ranks& ranks) { Erase(RoundAt(ranks, at).messages, at.index); });
  });
  return all;
}

std::vector<Mutation> DroppedMessage(const Problem& problem) {
  std::vector<Mutation> all;
  for (std::size_t from = 0; from < problem.ranks.size(); ++from) {
    for (std::size_t to = 0; to < problem.ranks.size(); ++to) {
      const auto sends = Channel(problem, from, Message::Side::kSend, to);
      const auto receives = Channel(problem, to, Message::Side::kReceive, from);
      for (std::size_t i = 0; i < sends.size(); ++i) {
        all.push_back([send = sends[i], receive = receives[i]](Ranks& ranks) {
          Erase(RoundAt(ranks, send).messages, send.index);
          Erase(RoundAt(ranks, receive).messages, receive.index);
        });
      }
    }
  }
  return all;
}

std::vector<Mutation> ChangedPeer(const Problem& problem) {
  std::vector<Mutation> all;
  ForEachMessage(problem, [&](const Place& at, const OpenMessage& m) {
    for (Rank peer = -1; peer <= problem.shape.ranks; ++peer) {
      if (peer == m.peer) continue;
      all.push_back([at, peer](Ranks& ranks) { MessageAt(ranks, at).peer = peer; });
    }
  });
  return all;
}

/// Exchanges the blocks of two messages that follow each other on their way to the same rank.
std::vector<Mutation> ExchangedMessages(const Problem& problem) {
  std::vector<Mutation> all;
  for (std::size_t rank = 0; rank < problem.ranks.size(); ++rank) {
    for (std::size_t peer = 0; peer < problem.ranks.size(); ++peer) {
      for (const auto side : {Message::Side::kSend, Message::Side::kReceive}) {
        const auto channel = Channel(problem, rank, side, peer);
        for (std::size_t i = 1; i < channel.size(); ++i) {
          const auto exchange = [a = channel[i - 1], b = channel[i]](Ranks& ranks) {
            std::swap(MessageAt(ranks, a).parts, MessageAt(ranks, b).parts);
          };
          Ranks ranks = problem.ranks;
          exchange(ranks);
          if (ranks != problem.ranks) all.push_back(exchange);
        }
      }
    }
  }
  return all;
}

/// Exchanges two parts of a message that follow each other.
std::vector<Mutation> ExchangedParts(const Problem& problem) {
  std::vector<Mutation> all;
  ForEachMessage(problem, [&](const Place& at, const OpenMessage& m) {
    for (std::size_t i = 1; i < m.parts.size(); ++i) {
      all.push_back([at, i](Ranks& ranks) {
        auto& parts = MessageAt(ranks, at).parts;
        std::swap(parts[i - 1], parts[i]);
      });
    }
  });
  return all;
}

std::vector<Mutation> ExchangedRounds(const Problem& problem) {
  std::vector<Mutation> all;
  for (std::size_t rank = 0; rank < problem.ranks.size(); ++rank) {
    const OpenSchedule& rounds = problem.ranks[rank];
    for (std::size_t i = 1; i < rounds.size(); ++i) {
      if (rounds[i] == rounds[i - 1]) continue;
      all.push_back([rank, i](Ranks& ranks) { std::swap(ranks[rank][i - 1], ranks[rank][i]); });
    }
  }
  return all;
}

/// Starts the messages of a round together with those of the one before.
std::vector<Mutation> JoinedRounds(const Problem& problem) {
  std::vector<Mutation> all;
  for (std::size_t rank = 0; rank < problem.ranks.size(); ++rank) {
    const OpenSchedule& rounds = problem.ranks[rank];
    for (std::size_t i = 1; i < rounds.size(); ++i) {
      if (rounds[i].messages.empty() || !rounds[i - 1].steps.empty()) continue;
      all.push_back([rank, i](Ranks& ranks) {
        OpenRound& second = ranks[rank][i];
        const auto& first = ranks[rank][i - 1].messages;
        second.messages.insert(second.messages.begin(), first.begin(), first.end());
        // Not ranges::stable_partition, which clang 14 cannot read in this C++ library.
        std::stable_partition(
            second.messages.begin(), second.messages.end(),
            [](const OpenMessage& m) { return m.side == Message::Side::kReceive; });
        Erase(ranks[rank], i - 1);
      });
    }
  }
  return all;
}

std::int64_t Length(const Problem& problem, std::size_t rank, Buffer buffer) {
  const Buffers buffers = BuffersOf(problem.collective, problem.shape, static_cast<Rank>(rank));
  if (buffer == Buffer::kInput) return buffers.input;
  if (buffer == Buffer::kOutput) return buffers.output;
  const Schedule schedule = Close(problem.ranks[rank]);
  return buffer == Buffer::kSlots ? schedule.slots() : schedule.scratch();
}

/// Whether two blocks are the same memory: in place input and output share theirs.
bool Same(const Problem& problem, std::size_t rank, const Block& a, const Block& b) {
  const Buffers buffers = BuffersOf(problem.collective, problem.shape, static_cast<Rank>(rank));
  const auto address = [&](const Block& block) {
    const bool is_input = block.buffer == Buffer::kInput;
    if (!buffers.shared || (!is_input && block.buffer != Buffer::kOutput)) return block;
    return Output(block.first + (is_input ? buffers.input_at : buffers.output_at), block.count);
  };
  return address(a) == address(b);
}

/// The blocks that a block may be mistaken for: moved by one element, or in another buffer.
std::vector<Block> Shifted(const Block& block) {
  return {{block.buffer, block.first - 1, block.count},
          {block.buffer, block.first + 1, block.count}};
}
std::vector<Block> Elsewhere(const Block& block) {
  std::vector<Block> blocks;
  for (const Buffer buffer : {Buffer::kInput, Buffer::kOutput, Buffer::kScratch, Buffer::kSlots}) {
    if (buffer != block.buffer) blocks.push_back({buffer, block.first, block.count});
  }
  return blocks;
}

/// Replaces each block of a message or a step by those of `others` that lie in their buffer.
std::vector<Mutation> Replaced(const Problem& problem, std::vector<Block> (*others)(const Block&)) {
  std::vector<Mutation> all;
  const auto replace = [&](const Place& at, const Block& block, auto find) {
    for (const Block& other : others(block)) {
      const bool inside =
          other.first >= 0 && other.first + other.count <= Length(problem, at.rank, other.buffer);
      if (block.count == 0 || !inside || Same(problem, at.rank, block, other)) continue;
      all.push_back([at, other, find](Ranks& ranks) { find(ranks, at) = other; });
    }
  };
  ForEachMessage(problem, [&](const Place& at, const OpenMessage& m) {
    for (std::size_t i = 0; i < m.parts.size(); ++i) {
      replace(at, m.parts[i],
              [i](Ranks& ranks, const Place& p) -> Block& { return MessageAt(ranks, p).parts[i]; });
    }
  });
  ForEach(problem, &OpenRound::steps, [&](const Place& at, const Step& step) {
    replace(at, step.from,
            [](Ranks& ranks, const Place& p) -> Block& { return StepAt(ranks, p).from; });
    replace(at, step.into,
            [](Ranks& ranks, const Place& p) -> Block& { return StepAt(ranks, p).into; });
  });
  return all;
}

std::vector<Mutation> ShiftedBlock(const Problem& problem) { return Replaced(problem, Shifted); }
std::vector<Mutation> WrongBuffer(const Problem& problem) { return Replaced(problem, Elsewhere); }

std::vector<Mutation> DroppedSteps(const Problem& problem, Step::Kind kind) {
  std::vector<Mutation> all;
  ForEachStep(problem, kind, [&](const Place& at, const Step& step) {
    if (Same(problem, at.rank, step.from, step.into)) return;
    all.push_back([at](Ranks& ranks) { Erase(RoundAt(ranks, at).steps, at.index); });
  });
  return all;
}

std::vector<Mutation> DroppedCopy(const Problem& problem) {
  return DroppedSteps(problem, Step::Kind::kCopy);
}
std::vector<Mutation> DroppedReduce(const Problem& problem) {
  return DroppedSteps(problem, Step::Kind::kReduce);
}

std::vector<Mutation> DoubledReduce(const Problem& problem) {
  std::vector<Mutation> all;
  ForEachStep(problem, Step::Kind::kReduce, [&](const Place& at, const Step& step) {
    all.push_back([at, step](Ranks& ranks) { Insert(RoundAt(ranks, at).steps, at.index, step); });
  });
  return all;
}

constexpr std::array kKinds = {
    MutationKind{"dropped side of a message", DroppedSide, true},
    MutationKind{"dropped message", DroppedMessage, false},
    MutationKind{"changed peer", ChangedPeer, true},
    MutationKind{"exchanged messages", ExchangedMessages, false},
    MutationKind{"exchanged parts", ExchangedParts, true},
    MutationKind{"exchanged rounds", ExchangedRounds, false},
    MutationKind{"joined rounds", JoinedRounds, false},
    MutationKind{"shifted block", ShiftedBlock, false},
    MutationKind{"wrong buffer", WrongBuffer, false},
    MutationKind{"dropped copy", DroppedCopy, false},
    MutationKind{"dropped reduce", DroppedReduce, false, true},
    MutationKind{"doubled reduce", DoubledReduce, true, true},
    MutationKind{"exchanged operands", ExchangedOperands, true, true},
};

}  // namespace

OpenSchedule Open(const Schedule& schedule) {
  OpenSchedule rounds;
  for (std::size_t i = 0; i < schedule.rounds(); ++i) {
    const Round round = schedule.round(i);
    OpenRound& open = rounds.emplace_back();
    for (const Message& m : round.messages) {
      const auto parts = schedule.PartsOf(m);
      open.messages.push_back({m.side, m.peer, {parts.begin(), parts.end()}});
    }
    open.steps.assign(round.steps.begin(), round.steps.end());
  }
  return rounds;
}

Schedule Close(const OpenSchedule& rounds) {
  Schedule schedule;
  for (const auto& [messages, steps] : rounds) {
    for (const auto& [side, peer, parts] : messages) {
      side == Message::Side::kSend ? schedule.Send(peer, parts) : schedule.Receive(peer, parts);
    }
    for (const auto& [kind, from, into] : steps) {
      kind == Step::Kind::kCopy ? schedule.Copy(from, into) : schedule.Reduce(from, into);
    }
    schedule.NextRound();
  }
  return schedule;
}

std::span<const MutationKind> MutationKinds() { return kKinds; }

// Turns into = from (op) into around: becomes into = into (op) from, by way of fresh scratch
// memory. In reduce_scatter the scratch block lies where elements have the block's size.
std::vector<Mutation> ExchangedOperands(const Problem& problem) {
  std::vector<Mutation> all;
  ForEachStep(problem, Step::Kind::kReduce, [&](const Place& at, const Step& step) {
    const std::int64_t p = problem.shape.ranks;
    const std::int64_t used = Length(problem, at.rank, Buffer::kScratch);
    const std::int64_t size =
        SizeClass(problem.collective, problem.shape, static_cast<Rank>(at.rank), step.from.buffer,
                  step.from.first);
    const Block fresh = Scratch((used + p - 1) / p * p + size, step.from.count);
    all.push_back([at, step, fresh](Ranks& ranks) {
      auto& steps = RoundAt(ranks, at).steps;
      steps[at.index] = {Step::Kind::kCopy, fresh, step.into};
      Insert(steps, at.index, {Step::Kind::kReduce, step.into, fresh});
      Insert(steps, at.index, {Step::Kind::kCopy, step.from, fresh});
    });
  });
  return all;
}

}  // namespace colltune
