// Broadcasts that fail, each in its own way, for a program with a registry of its own. They are
// defined under the names of registered ones, so that the linker takes them instead.
#include <cstdint>
#include <cstdlib>
#include <stdexcept>

#include "algorithms/algorithm.h"
#include "algorithms/run/schedule_cache.h"

namespace colltune {
namespace {

Rank Last(const Shape& shape) { return shape.root == shape.ranks - 1 ? 0 : shape.ranks - 1; }

/// A flat broadcast in which `rank` receives `missing` elements less than are sent to it.
Schedule Flat(const Shape& shape, Rank rank, std::int64_t missing = 0) {
  Schedule schedule;
  const std::int64_t received = shape.elements > missing ? shape.elements - missing : 0;
  if (rank != shape.root) return schedule.Receive(shape.root, Output(0, received));
  for (Rank other = 0; other < shape.ranks; ++other) {
    if (other != rank) schedule.Send(other, Output(0, shape.elements));
  }
  return schedule;
}

Schedule ErrorOnOne(const Shape& shape, Rank rank, const Parameters&) {
  return Flat(shape, rank, rank == Last(shape) ? 1 : 0);
}

Schedule ErrorOnAll(const Shape& shape, Rank rank, const Parameters&) {
  const std::int64_t half = shape.elements / 2;
  Schedule schedule;
  schedule.Receive((rank + shape.ranks - 1) % shape.ranks, Output(0, half / 2));
  return schedule.Send((rank + 1) % shape.ranks, Output(half, half));
}

Schedule ThrowsOnOne(const Shape& shape, Rank rank, const Parameters&) {
  if (rank == Last(shape)) throw std::runtime_error("no schedule for this rank");
  return Flat(shape, rank);
}

Schedule ThrowsOnAll(const Shape&, Rank, const Parameters&) {
  throw std::runtime_error("no schedule at all");
}

Schedule DeclinesLate(const Shape& shape, Rank rank, const Parameters&) {
  if (rank == Last(shape)) throw Declined("does not like this rank");
  return Flat(shape, rank);
}

Schedule WrongOnOne(const Shape& shape, Rank rank, const Parameters&) {
  Schedule schedule = Flat(shape, rank);
  if (rank != Last(shape) || shape.elements < 2) return schedule;
  return schedule.Copy(Output(shape.elements - 1, 1), Output(0, 1));
}

Schedule WrongOnAll(const Shape& shape, Rank rank, const Parameters&) {
  const std::int64_t half = shape.elements / 2;
  Schedule schedule;
  if (rank == shape.root) schedule.Copy(Output(shape.elements - half, half), Output(0, half));
  return schedule;
}

Schedule Hangs(const Shape& shape, Rank rank, const Parameters&) {
  Schedule schedule;
  if (rank == Last(shape)) schedule.Receive(shape.root, Output(0, shape.elements));
  return schedule;
}

/// Reads an address where no memory is.
Schedule Crashes(const Shape& shape, Rank rank, const Parameters&) {
  constexpr std::int64_t kFar = std::int64_t{1} << 44;
  Schedule schedule = Flat(shape, rank);
  return rank == Last(shape) ? schedule.Copy(Output(kFar, 1), Output(0, 1)) : schedule;
}

/// Ends the process of the rank by Hydra's count, but not rank 0, which also builds schedules to
/// predict them.
Schedule Exits(const Shape& shape, Rank rank, const Parameters&) {
  const char* mine = std::getenv("PMI_RANK");
  if (rank > 0 && rank == Last(shape) && mine != nullptr && std::atoi(mine) == rank) std::exit(1);
  return Flat(shape, rank);
}

Algorithm Failing(std::string_view name, Schedule (*build)(const Shape&, Rank, const Parameters&)) {
  return {.collective = Collective::kBcast,
          .name = name,
          .summary = "fails",
          .source = "none",
          .parameters = {},
          .limits = {},
          .divides = true,
          .build = build};
}

}  // namespace

// Replaces all of algorithms/bcast/mapped.cc, and four other files.
Algorithm BcastBinomialMapped() { return Failing("error_on_one", ErrorOnOne); }
Algorithm BcastBinaryMapped() { return Failing("error_on_all", ErrorOnAll); }
Algorithm BcastChainMapped() { return Failing("throws_on_one", ThrowsOnOne); }
Algorithm BcastDoubleTreeMapped() { return Failing("throws_on_all", ThrowsOnAll); }
Algorithm BcastScatterRingAllgatherMapped() { return Failing("declines_late", DeclinesLate); }
Algorithm BcastScatterRecursiveDoublingAllgatherMapped() {
  return Failing("wrong_on_one", WrongOnOne);
}
Algorithm BcastFlatNonblocking() { return Failing("wrong_on_all", WrongOnAll); }
Algorithm BcastChainBackward() { return Failing("hangs", Hangs); }
Algorithm BcastThreeLevel() { return Failing("crashes", Crashes); }
Algorithm BcastTwoLevelLanes() { return Failing("exits", Exits); }

}  // namespace colltune
