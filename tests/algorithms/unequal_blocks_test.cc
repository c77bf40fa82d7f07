// Alltoallv and alltoallw of blocks that differ in both directions between two ranks, by every
// algorithm: some blocks empty, some so long that no algorithm pads them.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "algorithms/agreement.h"
#include "algorithms/registry.h"
#include "algorithms/run/calls.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

/// Items from one rank to another, as a function of both.
using Sizes = int (*)(Rank from, Rank to);

int Short(Rank from, Rank to) { return (5 * from + 3 * to) % 7; }
int SomeLong(Rank from, Rank to) { return from == 0 && to == 1 ? 5000 : Short(from, to); }
int FromTheLastOnly(Rank from, Rank to) { return from == SizeOf(MPI_COMM_WORLD) - 1 ? to + 1 : 0; }
int None(Rank /*from*/, Rank /*to*/) { return 0; }

constexpr Sizes kSizes[] = {Short, SomeLong, FromTheLastOnly, None};

/// Item `i` from one rank to another.
int Item(Rank from, Rank to, int i) { return (from * 100 + to) * 10'000 + i; }

class UnequalBlocks : public testing::Test {
 protected:
  const int ranks = SizeOf(MPI_COMM_WORLD);
  const Rank rank = RankIn(MPI_COMM_WORLD);
  Runner runner{MPI_COMM_WORLD, TestingPlaces(ranks)};

  std::vector<Choice> Choices(Collective collective) const {
    std::vector<Choice> choices;
    for (const Algorithm& algorithm : Algorithms(collective)) {
      for (const std::int64_t k : {2, 3}) {
        Choice choice = StandardChoice(algorithm);
        if (choice.parameters.k > 0) choice.parameters.k = k;
        const Shape shape{.ranks = ranks, .places = runner.places()};
        const bool is_new = choices.empty() || choices.back() != choice;
        if (is_new && Declines(choice, shape).empty()) choices.push_back(choice);
      }
    }
    return choices;
  }

  /// Choices that keep blocks of kSizes, Short, in slots.
  std::vector<Choice> ChoicesInSlots(Collective collective) const {
    std::vector<Choice> choices = Choices(collective);
    std::erase_if(choices, [](const Choice& choice) { return !Agrees(choice); });
    return choices;
  }
};

/// Blocks of ints to or from each rank, one after another with an int between them.
template <typename Counts, typename Displacements>
struct Blocks {
  template <typename Size>
  Blocks(int ranks, Size size) {
    Displacements end = 0;
    for (Rank r = 0; r < ranks; ++r) {
      counts.push_back(size(r));
      places.push_back(end);
      end += size(r) + 1;
    }
    items.assign(static_cast<std::size_t>(end), -1);
  }

  /// Returns the first item from or to a rank.
  int* At(Rank r) { return items.data() + places[static_cast<std::size_t>(r)]; }

  std::vector<Counts> counts;
  std::vector<Displacements> places;
  std::vector<int> items;
};

template <typename Counts, typename Displacements>
struct Exchange {
  Exchange(int ranks, Rank self, Sizes size)
      : sent(ranks, [&](Rank to) { return size(self, to); }),
        got(ranks, [&](Rank from) { return size(from, self); }),
        want(got) {
    for (Rank r = 0; r < ranks; ++r) {
      for (int i = 0; i < size(self, r); ++i) sent.At(r)[i] = Item(self, r, i);
      for (int i = 0; i < size(r, self); ++i) want.At(r)[i] = Item(r, self, i);
    }
  }

  int Perform(Runner& runner, const Choice& choice) {
    return Alltoallv(runner, choice, sent.items.data(), sent.counts.data(), sent.places.data(),
                     MPI_INT, got.items.data(), got.counts.data(), got.places.data(), MPI_INT);
  }

  Blocks<Counts, Displacements> sent, got, want;
};

using IntExchange = Exchange<int, int>;

TEST_F(UnequalBlocks, ArriveAsAlltoallv) {
  for (const Choice& choice : Choices(Collective::kAlltoallv)) {
    for (const Sizes size : kSizes) {
      IntExchange exchange(ranks, rank, size);
      EXPECT_EQ(exchange.Perform(runner, choice), MPI_SUCCESS) << ToText(choice);
      EXPECT_EQ(exchange.got.items, exchange.want.items) << ToText(choice) << ", rank " << rank;
      Exchange<MPI_Count, MPI_Aint> large(ranks, rank, size);
      EXPECT_EQ(large.Perform(runner, choice), MPI_SUCCESS) << ToText(choice);
      EXPECT_EQ(large.got.items, large.want.items) << ToText(choice) << ", large counts";
    }
  }
}

// Even ranks send items of two ints with a hole between, odd ranks receive as such; empty blocks
// have no type.
TEST_F(UnequalBlocks, ArriveAsAlltoallwOfOtherTypes) {
  MPI_Datatype pair = MPI_DATATYPE_NULL;
  PMPI_Type_vector(2, 1, 2, MPI_INT, &pair);
  PMPI_Type_commit(&pair);
  // The blocks of a rank: of pairs, or of twice as many ints.
  const auto perform = [&](const Choice& choice, Sizes size) {
    const auto arguments = [&](const std::vector<int>& pairs, bool has_holes, auto& counts,
                               auto& places, auto& types) {
      int end = 0;
      for (const int count : pairs) {
        counts.push_back(has_holes ? count : 2 * count);
        places.push_back(end * static_cast<int>(sizeof(int)));
        types.push_back(count == 0 ? MPI_DATATYPE_NULL : has_holes ? pair : MPI_INT);
        end += 3 * count;  // the extent of a pair is 3 ints
      }
      return end;
    };
    std::vector<int> to, from;
    for (Rank r = 0; r < ranks; ++r) {
      to.push_back(size(rank, r));
      from.push_back(size(r, rank));
    }
    std::vector<int> send_counts, send_places, receive_counts, receive_places;
    std::vector<MPI_Datatype> send_types, receive_types;
    const bool sends_holes = rank % 2 == 0;
    std::vector<int> sent(
        static_cast<std::size_t>(arguments(to, sends_holes, send_counts, send_places, send_types)));
    std::vector<int> got(static_cast<std::size_t>(arguments(from, !sends_holes, receive_counts,
                                                            receive_places, receive_types)),
                         -1);
    std::vector<int> want = got;
    const auto fill = [&](std::vector<int>& items, Rank r, int place, int pairs, bool has_holes,
                          bool out) {
      for (int i = 0; i < 2 * pairs; ++i) {
        const int at =
            place / static_cast<int>(sizeof(int)) + (has_holes ? i / 2 * 3 + i % 2 * 2 : i);
        items[static_cast<std::size_t>(at)] = out ? Item(rank, r, i) : Item(r, rank, i);
      }
    };
    for (Rank r = 0; r < ranks; ++r) {
      const auto at = static_cast<std::size_t>(r);
      fill(sent, r, send_places[at], to[at], sends_holes, true);
      fill(want, r, receive_places[at], from[at], !sends_holes, false);
    }
    EXPECT_EQ(Alltoallw(runner, choice, sent.data(), send_counts.data(), send_places.data(),
                        send_types.data(), got.data(), receive_counts.data(), receive_places.data(),
                        receive_types.data()),
              MPI_SUCCESS)
        << ToText(choice);
    EXPECT_EQ(got, want) << ToText(choice) << ", rank " << rank;
  };
  for (const Choice& choice : Choices(Collective::kAlltoallw)) {
    for (const Sizes size : kSizes) perform(choice, size);
  }
  PMPI_Type_free(&pair);
}

int ClassOf(int code) {
  int error_class = MPI_SUCCESS;
  PMPI_Error_class(code, &error_class);
  return error_class;
}

// Rank 1 expects another number of items of rank 0 than it sends. All other blocks arrive, no rank
// waits for ever, and the next call is right.
TEST_F(UnequalBlocks, AreAnErrorWhereTheirReceiverExpectsOthers) {
  if (ranks < 2) GTEST_SKIP() << "nobody else";
  for (const Choice& choice : ChoicesInSlots(Collective::kAlltoallv)) {
    for (const int more : {-1, 1, 1000}) {
      IntExchange exchange(ranks, rank, [](Rank /*from*/, Rank /*to*/) { return 3; });
      std::vector<int> room(2000, -1);
      if (rank == 1) {
        exchange.got.counts[0] += more;
        exchange.got.places[0] = static_cast<int>(exchange.got.items.size());
        exchange.got.items.insert(exchange.got.items.end(), room.begin(), room.end());
        exchange.want.items.insert(exchange.want.items.end(), room.begin(), room.end());
        std::fill_n(exchange.want.At(0), 3, -1);
      }
      const int code = exchange.Perform(runner, choice);
      EXPECT_EQ(ClassOf(code), rank != 1  ? MPI_SUCCESS
                               : more < 0 ? MPI_ERR_TRUNCATE
                                          : MPI_ERR_OTHER)
          << ToText(choice) << ", " << more << " more, rank " << rank;
      EXPECT_EQ(exchange.got.items, exchange.want.items) << ToText(choice) << ", rank " << rank;
      IntExchange next(ranks, rank, Short);
      EXPECT_EQ(next.Perform(runner, choice), MPI_SUCCESS) << ToText(choice);
      EXPECT_EQ(next.got.items, next.want.items) << ToText(choice);
    }
  }
}

// Rank 0 alone sends a block above the limit, to a rank that expects a short one: all ranks know of
// it, and send each block by itself. On MPICH such an error is raised on MPI_COMM_WORLD.
#ifndef COLLTUNE_SMPI  // which does not report truncation
TEST_F(UnequalBlocks, AboveTheLimitOnOneRankAreKnownToAll) {
  if (ranks < 2) GTEST_SKIP() << "nobody else";
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (const Choice& choice : ChoicesInSlots(Collective::kAlltoallv)) {
    IntExchange exchange(ranks, rank,
                         [](Rank from, Rank to) { return from == 0 && to == 1 ? 5000 : 3; });
    if (rank == 1) exchange.got.counts[0] = 3;
    EXPECT_EQ(ClassOf(exchange.Perform(runner, choice)), rank == 1 ? MPI_ERR_TRUNCATE : MPI_SUCCESS)
        << ToText(choice) << ", rank " << rank;
    IntExchange next(ranks, rank, Short);
    EXPECT_EQ(next.Perform(runner, choice), MPI_SUCCESS) << ToText(choice);
    EXPECT_EQ(next.got.items, next.want.items) << ToText(choice);
  }
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}
#endif

TEST_F(UnequalBlocks, NeedMemoryForTheLargestOnly) {
  for (const Choice& choice : ChoicesInSlots(Collective::kAlltoallv)) {
    Choice wide = choice;
    wide.parameters.padded = kMostParameter;
    IntExchange exchange(ranks, rank, SomeLong);
    EXPECT_EQ(exchange.Perform(runner, wide), MPI_SUCCESS) << ToText(wide);
    EXPECT_EQ(exchange.got.items, exchange.want.items) << ToText(wide);
  }
}

}  // namespace
}  // namespace colltune
