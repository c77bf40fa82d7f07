// All-to-all in two levels: within a site (or host, where there is but one site) each rank gets all
// that its lane has to get from the group, and then the ranks of a lane exchange it.
//
// In alltoallv and alltoallw blocks travel in slots of the size of the largest one
// (phases/padded.h): ranks agree on that size first, by an allreduce of 8 bytes.
//
// Source: Träff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication"
// (CLUSTER 2020), full-lane alltoall; for blocks of unequal sizes see also arXiv 2601.17606.
// Cost for s groups of q ranks and blocks of m bytes, LogGP: that of the flat exchange (flat.cc) of
// q ranks with blocks of s m bytes and that of s ranks with blocks of q m bytes, instead of s q
// ranks; and copies of (3 s q + s + q) m bytes. A block is sent twice. In slots m is that of the
// largest block, and 4 bytes; the allreduce takes ceil(log_2 p) alpha more.
#include "algorithms/algorithm.h"
#include "algorithms/phases/padded.h"
#include "algorithms/registry.h"
#include "algorithms/topology/lanes.h"
#include "algorithms/topology/two_level.h"

namespace colltune {
namespace {

/// Adds the flat exchange of a party, with blocks of `count` elements that lie in scratch memory
/// from `out` on, and come to lie from `in` on.
void AppendExchangeOf(const Subgroup& party, int count, int out, int in, Schedule& schedule) {
  const Algorithm& flat = *FindAlgorithm(Collective::kAlltoall, "flat");
  schedule.Append(BuildAmong(party, flat, Shape{}, {}), [=](const Block& block) {
    const int all = block.buffer == Buffer::kInput ? out : in;
    return Scratch(all + block.first * count, count);
  });
}

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Lanes grid(*shape.places, rank);
  const int s = grid.groups();
  const int q = grid.lanes();
  // Two halves of scratch memory: blocks as they are sent, and as they arrive.
  const int out = 0;
  const int in = s * q;
  Schedule schedule;
  const auto copy_each = [&](const auto& from, const auto& into) {
    for (int g = 0; g < s; ++g) {
      for (int l = 0; l < q; ++l) schedule.Copy(from(g, l), into(g, l));
    }
  };
  copy_each([&](int g, int l) { return Input(grid.At(g, l), 1); },
            [&](int g, int l) { return Scratch(out + l * s + g, 1); });
  AppendExchangeOf(grid.Group(), s, out, in, schedule);
  copy_each([&](int g, int l) { return Scratch(in + l * s + g, 1); },
            [&](int g, int l) { return Scratch(out + g * q + l, 1); });
  AppendExchangeOf(grid.Lane(), q, out, in, schedule);
  copy_each([&](int g, int l) { return Scratch(in + g * q + l, 1); },
            [&](int g, int l) { return Output(grid.At(g, l), 1); });
  return schedule;
}

Algorithm PaddedTwoLevelLanes(Collective collective) {
  return {
      .collective = collective,
      .name = "two_level_lanes",
      .summary =
          "two_level_lanes of alltoall, in slots as large as the largest block; flat above a limit",
      .source = "Träff & Hunold 2020",
      .parameters = {Padded()},
      .limits = {kKnownPlaces, kEqualLevels},
      .build = Padded<Build>,
  };
}

}  // namespace

Algorithm AlltoallTwoLevelLanes() {
  return {
      .collective = Collective::kAlltoall,
      .name = "two_level_lanes",
      .summary = "within each site or host, then among ranks of equal number in them",
      .source = "Träff & Hunold 2020",
      .parameters = {},
      .limits = {kKnownPlaces, kEqualLevels},
      .build = Build,
  };
}

Algorithm AlltoallvTwoLevelLanes() { return PaddedTwoLevelLanes(Collective::kAlltoallv); }

Algorithm AlltoallwTwoLevelLanes() { return PaddedTwoLevelLanes(Collective::kAlltoallw); }

}  // namespace colltune
