// Broadcast, scatter, gather and barrier: MPI-3.1, sections 5.3 to 5.6.
//
// Ranks may describe the same data by different counts and types; only the number of bytes is
// common to all. So divided blocks, and blocks in scratch memory, are packed bytes.
#include <bit>
#include <limits>
#include <numeric>

#include "algorithms/run/calls.h"
#include "algorithms/run/packing.h"

namespace colltune {
namespace {

/// Calls `pack` with the items of a message in portions whose bytes an int counts. Returns the
/// first error of `pack`, or MPI_SUCCESS.
template <typename Portion>
int InPortions(Count count, std::int64_t size, const Portion& pack) {
  const Count most = std::numeric_limits<int>::max() / size;
  int error = MPI_SUCCESS;
  for (Count done = 0; done < count && error == MPI_SUCCESS; done += most) {
    error = pack(done, static_cast<int>(std::min(count - done, most)));
  }
  return error;
}

/// Performs a broadcast whose message is divided anywhere between two bytes.
int BcastBytes(Runner& runner, const Choice& choice, void* buffer, Count count, MPI_Datatype type,
               Rank root) {
  const std::int64_t size = TypeSize(type);
  const std::int64_t bytes = count * size;
  const bool direct = bytes == 0 || IsPacked(type);
  void* const data = direct ? buffer : runner.Staging(bytes);
  const auto address = [&](Count item) {
    return static_cast<char*>(buffer) + item * TypeExtent(type);
  };
  const auto portion = [&](Count item) { return static_cast<std::byte*>(data) + item * size; };
  int error = MPI_SUCCESS;  // after an error the others still get a message
  if (!direct && runner.rank() == root) {
    error = InPortions(count, size, [&](Count first, int items) {
      return Pack(address(first), items, type, portion(first), static_cast<int>(items * size),
                  runner.comm());
    });
  }
  Operands operands;
  operands.output = BufferView(data, 1, MPI_PACKED);
  const int code =
      runner.Run(choice, {.ranks = runner.ranks(), .root = root, .elements = bytes}, operands);
  if (error == MPI_SUCCESS) error = code;
  if (!direct && runner.rank() != root && error == MPI_SUCCESS) {
    error = InPortions(count, size, [&](Count first, int items) {
      return Unpack(portion(first), static_cast<int>(items * size), address(first), items, type,
                    runner.comm());
    });
  }
  return error;
}

/// Returns scratch memory for blocks that a rank keeps for others, as packed bytes.
BufferView PackedBlocks(std::int64_t count, MPI_Datatype type) {
  return BufferView(nullptr, count * TypeSize(type), MPI_PACKED);
}

/// Returns the block size by which a root orders its scatter: the mean of the blocks, rounded down
/// to a power of two. One schedule is kept for each such size.
Bytes MeanBlock(Count items, int ranks, MPI_Datatype type) {
  const auto mean = static_cast<std::uint64_t>(items * TypeSize(type) / ranks);
  return Bytes{static_cast<std::int64_t>(std::bit_floor(mean))};
}

}  // namespace

int Bcast(Runner& runner, const Choice& choice, void* buffer, Count count, MPI_Datatype type,
          Rank root) {
  if (choice.algorithm->divides) return BcastBytes(runner, choice, buffer, count, type, root);
  Operands operands;
  operands.output = BufferView(buffer, count, type);
  return runner.Run(choice, {.ranks = runner.ranks(), .root = root}, operands);
}

int Scatter(Runner& runner, const Choice& choice, const void* send, Count send_count,
            MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type,
            Rank root) {
  Operands operands;
  const bool in_place = receive == MPI_IN_PLACE;
  Shape shape{.ranks = runner.ranks(), .root = root, .in_place = in_place};
  if (runner.rank() == root) {
    shape.element = MeanBlock(send_count, 1, send_type);
    operands.input = BufferView(const_cast<void*>(send), send_count, send_type);
    operands.scratch = PackedBlocks(send_count, send_type);
  } else {
    operands.scratch = PackedBlocks(receive_count, receive_type);
  }
  operands.output =
      in_place ? BufferView(ItemAddress(send, root * send_count, send_type), send_count, send_type)
               : BufferView(receive, receive_count, receive_type);
  return runner.Run(choice, shape, operands);
}

template <typename Counts, typename Places>
int Scatterv(Runner& runner, const Choice& choice, const void* send, const Counts* send_counts,
             const Places* displacements, MPI_Datatype send_type, void* receive,
             Count receive_count, MPI_Datatype receive_type, Rank root) {
  Operands operands;
  const bool in_place = receive == MPI_IN_PLACE;
  const ElementTable blocks = ElementTable::Scattered(send_counts, displacements);
  Shape shape{.ranks = runner.ranks(), .root = root, .in_place = in_place};
  if (runner.rank() == root) {
    operands.input = BufferView(const_cast<void*>(send), &blocks, send_type);
    const Count items = std::accumulate(send_counts, send_counts + shape.ranks, Count{0});
    shape.element = MeanBlock(items, shape.ranks, send_type);
  }
  operands.output = in_place ? BufferView(ItemAddress(send, displacements[root], send_type),
                                          send_counts[root], send_type)
                             : BufferView(receive, receive_count, receive_type);
  return runner.Run(choice, shape, operands);
}

int Gather(Runner& runner, const Choice& choice, const void* send, Count send_count,
           MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type,
           Rank root) {
  Operands operands;
  const bool in_place = send == MPI_IN_PLACE;
  if (runner.rank() == root) {
    operands.output = BufferView(receive, receive_count, receive_type);
    operands.scratch = PackedBlocks(receive_count, receive_type);
  } else {
    operands.scratch = PackedBlocks(send_count, send_type);
  }
  operands.input = in_place ? BufferView(ItemAddress(receive, root * receive_count, receive_type),
                                         receive_count, receive_type)
                            : BufferView(const_cast<void*>(send), send_count, send_type);
  return runner.Run(choice, {.ranks = runner.ranks(), .root = root, .in_place = in_place},
                    operands);
}

template <typename Counts, typename Places>
int Gatherv(Runner& runner, const Choice& choice, const void* send, Count send_count,
            MPI_Datatype send_type, void* receive, const Counts* receive_counts,
            const Places* displacements, MPI_Datatype receive_type, Rank root) {
  Operands operands;
  const bool in_place = send == MPI_IN_PLACE;
  const ElementTable blocks = ElementTable::Scattered(receive_counts, displacements);
  if (runner.rank() == root) operands.output = BufferView(receive, &blocks, receive_type);
  operands.input = in_place ? BufferView(ItemAddress(receive, displacements[root], receive_type),
                                         receive_counts[root], receive_type)
                            : BufferView(const_cast<void*>(send), send_count, send_type);
  return runner.Run(choice, {.ranks = runner.ranks(), .root = root, .in_place = in_place},
                    operands);
}

int Barrier(Runner& runner, const Choice& choice) {
  return runner.Run(choice, {.ranks = runner.ranks()}, {});
}

// Instances for MPI's counts, and for the counts of its large-count calls.
template int Scatterv(Runner&, const Choice&, const void*, const int*, const int*, MPI_Datatype,
                      void*, Count, MPI_Datatype, Rank);
template int Gatherv(Runner&, const Choice&, const void*, Count, MPI_Datatype, void*, const int*,
                     const int*, MPI_Datatype, Rank);
template int Scatterv(Runner&, const Choice&, const void*, const MPI_Count*, const MPI_Aint*,
                      MPI_Datatype, void*, Count, MPI_Datatype, Rank);
template int Gatherv(Runner&, const Choice&, const void*, Count, MPI_Datatype, void*,
                     const MPI_Count*, const MPI_Aint*, MPI_Datatype, Rank);

}  // namespace colltune
