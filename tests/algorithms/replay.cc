#include "tests/algorithms/replay.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <tuple>

#include "algorithms/buffers.h"

namespace colltune {
namespace {

constexpr Rank kAllPresent = -1;

/// The memory of one rank.
class Memory {
 public:
  Memory(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule)
      : buffers_(BuffersOf(collective, shape, rank)),
        apart_(!buffers_.shared || collective == Collective::kReduceScatter),
        spoils_(buffers_.shared && collective == Collective::kReduceScatter) {
    const std::int64_t longer =
        std::max(buffers_.input_at + buffers_.input, buffers_.output_at + buffers_.output);
    const std::int64_t both = apart_ ? buffers_.input + buffers_.output : longer;
    length_ = {buffers_.input, buffers_.output, buffers_.scratch ? schedule.scratch() : 0,
               buffers_.slots ? schedule.slots() : 0};
    begin_ = {apart_ ? 0 : buffers_.input_at, apart_ ? buffers_.input : buffers_.output_at, both,
              both + length_[2]};
    for (std::int64_t i = 0; i < both + length_[2] + length_[3]; ++i)
      cells_.push_back(Garbage(rank, i));
    const bool sends_output = collective == Collective::kBcast && rank == shape.root;
    const Block given = sends_output ? Output(0, buffers_.output) : Input(0, buffers_.input);
    for (std::int64_t e = 0; e < given.count; ++e) At(given, e) = {{rank, e}};
    input_ = Contents(Input(0, buffers_.input));
  }

  bool Has(const Block& block) const {
    return block.count == 0 ||
           (block.first >= 0 && block.first + block.count <= length_[Index(block.buffer)]);
  }
  std::int64_t Address(const Block& block) const {
    return begin_[Index(block.buffer)] + block.first;
  }
  const Term& Read(const Block& block, std::int64_t i) const {
    return cells_[static_cast<std::size_t>(Address(block) + i)];
  }
  void Write(const Block& block, std::int64_t i, const Term& term) {
    // Blocks of other sizes lie there: the rest of the input is no longer valid.
    if (spoils_ && block.buffer == Buffer::kOutput) {
      for (std::int64_t e = 0; e < buffers_.input; ++e) At(Input(0, buffers_.input), e) = {};
    }
    At(block, i) = term;
  }

  bool InputIsIntact() const {
    return buffers_.shared || Contents(Input(0, buffers_.input)) == input_;
  }
  std::vector<Term> Result() const { return Contents(Output(0, buffers_.output)); }

 private:
  static std::size_t Index(Buffer buffer) { return static_cast<std::size_t>(buffer); }
  static Term Garbage(Rank rank, std::int64_t i) { return {{-1 - rank, i}}; }
  Term& At(const Block& block, std::int64_t i) {
    return cells_[static_cast<std::size_t>(Address(block) + i)];
  }
  std::vector<Term> Contents(const Block& block) const {
    std::vector<Term> terms;
    for (std::int64_t e = 0; e < block.count; ++e) terms.push_back(Read(block, e));
    return terms;
  }

  Buffers buffers_;
  bool apart_;
  bool spoils_;
  std::array<std::int64_t, 4> length_;
  std::array<std::int64_t, 4> begin_;
  std::vector<Term> cells_;
  std::vector<Term> input_;
};

/// The elements of a message, each by itself.
using Elements = std::vector<Block>;

/// Two messages that have met.
struct Transfer {
  Rank from;
  Elements sent;
  Rank to;
  Elements into;
  bool done = false;
};

constexpr std::size_t kUnmet = static_cast<std::size_t>(-1);

struct Process {
  Memory memory;
  std::size_t round = 0;
  bool started = false;
  std::vector<std::size_t> transfers = {};  // of each message of the round
};

class Performance {
 public:
  /// `absent` never enters; its peers' sends to it are buffered, as all are then.
  Performance(Collective collective, const Shape& shape, std::span<const Schedule> schedules,
              const Timing& timing, Rank absent)
      : collective_(collective),
        shape_(shape),
        schedules_(schedules),
        timing_(timing),
        absent_(absent) {
    for (Rank rank = 0; rank < shape.ranks; ++rank) {
      processes_.push_back({{collective, shape, rank, ScheduleOf(rank)}});
    }
  }

  /// Whether every step could be performed.
  bool Run() {
    bool goes_on = true;
    while (possible_ && goes_on) {
      goes_on = false;
      for (int i = 0; i < shape_.ranks; ++i) {
        const Rank rank = timing_.last_rank_first ? shape_.ranks - 1 - i : i;
        if (rank != absent_ && !Left(rank)) goes_on |= GoOn(rank);
      }
    }
    return possible_;
  }

  bool Left(Rank rank) const { return ProcessOf(rank).round == ScheduleOf(rank).rounds(); }
  const Memory& MemoryOf(Rank rank) const { return ProcessOf(rank).memory; }

 private:
  Process& ProcessOf(Rank rank) { return processes_[static_cast<std::size_t>(rank)]; }
  const Process& ProcessOf(Rank rank) const { return processes_[static_cast<std::size_t>(rank)]; }
  const Schedule& ScheduleOf(Rank rank) const { return schedules_[static_cast<std::size_t>(rank)]; }

