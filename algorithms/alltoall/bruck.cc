// Bruck all-to-all with radix k: a block that has to go i ranks up goes there digit by digit of i's
// number in base k, together with all others that go the same way.
//
// Each rank first rotates its blocks so that block i has to go i ranks up. Then it takes the digit
// of each place value w = 1, k, k^2, ... in turn. For each j = 1 .. k-1 it sends the blocks whose
// digit is j to the rank j*w above, and gets as many from below in their stead. In the end block i
// has come from i ranks below; an inverse rotation puts it into its place. Blocks of one message do
// not lie together: they are packed before and unpacked after each round.
//
// In alltoallv and alltoallw blocks travel in slots of the size of the largest one
// (phases/padded.h): ranks agree on that size first, by an allreduce of 8 bytes.
//
// Source: Bruck, Ho, Kipnis, Upfal & Weathersby, "Efficient Algorithms for All-to-All
// Communications in Multiport Message-Passing Systems" (IEEE TPDS 8(11), 1997), the index
// algorithm; MPICH's MPIR_Alltoall_intra_k_brucks. Padded: Fan, Gilray, Pascucci, Huang, Micinski &
// Kumar, "Optimizing the Bruck Algorithm for Non-uniform All-to-all Communication" (HPDC 2022).
// Cost for p ranks and blocks of m bytes, Hockney: with k-1 ports ceil(log_k p) (alpha + (p/k) m
// beta), with one port ceil(log_k p) (k-1) (alpha + (p/k) m beta); and copies of 2p + 2 ceil(log_k
// p) p (k-1)/k blocks. In slots m is that of the largest block, and 4 bytes; the allreduce takes
// ceil(log_2 p) alpha more.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"
#include "algorithms/phases/padded.h"

namespace colltune {
namespace {

/// Blocks [first, first + count) of the rotated ones, and where they lie packed.
struct Run {
  int first;
  int count;
  int packed;
};

/// Blocks that travel together: those with one digit at one place value.
struct Parcel {
  int distance;
  int packed;
  int count;
};

/// The messages of the digit of place value `w`.
struct Digit {
  std::vector<Run> runs;
  std::vector<Parcel> parcels;
  int packed = 0;  // blocks in all parcels
};

Digit DigitOf(int p, std::int64_t w, std::int64_t k) {
  Digit digit;
  for (std::int64_t distance = w; distance < std::min<std::int64_t>(p, k * w); distance += w) {
    const int begin = digit.packed;
    for (std::int64_t first = distance; first < p; first += k * w) {
      const int count = static_cast<int>(std::min(w, p - first));
      digit.runs.push_back({static_cast<int>(first), count, digit.packed});
      digit.packed += count;
    }
    digit.parcels.push_back({static_cast<int>(distance), begin, digit.packed - begin});
  }
  return digit;
}

/// Appends the messages of one digit. The first p elements of scratch are the rotated blocks.
/// Behind them lie the packed blocks to be sent, and then the packed blocks that arrive.
void AppendDigit(Schedule& schedule, int p, Rank self, const Digit& digit) {
  const int out = p;
  const int in = p + digit.packed;
  for (const auto [first, count, packed] : digit.runs) {
    schedule.Copy(Scratch(first, count), Scratch(out + packed, count));
  }
  schedule.NextRound();
  for (const auto [distance, packed, count] : digit.parcels) {
    schedule.Receive(Around(self, -distance, p), Scratch(in + packed, count));
  }
  for (const auto [distance, packed, count] : digit.parcels) {
    schedule.Send(Around(self, distance, p), Scratch(out + packed, count));
  }
  for (const auto [first, count, packed] : digit.runs) {
    schedule.Copy(Scratch(in + packed, count), Scratch(first, count));
  }
}

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const int p = shape.ranks;
  Schedule schedule;
  schedule.Copy(Input(rank, p - rank), Scratch(0, p - rank));
  schedule.Copy(Input(0, rank), Scratch(p - rank, rank));
  for (std::int64_t w = 1; w < p; w *= parameters.k) {
    AppendDigit(schedule, p, rank, DigitOf(p, w, parameters.k));
  }
  for (int i = 0; i < p; ++i) schedule.Copy(Scratch(i, 1), Output(Around(rank, -i, p), 1));
  return schedule;
}

Algorithm PaddedBruck(Collective collective) {
  return {
      .collective = collective,
      .name = "bruck",
      .summary = "bruck, in slots as large as the largest block; flat if that is above a limit",
      .source =
          "Bruck et al. 1997, index; Fan, Gilray, Pascucci, Huang, Micinski & Kumar 2022, padded",
      .parameters = {Radix(2), Padded()},
      .limits = {},
      .build = Padded<Build>,
  };
}

}  // namespace

Algorithm AlltoallBruck() {
  return {
      .collective = Collective::kAlltoall,
      .name = "bruck",
      .summary = "blocks go to their rank digit by digit of the distance, many in a message",
      .source = "Bruck, Ho, Kipnis, Upfal & Weathersby 1997, index",
      .parameters = {Radix(2)},
      .limits = {},
      .build = Build,
  };
}

Algorithm AlltoallvBruck() { return PaddedBruck(Collective::kAlltoallv); }

Algorithm AlltoallwBruck() { return PaddedBruck(Collective::kAlltoallw); }

}  // namespace colltune
