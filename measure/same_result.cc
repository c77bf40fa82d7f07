#include "measure/same_result.h"

#include <algorithm>
#include <cstring>

#include "algorithms/buffers.h"
#include "algorithms/mpi/error.h"

namespace colltune {
namespace {

/// Where nothing is received, and different from what most of it gets.
constexpr std::byte kUntouched{0x5a};

// Primes: the numbers repeat after the modulus only, and sums of them on up to 2^37 ranks are
// integers that a double holds.
constexpr std::int64_t kModulus = 65521;
constexpr std::int64_t kPerRank = 7919;

void Fill(const Operation& operation, std::byte* data, std::int64_t elements, Rank rank) {
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::int64_t number = (kPerRank * (rank + 1) + i) % kModulus;
    if (operation.shape().element.count == sizeof(double)) {
      const auto value = static_cast<double>(number);
      std::memcpy(data + i * static_cast<std::int64_t>(sizeof value), &value, sizeof value);
    } else {
      data[i] = static_cast<std::byte>(number);
    }
  }
}

/// What this rank receives.
std::vector<std::byte> Received(Operation& operation, OperationMemory& memory, Rank rank) {
  const Buffers buffers = BuffersOf(operation.collective(), operation.shape(), rank);
  const std::int64_t size = buffers.output * operation.shape().element.count;
  std::fill_n(memory.receive(), size, kUntouched);
  Fill(operation, memory.send(), buffers.input, rank);
  // A broadcast's message is received where it is sent from.
  if (operation.collective() == Collective::kBcast && rank == operation.root()) {
    Fill(operation, memory.receive(), buffers.output, rank);
  }
  operation.Run();
  return {memory.receive(), memory.receive() + size};
}

}  // namespace

bool GivesTheSame(Collective collective, const Choice& choice, Bytes bytes, Rank root,
                  Runner& runner) {
  OperationMemory memory;
  Operation expected(collective, {}, bytes, root, runner, memory);
  Operation tried(collective, choice, bytes, root, runner, memory);
  int same = 0;
  try {
    const std::vector<std::byte> result = Received(expected, memory, runner.rank());
    same = Received(tried, memory, runner.rank()) == result ? 1 : 0;
  } catch (const MpiError&) {
    same = 0;
  }
  Check(PMPI_Allreduce(MPI_IN_PLACE, &same, 1, MPI_INT, MPI_MIN, runner.comm()));
  return same != 0;
}

}  // namespace colltune
