#include "algorithms/verify/symbolic_memory.h"

#include <algorithm>

namespace colltune {

SymbolicMemory::SymbolicMemory(Collective collective, const Shape& shape, Rank rank,
                               std::int64_t scratch, OperandSets& operands)
    : buffers_(BuffersOf(collective, shape, rank)),
      scratch_(buffers_.scratch ? scratch : 0),
      output_ends_input_(buffers_.shared && collective == Collective::kReduceScatter) {
  const std::size_t input = Index(buffers_.input);
  const std::size_t output = Index(buffers_.output);
  // In place both buffers lie in the memory of the longer one. In reduce_scatter blocks differ in
  // size, so the elements of one buffer are not elements of the other. Both buffers are then kept
  // apart.
  const bool share = buffers_.shared && !output_ends_input_;
  const std::size_t both = share ? std::max(input, output) : input + output;
  begin_[static_cast<std::size_t>(Buffer::kInput)] = share ? Index(buffers_.input_at) : 0;
  begin_[static_cast<std::size_t>(Buffer::kOutput)] = share ? Index(buffers_.output_at) : input;
  begin_[static_cast<std::size_t>(Buffer::kScratch)] = both;
  cells_.resize(both + Index(scratch_));

  const bool broadcast = collective == Collective::kBcast;  // whose input is the root's output
  const Block given =
      broadcast ? Output(0, rank == shape.root ? buffers_.output : 0) : Input(0, buffers_.input);
  const OperandSets::Id mine = operands.Range(rank, rank);
  for (std::int64_t e = 0; e < given.count; ++e) cells_[Cell(given) + Index(e)] = {e, mine};
}

std::int64_t SymbolicMemory::Length(Buffer buffer) const {
  switch (buffer) {
    case Buffer::kInput:
      return buffers_.input;
    case Buffer::kOutput:
      return buffers_.output;
    case Buffer::kScratch:
      return scratch_;
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
  if (output_ends_input_ && block.buffer == Buffer::kOutput) {
    std::fill_n(cells_.begin(), buffers_.input, Value{});
  }
  cells_[Cell(block) + Index(i)] = value;
}

bool SymbolicMemory::Overlap(const Block& a, const Block& b) const {
  if (a.count == 0 || b.count == 0) return false;
  const std::size_t first_a = Cell(a);
  const std::size_t first_b = Cell(b);
  return first_a < first_b + Index(b.count) && first_b < first_a + Index(a.count);
}

}  // namespace colltune