  bool GoOn(Rank rank) {
    Process& self = ProcessOf(rank);
    const Round round = ScheduleOf(rank).round(self.round);
    const bool starts = !self.started;
    if (starts) Start(rank, round.messages);
    for (std::size_t i = 0; i < round.messages.size(); ++i) {
      const bool buffered =
          absent_ != kAllPresent && round.messages[i].side == Message::Side::kSend;
      if (self.transfers[i] == kUnmet && !buffered) return starts;
    }
    if (timing_.last_block_first) std::ranges::reverse(self.transfers);
    for (const std::size_t transfer : self.transfers) {
      if (transfer != kUnmet) Move(transfers_[transfer]);
    }
    for (const Step& step : round.steps) Perform(rank, step);
    self.started = false;
    ++self.round;
    return possible_;
  }

  void Start(Rank rank, std::span<const Message> messages) {
    Process& self = ProcessOf(rank);
    self.started = true;
    self.transfers.assign(messages.size(), kUnmet);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const Rank peer = messages[i].peer;
      const auto parts = ScheduleOf(rank).PartsOf(messages[i]);
      possible_ &= peer >= 0 && peer < shape_.ranks && peer != rank &&
                   std::ranges::all_of(parts, [&](const Block& b) { return self.memory.Has(b); });
      if (!possible_) return;
      Elements elements;
      for (const Block& part : parts) {
        for (std::int64_t e = 0; e < part.count; ++e) elements.push_back(part.Element(e));
      }
      const bool sends = messages[i].side == Message::Side::kSend;
      auto& mine = waiting_[{rank, peer, sends}];
      auto& theirs = waiting_[{peer, rank, !sends}];
      if (theirs.empty()) {
        mine.push_back({elements, self.round, i});
        continue;
      }
      const Waiting other = theirs.front();
      theirs.pop_front();
      self.transfers[i] = transfers_.size();
      // A buffered send's rank may have gone on.
      Process& partner = ProcessOf(peer);
      if (partner.round == other.round) partner.transfers[other.message] = transfers_.size();
      transfers_.push_back(sends ? Transfer{rank, elements, peer, other.elements}
                                 : Transfer{peer, other.elements, rank, elements});
    }
  }

  std::int64_t Size(Rank rank, const Block& block, std::int64_t i) const {
    return SizeClass(collective_, shape_, rank, block.buffer, block.first + i);
  }

  void Move(Transfer& transfer) {
    if (transfer.done) return;
    transfer.done = true;
    const auto& [from, sent, to, into, done] = transfer;
    possible_ &= sent.size() == into.size();
    for (std::size_t i = 0; possible_ && i < sent.size(); ++i) {
      possible_ &= Size(from, sent[i], 0) == Size(to, into[i], 0);
      ProcessOf(to).memory.Write(into[i], 0, ProcessOf(from).memory.Read(sent[i], 0));
    }
  }

  void Perform(Rank rank, const Step& step) {
    Memory& memory = ProcessOf(rank).memory;
    const auto& [kind, from, into] = step;
    possible_ &= memory.Has(from) && memory.Has(into);
    if (!possible_) return;
    const std::int64_t distance = memory.Address(from) - memory.Address(into);
    if (distance == 0 && kind == Step::Kind::kCopy) return;
    possible_ &= distance >= from.count || -distance >= from.count;
    for (std::int64_t i = 0; possible_ && i < from.count; ++i) {
      const std::int64_t sizes[] = {Size(rank, from, i), Size(rank, into, i)};
      const bool has_slot = kind == Step::Kind::kCopy && std::ranges::count(sizes, kAnySize) > 0;
      possible_ &= has_slot || sizes[0] == sizes[1];
      Term term = memory.Read(from, i);
      if (kind == Step::Kind::kReduce) {
        const Term& right = memory.Read(into, i);
        term.insert(term.end(), right.begin(), right.end());
        if (shape_.commutative) std::ranges::sort(term);
      }
      memory.Write(into, i, term);
    }
  }

  struct Waiting {
    Elements elements;
    std::size_t round;
    std::size_t message;
  };

  const Collective collective_;
  const Shape shape_;
  const std::span<const Schedule> schedules_;
  const Timing timing_;
  const Rank absent_;
  bool possible_ = true;
  std::vector<Process> processes_;
  std::vector<Transfer> transfers_;
  std::map<std::tuple<Rank, Rank, bool>, std::deque<Waiting>> waiting_;  // of, for, sends
};

}  // namespace

std::optional<Outcome> Replay(Collective collective, const Shape& shape,
                              std::span<const Schedule> schedules, const Timing& timing) {
  Performance performance(collective, shape, schedules, timing, kAllPresent);
  if (!performance.Run()) return std::nullopt;
  Outcome outcome;
  for (Rank rank = 0; rank < shape.ranks; ++rank) {
    const Memory& memory = performance.MemoryOf(rank);
    if (!performance.Left(rank) || !memory.InputIsIntact()) return std::nullopt;
    outcome.push_back(memory.Result());
  }
  for (Rank absent = 0; collective == Collective::kBarrier && absent < shape.ranks; ++absent) {
    Performance without(collective, shape, schedules, timing, absent);
    without.Run();
    for (Rank rank = 0; rank < shape.ranks; ++rank) {
      if (rank != absent && without.Left(rank)) return std::nullopt;
    }
  }
  return outcome;
}

std::optional<Outcome> Replay(Collective collective, const Shape& shape,
                              std::span<const Schedule> schedules) {
  auto outcome = Replay(collective, shape, schedules, {false, false});
  for (const Timing& other : {Timing{false, true}, Timing{true, false}, Timing{true, true}}) {
    if (Replay(collective, shape, schedules, other) != outcome) return std::nullopt;
  }
  return outcome;
}

}  // namespace colltune
