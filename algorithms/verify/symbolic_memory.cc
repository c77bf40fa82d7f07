#include "algorithms/verify/symbolic_memory.h"

#include <algorithm>

namespace colltune {

SymbolicMemory::SymbolicMemory(Collective collective, const Shape& shape, Rank rank,
                               const Schedule& schedule, OperandSets& operands)
    : cells_(collective, shape, rank, schedule), values_(cells_.count()) {
  const bool broadcast = collective == Collective::kBcast;  // whose input is the root's output
  const Block given =
      broadcast ? Output(0, rank == shape.root ? buffers().output : 0) : Input(0, buffers().input);
  const OperandSets::Id mine = operands.Range(rank, rank);
  for (std::int64_t e = 0; e < given.count; ++e)
    values_[cells_.First(given) + Index(e)] = {e, mine};
}

std::int64_t SymbolicMemory::Length(Buffer buffer) const {
  switch (buffer) {
    case Buffer::kInput:
      return buffers().input;
    case Buffer::kOutput:
      return buffers().output;
    case Buffer::kScratch:
      return cells_.scratch();
    case Buffer::kSlots:
      return cells_.slots();
    case Buffer::kParts:
      return 0;
  }
  return 0;
}

std::string SymbolicMemory::Refuses(const Block& block, bool write) const {
  if (block.count == 0) return {};
  if (block.first < 0 || block.count < 0 || block.first + block.count > Length(block.buffer)) {
    return "the block lies outside the buffer";
  }
  if (write) return block.buffer == Buffer::kInput ? "the input is written" : "";
  for (std::int64_t i = 0; i < block.count; ++i) {
    if (Read(block, i).operands == OperandSets::kEmpty) return "the block holds nothing yet";
  }
  return {};
}

void SymbolicMemory::Write(const Block& block, std::int64_t i, Value value) {
  if (cells_.output_ends_input() && block.buffer == Buffer::kOutput) {
    std::fill_n(values_.begin(), buffers().input, Value{});
  }
  values_[cells_.First(block) + Index(i)] = value;
}

bool SymbolicMemory::Overlap(const Block& a, const Block& b) const {
  if (a.count == 0 || b.count == 0) return false;
  const std::size_t first_a = cells_.First(a);
  const std::size_t first_b = cells_.First(b);
  return first_a < first_b + Index(b.count) && first_b < first_a + Index(a.count);
}

}  // namespace colltune
