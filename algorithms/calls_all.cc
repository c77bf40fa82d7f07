// Allgather and alltoall: MPI-3.1, sections 5.7 and 5.8.
//
// As in calls_rooted.cc, blocks that are kept on the way are packed bytes.
#include "algorithms/calls.h"

namespace colltune {
namespace {

/// Scratch elements of as many bytes as `counts` items of each of `types` have, for each rank.
template <typename TypeOf>
View PackedBlocks(Runner& runner, const int* counts, const TypeOf& type_of) {
  auto& begins = runner.begins();
  begins.assign(1, 0);
  for (Rank rank = 0; rank < runner.ranks(); ++rank) {
    begins.push_back(begins.back() + counts[rank] * TypeSize(type_of(rank)));
  }
  return View::Joined(nullptr, begins.data(), runner.ranks(), MPI_PACKED);
}

void* Item(void* base, std::int64_t item, MPI_Datatype type) {
  return static_cast<char*>(base) + item * TypeExtent(type);
}

}  // namespace

int Allgather(Runner& runner, const Choice& choice, const void* send, int send_count,
              MPI_Datatype send_type, void* receive, int receive_count, MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  Operands operands;
  operands.input =
      in_place
          ? View::Uniform(Item(receive, std::int64_t{runner.rank()} * receive_count, receive_type),
                          receive_count, receive_type)
          : View::Uniform(const_cast<void*>(send), send_count, send_type);
  operands.output = View::Uniform(receive, receive_count, receive_type);
  operands.scratch = View::Uniform(nullptr, receive_count * TypeSize(receive_type), MPI_PACKED);
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

int Allgatherv(Runner& runner, const Choice& choice, const void* send, int send_count,
               MPI_Datatype send_type, void* receive, const int* receive_counts,
               const int* displacements, MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  Operands operands;
  operands.input = in_place
                       ? View::Uniform(Item(receive, displacements[runner.rank()], receive_type),
                                       receive_counts[runner.rank()], receive_type)
                       : View::Uniform(const_cast<void*>(send), send_count, send_type);
  operands.output = View::Scattered(receive, receive_counts, displacements, receive_type);
  operands.scratch = PackedBlocks(runner, receive_counts, [&](Rank) { return receive_type; });
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

int Alltoall(Runner& runner, const Choice& choice, const void* send, int send_count,
             MPI_Datatype send_type, void* receive, int receive_count, MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  Operands operands;
  operands.output = View::Uniform(receive, receive_count, receive_type);
  operands.input =
      in_place ? operands.output : View::Uniform(const_cast<void*>(send), send_count, send_type);
  operands.scratch = View::Uniform(nullptr, receive_count * TypeSize(receive_type), MPI_PACKED);
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

int Alltoallv(Runner& runner, const Choice& choice, const void* send, const int* send_counts,
              const int* send_displacements, MPI_Datatype send_type, void* receive,
              const int* receive_counts, const int* receive_displacements,
              MPI_Datatype receive_type) {
  const bool in_place = send == MPI_IN_PLACE;
  Operands operands;
  operands.output = View::Scattered(receive, receive_counts, receive_displacements, receive_type);
  operands.input = in_place ? operands.output
                            : View::Scattered(const_cast<void*>(send), send_counts,
                                              send_displacements, send_type);
  operands.scratch = PackedBlocks(runner, receive_counts, [&](Rank) { return receive_type; });
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

int Alltoallw(Runner& runner, const Choice& choice, const void* send, const int* send_counts,
              const int* send_displacements, const MPI_Datatype* send_types, void* receive,
              const int* receive_counts, const int* receive_displacements,
              const MPI_Datatype* receive_types) {
  const bool in_place = send == MPI_IN_PLACE;
  Operands operands;
  operands.output = View::Scattered(receive, receive_counts, receive_displacements, receive_types);
  operands.input = in_place ? operands.output
                            : View::Scattered(const_cast<void*>(send), send_counts,
                                              send_displacements, send_types);
  operands.scratch =
      PackedBlocks(runner, receive_counts, [&](Rank rank) { return receive_types[rank]; });
  return runner.Run(choice, {.ranks = runner.ranks(), .in_place = in_place}, operands);
}

}  // namespace colltune
