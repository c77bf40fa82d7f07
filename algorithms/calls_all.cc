// Allgather and alltoall: MPI-3.1, sections 5.7 and 5.8.
//
// As in calls_rooted.cc, blocks that are kept on the way are packed bytes.
#include "algorithms/calls.h"
#include "algorithms/joined.h"

namespace colltune {
namespace {

/// Elements of as many bytes as `counts` items of a type have.
ElementTable PackedBlocks(Runner& runner, const int* counts, MPI_Datatype type) {
  const std::int64_t size = TypeSize(type);
  return JoinedBlocks(runner, [&](Rank rank) { return counts[rank] * size; });
}

}  // namespace

int Allgather(Runner& runner, const Choice& choice, const void* send, int send_count,
              MPI_Datatype send_type, void* receive, int receive_count, MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  Operands operands;
  operands.input =
      in_place
          ? View(ItemAddress(receive, std::int64_t{runner.rank()} * receive_count, receive_type),
                 receive_count, receive_type)
          : View(const_cast<void*>(send), send_count, send_type);
  operands.output = View(receive, receive_count, receive_type);
  operands.scratch = View(nullptr, receive_count * TypeSize(receive_type), MPI_PACKED);
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

int Allgatherv(Runner& runner, const Choice& choice, const void* send, int send_count,
               MPI_Datatype send_type, void* receive, const int* receive_counts,
               const int* displacements, MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  const ElementTable blocks = ElementTable::Scattered(receive_counts, displacements);
  const ElementTable packed = PackedBlocks(runner, receive_counts, receive_type);
  Operands operands;
  operands.input = in_place ? View(ItemAddress(receive, displacements[runner.rank()], receive_type),
                                   receive_counts[runner.rank()], receive_type)
                            : View(const_cast<void*>(send), send_count, send_type);
  operands.output = View(receive, &blocks, receive_type);
  operands.scratch = View(nullptr, &packed, MPI_PACKED);
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

int Alltoall(Runner& runner, const Choice& choice, const void* send, int send_count,
             MPI_Datatype send_type, void* receive, int receive_count, MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  Operands operands;
  operands.output = View(receive, receive_count, receive_type);
  operands.input =
      in_place ? operands.output : View(const_cast<void*>(send), send_count, send_type);
  operands.scratch = View(nullptr, receive_count * TypeSize(receive_type), MPI_PACKED);
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

int Alltoallv(Runner& runner, const Choice& choice, const void* send, const int* send_counts,
              const int* send_displacements, MPI_Datatype send_type, void* receive,
              const int* receive_counts, const int* receive_displacements,
              MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  const ElementTable from = ElementTable::Scattered(send_counts, send_displacements);
  const ElementTable into = ElementTable::Scattered(receive_counts, receive_displacements);
  const ElementTable packed = PackedBlocks(runner, receive_counts, receive_type);
  Operands operands;
  operands.output = View(receive, &into, receive_type);
  operands.input = in_place ? operands.output : View(const_cast<void*>(send), &from, send_type);
  operands.scratch = View(nullptr, &packed, MPI_PACKED);
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

int Alltoallw(Runner& runner, const Choice& choice, const void* send, const int* send_counts,
              const int* send_displacements, const MPI_Datatype* send_types, void* receive,
              const int* receive_counts, const int* receive_displacements,
              const MPI_Datatype* receive_types) {
  const bool in_place = send == MPI_IN_PLACE;
  const ElementTable from = ElementTable::Scattered(send_counts, send_displacements, send_types);
  const ElementTable into =
      ElementTable::Scattered(receive_counts, receive_displacements, receive_types);
  const ElementTable packed = JoinedBlocks(
      runner, [&](Rank rank) { return receive_counts[rank] * TypeSize(receive_types[rank]); });
  Operands operands;
  operands.output = View(receive, &into, MPI_DATATYPE_NULL);
  operands.input =
      in_place ? operands.output : View(const_cast<void*>(send), &from, MPI_DATATYPE_NULL);
  operands.scratch = View(nullptr, &packed, MPI_PACKED);
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

}  // namespace colltune
