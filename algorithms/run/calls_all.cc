// Allgather and alltoall: MPI-3.1, sections 5.7 and 5.8.
//
// Blocks in scratch memory are packed bytes, as in calls_rooted.cc.
#include "algorithms/run/calls.h"
#include "algorithms/run/vector_blocks.h"

namespace colltune {
namespace {

/// Returns a table of elements, one for each rank, of as many bytes as `counts` items of `type`
/// have.
template <typename Counts>
ElementTable PackedBlocks(Runner& runner, const Counts* counts, MPI_Datatype type) {
  const std::int64_t size = TypeSize(type);
  return JoinedBlocks(runner, [&](Rank rank) { return counts[rank] * size; });
}

/// Returns the bytes of `count` items. If count == 0, `type` may be MPI_DATATYPE_NULL.
std::int64_t BytesOf(Count count, MPI_Datatype type) {
  return count == 0 ? 0 : count * TypeSize(type);
}

}  // namespace

int Allgather(Runner& runner, const Choice& choice, const void* send, Count send_count,
              MPI_Datatype send_type, void* receive, Count receive_count,
              MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  Operands operands;
  operands.input =
      in_place ? BufferView(ItemAddress(receive, runner.rank() * receive_count, receive_type),
                            receive_count, receive_type)
               : BufferView(const_cast<void*>(send), send_count, send_type);
  operands.output = BufferView(receive, receive_count, receive_type);
  operands.scratch = BufferView(nullptr, receive_count * TypeSize(receive_type), MPI_PACKED);
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

template <typename Counts, typename Places>
int Allgatherv(Runner& runner, const Choice& choice, const void* send, Count send_count,
               MPI_Datatype send_type, void* receive, const Counts* receive_counts,
               const Places* displacements, MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  const ElementTable blocks = ElementTable::Scattered(receive_counts, displacements);
  const ElementTable packed = PackedBlocks(runner, receive_counts, receive_type);
  Operands operands;
  operands.input =
      in_place ? BufferView(ItemAddress(receive, displacements[runner.rank()], receive_type),
                            receive_counts[runner.rank()], receive_type)
               : BufferView(const_cast<void*>(send), send_count, send_type);
  operands.output = BufferView(receive, &blocks, receive_type);
  operands.scratch = BufferView(nullptr, &packed, MPI_PACKED);
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

int Alltoall(Runner& runner, const Choice& choice, const void* send, Count send_count,
             MPI_Datatype send_type, void* receive, Count receive_count,
             MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  Operands operands;
  operands.output = BufferView(receive, receive_count, receive_type);
  operands.input =
      in_place ? operands.output : BufferView(const_cast<void*>(send), send_count, send_type);
  operands.scratch = BufferView(nullptr, receive_count * TypeSize(receive_type), MPI_PACKED);
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

template <typename Counts, typename Places>
int Alltoallv(Runner& runner, const Choice& choice, const void* send, const Counts* send_counts,
              const Places* send_displacements, MPI_Datatype send_type, void* receive,
              const Counts* receive_counts, const Places* receive_displacements,
              MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  const ElementTable from = ElementTable::Scattered(send_counts, send_displacements);
  const ElementTable into = ElementTable::Scattered(receive_counts, receive_displacements);
  const ElementTable packed = PackedBlocks(runner, receive_counts, receive_type);
  Operands operands;
  operands.output = BufferView(receive, &into, receive_type);
  operands.input =
      in_place ? operands.output : BufferView(const_cast<void*>(send), &from, send_type);
  operands.scratch = BufferView(nullptr, &packed, MPI_PACKED);
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

template <typename Counts, typename Places>
int Alltoallw(Runner& runner, const Choice& choice, const void* send, const Counts* send_counts,
              const Places* send_displacements, const MPI_Datatype* send_types, void* receive,
              const Counts* receive_counts, const Places* receive_displacements,
              const MPI_Datatype* receive_types) {
  const bool in_place = send == MPI_IN_PLACE;
  const ElementTable from = ElementTable::Scattered(send_counts, send_displacements, send_types);
  const ElementTable into =
      ElementTable::Scattered(receive_counts, receive_displacements, receive_types);
  const ElementTable packed = JoinedBlocks(
      runner, [&](Rank rank) { return BytesOf(receive_counts[rank], receive_types[rank]); });
  Operands operands;
  operands.output = BufferView(receive, &into, MPI_DATATYPE_NULL);
  operands.input =
      in_place ? operands.output : BufferView(const_cast<void*>(send), &from, MPI_DATATYPE_NULL);
  operands.scratch = BufferView(nullptr, &packed, MPI_PACKED);
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

// Instances for MPI's counts, and for the counts of its large-count calls.
template int Allgatherv(Runner&, const Choice&, const void*, Count, MPI_Datatype, void*, const int*,
                        const int*, MPI_Datatype);
template int Alltoallv(Runner&, const Choice&, const void*, const int*, const int*, MPI_Datatype,
                       void*, const int*, const int*, MPI_Datatype);
template int Alltoallw(Runner&, const Choice&, const void*, const int*, const int*,
                       const MPI_Datatype*, void*, const int*, const int*, const MPI_Datatype*);
template int Allgatherv(Runner&, const Choice&, const void*, Count, MPI_Datatype, void*,
                        const MPI_Count*, const MPI_Aint*, MPI_Datatype);
template int Alltoallv(Runner&, const Choice&, const void*, const MPI_Count*, const MPI_Aint*,
                       MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype);
template int Alltoallw(Runner&, const Choice&, const void*, const MPI_Count*, const MPI_Aint*,
                       const MPI_Datatype*, void*, const MPI_Count*, const MPI_Aint*,
                       const MPI_Datatype*);

}  // namespace colltune
