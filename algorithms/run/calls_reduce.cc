// Reductions: MPI-3.1, sections 5.9 to 5.11. All ranks give the same type and operation. Blocks in
// scratch memory are of the caller's type, which the operation needs.
#include "algorithms/run/calls.h"
#include "algorithms/run/vector_blocks.h"

namespace colltune {
namespace {

bool Commutes(MPI_Op op) {
  int commutes = 0;
  Check(PMPI_Op_commutative(op, &commutes));
  return commutes != 0;
}

/// Shape and operands of a reduction of one block. Elements are items where the algorithm divides a
/// block, else the block is one element.
class Problem {
 public:
  Problem(const Runner& runner, const Choice& choice, Count count, MPI_Datatype type, MPI_Op op)
      : shape{.ranks = runner.ranks(), .commutative = Commutes(op)},
        each_(choice.algorithm->divides ? 1 : count),
        type_(type) {
    if (choice.algorithm->divides) {
      shape.elements = count;
      shape.element = Bytes{TypeSize(type)};
    }
    operands.op = op;
    operands.scratch = At(nullptr);
  }

  BufferView At(const void* base) const {
    return BufferView(const_cast<void*>(base), each_, type_);
  }

  Shape shape;
  Operands operands;

 private:
  std::int64_t each_;
  MPI_Datatype type_;
};

/// Performs a reduction in which every rank has one block of input and one of output.
int OfBlocks(Runner& runner, const Choice& choice, const void* send, void* receive, Count count,
             MPI_Datatype type, MPI_Op op) {
  Problem problem(runner, choice, count, type, op);
  problem.shape.in_place = send == MPI_IN_PLACE;
  problem.operands.input = problem.At(problem.shape.in_place ? receive : send);
  problem.operands.output = problem.At(receive);
  return runner.Run(choice, problem.shape, problem.operands);
}

}  // namespace

int Reduce(Runner& runner, const Choice& choice, const void* send, void* receive, Count count,
           MPI_Datatype type, MPI_Op op, Rank root) {
  Problem problem(runner, choice, count, type, op);
  problem.shape.root = root;
  problem.shape.in_place = runner.rank() == root && send == MPI_IN_PLACE;
  problem.operands.input = problem.At(problem.shape.in_place ? receive : send);
  if (runner.rank() == root) problem.operands.output = problem.At(receive);
  return runner.Run(choice, problem.shape, problem.operands);
}

int Allreduce(Runner& runner, const Choice& choice, const void* send, void* receive, Count count,
              MPI_Datatype type, MPI_Op op) {
  return OfBlocks(runner, choice, send, receive, count, type, op);
}

int Scan(Runner& runner, const Choice& choice, const void* send, void* receive, Count count,
         MPI_Datatype type, MPI_Op op) {
  return OfBlocks(runner, choice, send, receive, count, type, op);
}

int Exscan(Runner& runner, const Choice& choice, const void* send, void* receive, Count count,
           MPI_Datatype type, MPI_Op op) {
  return OfBlocks(runner, choice, send, receive, count, type, op);
}

int ReduceScatterBlock(Runner& runner, const Choice& choice, const void* send, void* receive,
                       Count count, MPI_Datatype type, MPI_Op op) {
  return OfBlocks(runner, choice, send, receive, count, type, op);
}

template <typename Counts>
int ReduceScatter(Runner& runner, const Choice& choice, const void* send, void* receive,
                  const Counts* counts, MPI_Datatype type, MPI_Op op) {
  const bool in_place = send == MPI_IN_PLACE;
  const ElementTable table = JoinedBlocks(runner, [&](Rank rank) { return counts[rank]; });
  const auto blocks = [&](const void* base) {
    return BufferView(const_cast<void*>(base), &table, type);
  };
  Operands operands;
  operands.op = op;
  operands.input = blocks(in_place ? receive : send);
  operands.output = BufferView(receive, counts[runner.rank()], type);
  operands.scratch = blocks(nullptr);
  return runner.Run(choice,
                    {.ranks = runner.ranks(), .in_place = in_place, .commutative = Commutes(op)},
                    operands);
}

// Instances for MPI's counts, and for the counts of its large-count calls.
template int ReduceScatter(Runner&, const Choice&, const void*, void*, const int*, MPI_Datatype,
                           MPI_Op);
template int ReduceScatter(Runner&, const Choice&, const void*, void*, const MPI_Count*,
                           MPI_Datatype, MPI_Op);

}  // namespace colltune
