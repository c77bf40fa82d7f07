#include "tests/algorithms/problem.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"

namespace colltune {
namespace {

using Fill = TypeCase::Fill;

/// Bytes around each buffer, which only types with a negative lower bound may touch.
constexpr std::size_t kMargin = 64;

/// 2 x 2 matrices of whole numbers modulo a prime: their product depends on the order.
constexpr std::int64_t kPrime = 10007;

struct Matrix {
  std::array<int, 4> a;
};

void Multiply(const Matrix& left, Matrix& right) {
  const auto& l = left.a;
  const std::array<int, 4> r = right.a;
  const auto entry = [&](std::size_t row, std::size_t column) {
    return static_cast<int>(
        (std::int64_t{l[2 * row]} * r[column] + std::int64_t{l[2 * row + 1]} * r[column + 2]) %
        kPrime);
  };
  right.a = {entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)};
}

/// Applies `apply` to each item of four ints, at the offsets that the type's bounds give.
template <typename Apply>
void ForEachItem(void* in, void* inout, const int* length, MPI_Datatype* type, Apply apply) {
  MPI_Aint bound = 0;
  MPI_Aint extent = 0;
  PMPI_Type_get_extent(*type, &bound, &extent);
  for (int i = 0; i < *length; ++i) {
    apply(static_cast<char*>(in) + i * extent, static_cast<char*>(inout) + i * extent);
  }
}

void MultiplyDense(void* in, void* inout, int* length, MPI_Datatype* type) {
  ForEachItem(in, inout, length, type, [](void* left, void* right) {
    Matrix product;
    std::memcpy(&product, right, sizeof product);
    Matrix factor;
    std::memcpy(&factor, left, sizeof factor);
    Multiply(factor, product);
    std::memcpy(right, &product, sizeof product);
  });
}

constexpr std::array<MPI_Aint, 4> kSpreadPlaces = {-8, 4, 8, 20};

/// Multiplies matrices whose ints lie apart, the first int before the item.
[[maybe_unused]] void MultiplySpread(void* in, void* inout, int* length, MPI_Datatype* type) {
  ForEachItem(in, inout, length, type, [](char* left, char* right) {
    Matrix product;
    Matrix factor;
    for (std::size_t i = 0; i < 4; ++i) {
      std::memcpy(&factor.a[i], left + kSpreadPlaces[i], sizeof(int));
      std::memcpy(&product.a[i], right + kSpreadPlaces[i], sizeof(int));
    }
    Multiply(factor, product);
    for (std::size_t i = 0; i < 4; ++i) {
      std::memcpy(right + kSpreadPlaces[i], &product.a[i], sizeof(int));
    }
  });
}

[[maybe_unused]] void AddSpread(void* in, void* inout, int* length, MPI_Datatype* type) {
  ForEachItem(in, inout, length, type, [](char* left, char* right) {
    for (const MPI_Aint place : kSpreadPlaces) {
      int sum = 0;
      int term = 0;
      std::memcpy(&sum, right + place, sizeof sum);
      std::memcpy(&term, left + place, sizeof term);
      sum = static_cast<int>((std::int64_t{sum} + term) % kPrime);
      std::memcpy(right + place, &sum, sizeof sum);
    }
  });
}

/// Frees the types and operations of the problems, while there still is an MPI to do so.
class Handles : public testing::Environment {
 public:
  void TearDown() override {
    for (MPI_Datatype& type : types) PMPI_Type_free(&type);
    for (MPI_Op& op : ops) PMPI_Op_free(&op);
  }

  std::vector<MPI_Datatype> types;
  std::vector<MPI_Op> ops;
};

Handles& handles = *new Handles;
const testing::Environment* const registered = testing::AddGlobalTestEnvironment(&handles);

template <typename Make>
MPI_Datatype Made(Make make) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  make(&type);
  PMPI_Type_commit(&type);
  handles.types.push_back(type);
  return type;
}

[[maybe_unused]] MPI_Datatype Spread() {
  return Made([](MPI_Datatype* t) {
    PMPI_Type_create_hindexed_block(4, 1, kSpreadPlaces.data(), MPI_INT, t);
  });
}

MPI_Op MakeOp(MPI_User_function* function, bool commutes) {
  MPI_Op op = MPI_OP_NULL;
  PMPI_Op_create(function, commutes ? 1 : 0, &op);
  handles.ops.push_back(op);
  return op;
}

/// One call's arguments on this rank.
class Call {
 public:
  Call(const Problem& problem, MPI_Comm comm)
      : problem_(problem),
        case_(Reduces(problem.collective) ? ReducedTypes()[problem.type]
                                          : MovedTypes()[problem.type]),
        comm_(comm),
        ranks_(SizeOf(comm)),
        rank_(RankIn(comm)) {
    MPI_Aint bound = 0;
    PMPI_Type_get_extent(case_.type, &bound, &extent_);
    // Blocks of different size, some of them empty, with gaps between them and the last block
    // first. The blocks of a pair of ranks are alike in both directions.
    for (Rank r = 0; r < ranks_; ++r) {
      sizes_.push_back(problem.count * (r % 3));
      pair_sizes_.push_back(problem.count * ((r + rank_) % 3));
    }
    places_.resize(sizes_.size());
    int end = 0;
    for (auto r = sizes_.size(); r-- > 0;) {
      places_[r] = end;
      end += 2 * problem.count + 1;
    }
    for (const int place : places_) byte_places_.push_back(place * static_cast<int>(extent_));
    types_.assign(sizes_.size(), case_.type);
    Fill(send_, 1);
    Fill(receive_, 2);
  }

  int Perform(Runner* runner);

  /// Says how this call's memory differs from that of `expected`, another call of the same problem.
  std::string Difference(const Call& expected) const;

 private:
  /// Fills megabytes for each rank in a large problem: four bytes at a time, in copies whose size
  /// the compiler knows.
  static void FillBytes(std::vector<std::byte>& memory, std::uint64_t seed) {
    // Knuth's generator MMIX, of which the upper half is good.
    std::linear_congruential_engine<std::uint64_t, 6364136223846793005, 1442695040888963407, 0>
        random(seed);
    constexpr std::size_t kWord = sizeof(std::uint32_t);
    const auto word = [&] { return static_cast<std::uint32_t>(random() >> 32); };
    const std::size_t rest = memory.size() % kWord;
    std::byte* const end = memory.data() + memory.size() - rest;
    for (std::byte* at = memory.data(); at != end; at += kWord) {
      const std::uint32_t value = word();
      std::memcpy(at, &value, kWord);
    }
    const std::uint32_t last = word();
    std::memcpy(end, &last, rest);
  }

  void Fill(std::vector<std::byte>& memory, unsigned stream) {
    const std::size_t items = static_cast<std::size_t>(2 * problem_.count + 1) * sizes_.size();
    memory.resize(items * static_cast<std::size_t>(extent_) + 2 * kMargin);
    std::minstd_rand random(1000 * stream + static_cast<unsigned>(rank_) + 1);
    random.discard(10);
    std::byte* const base = memory.data() + kMargin;
    const std::byte* const end = memory.data() + memory.size();
    const auto put = [&](auto value, std::byte* at) { std::memcpy(at, &value, sizeof value); };
    switch (case_.fill) {
      case Fill::kBytes:
        FillBytes(memory, random());
        break;
      case Fill::kInts:
        for (std::byte* at = memory.data(); at + sizeof(int) <= end; at += sizeof(int)) {
          put(static_cast<int>(random() % kPrime), at);
        }
        break;
      case Fill::kDoubles:
        for (std::byte* at = base; at + sizeof(double) <= end; at += sizeof(double)) {
          put(std::generate_canonical<double, 53>(random) - 0.5, at);
        }
        break;
      case Fill::kDoubleInts:
        for (std::byte* at = base; at + extent_ <= end; at += extent_) {
          put(static_cast<double>(random() % 5), at);  // equal ones must be told apart by the int
          put(static_cast<int>(random() % kPrime), at + sizeof(double));
        }
        break;
    }
  }

  const Problem& problem_;
  const TypeCase& case_;
  MPI_Comm comm_;
  int ranks_;
  Rank rank_;
  MPI_Aint extent_ = 0;
  std::vector<int> sizes_, pair_sizes_, places_, byte_places_;
  std::vector<MPI_Datatype> types_;
  std::vector<std::byte> send_, receive_, send_copy_;
};

int Call::Perform(Runner* runner) {
  const Choice& choice = problem_.choice;
  const Rank root = problem_.root;
  const bool at_root = rank_ == root;
  const int n = problem_.count;
  const MPI_Datatype type = case_.type;
  const MPI_Op op = case_.op;
  const int mine = sizes_[static_cast<std::size_t>(rank_)];
  void* receive = receive_.data() + kMargin;
  const void* send = problem_.in_place ? MPI_IN_PLACE : send_.data() + kMargin;
  const void* root_send = at_root ? send : send_.data() + kMargin;  // in place at the root alone
  const void* all = send_.data() + kMargin;
  void* part = problem_.in_place && at_root ? MPI_IN_PLACE : receive;  // of a scatter
  switch (problem_.collective) {
    case Collective::kBcast:
      return runner ? Bcast(*runner, choice, receive, n, type, root)
                    : PMPI_Bcast(receive, n, type, root, comm_);
    case Collective::kScatter:
      return runner ? Scatter(*runner, choice, all, n, type, part, n, type, root)
                    : PMPI_Scatter(all, n, type, part, n, type, root, comm_);
    case Collective::kScatterv:
      return runner ? Scatterv(*runner, choice, all, sizes_.data(), places_.data(), type, part,
                               mine, type, root)
                    : PMPI_Scatterv(all, sizes_.data(), places_.data(), type, part, mine, type,
                                    root, comm_);
    case Collective::kGather:
      return runner ? Gather(*runner, choice, root_send, n, type, receive, n, type, root)
                    : PMPI_Gather(root_send, n, type, receive, n, type, root, comm_);
    case Collective::kGatherv:
      return runner ? Gatherv(*runner, choice, root_send, mine, type, receive, sizes_.data(),
                              places_.data(), type, root)
                    : PMPI_Gatherv(root_send, mine, type, receive, sizes_.data(), places_.data(),
                                   type, root, comm_);
    case Collective::kReduce:
      if (runner) return Reduce(*runner, choice, root_send, receive, n, type, op, root);
      // MPICH 4.0.2 crashes in place at a root other than 0, from 2 KiB on: so send from a copy.
      if (problem_.in_place && at_root) send_copy_ = receive_;
      return PMPI_Reduce(send_copy_.empty() ? root_send : send_copy_.data() + kMargin, receive, n,
                         type, op, root, comm_);
    case Collective::kAllreduce:
      return runner ? Allreduce(*runner, choice, send, receive, n, type, op)
                    : PMPI_Allreduce(send, receive, n, type, op, comm_);
    case Collective::kAllgather:
      return runner ? Allgather(*runner, choice, send, n, type, receive, n, type)
                    : PMPI_Allgather(send, n, type, receive, n, type, comm_);
    case Collective::kAllgatherv:
      return runner ? Allgatherv(*runner, choice, send, mine, type, receive, sizes_.data(),
                                 places_.data(), type)
                    : PMPI_Allgatherv(send, mine, type, receive, sizes_.data(), places_.data(),
                                      type, comm_);
    case Collective::kAlltoall:
      return runner ? Alltoall(*runner, choice, send, n, type, receive, n, type)
                    : PMPI_Alltoall(send, n, type, receive, n, type, comm_);
    case Collective::kAlltoallv:
      return runner ? Alltoallv(*runner, choice, send, pair_sizes_.data(), places_.data(), type,
                                receive, pair_sizes_.data(), places_.data(), type)
                    : PMPI_Alltoallv(send, pair_sizes_.data(), places_.data(), type, receive,
                                     pair_sizes_.data(), places_.data(), type, comm_);
    case Collective::kAlltoallw:
      return runner ? Alltoallw(*runner, choice, send, pair_sizes_.data(), byte_places_.data(),
                                types_.data(), receive, pair_sizes_.data(), byte_places_.data(),
                                types_.data())
                    : PMPI_Alltoallw(send, pair_sizes_.data(), byte_places_.data(), types_.data(),
                                     receive, pair_sizes_.data(), byte_places_.data(),
                                     types_.data(), comm_);
    case Collective::kBarrier:
      return runner ? Barrier(*runner, choice) : PMPI_Barrier(comm_);
    case Collective::kReduceScatterBlock:
      return runner ? ReduceScatterBlock(*runner, choice, send, receive, n, type, op)
                    : PMPI_Reduce_scatter_block(send, receive, n, type, op, comm_);
    case Collective::kReduceScatter:
      return runner ? ReduceScatter(*runner, choice, send, receive, sizes_.data(), type, op)
                    : PMPI_Reduce_scatter(send, receive, sizes_.data(), type, op, comm_);
    case Collective::kScan:
      return runner ? Scan(*runner, choice, send, receive, n, type, op)
                    : PMPI_Scan(send, receive, n, type, op, comm_);
    case Collective::kExscan:
      return runner ? Exscan(*runner, choice, send, receive, n, type, op)
                    : PMPI_Exscan(send, receive, n, type, op, comm_);
  }
  return MPI_ERR_INTERN;
}

/// Compares in large steps: libstdc++ compares vectors of std::byte one by one.
bool Same(const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string Call::Difference(const Call& expected) const {
  if (!Same(send_, expected.send_)) return "the send buffer was written";
  // Sums of p numbers of at most 1/2 each: any order is within p steps of rounding of p/2.
  const double bound = case_.fill == Fill::kDoubles && case_.op != MPI_OP_NULL
                           ? ranks_ * ranks_ * std::numeric_limits<double>::epsilon() / 2
                           : 0;
  if (Same(receive_, expected.receive_)) return {};
  if (bound == 0) {
    const auto [have, want] = std::ranges::mismatch(receive_, expected.receive_);
    return fmt::format("byte {} of the receive buffer is {}, not {}",
                       have - receive_.begin() - static_cast<std::ptrdiff_t>(kMargin),
                       static_cast<int>(*have), static_cast<int>(*want));
  }
  for (std::size_t at = kMargin; at + sizeof(double) <= receive_.size(); at += sizeof(double)) {
    double have = 0;
    double want = 0;
    std::memcpy(&have, &receive_[at], sizeof have);
    std::memcpy(&want, &expected.receive_[at], sizeof want);
    if (!(std::abs(have - want) <= bound)) {
      return fmt::format("byte {} of the receive buffer begins {}, not {}", at - kMargin, have,
                         want);
    }
  }
  return {};
}

}  // namespace

const std::vector<TypeCase>& MovedTypes() {
  static const std::vector<TypeCase> types = {
      {"int", MPI_INT, Fill::kBytes},
      {"vector", Made([](MPI_Datatype* t) { PMPI_Type_vector(3, 2, 4, MPI_SHORT, t); }),
       Fill::kBytes},
      {"byte", MPI_BYTE, Fill::kBytes},
      {"resized", Made([](MPI_Datatype* t) { PMPI_Type_create_resized(MPI_INT, 0, 24, t); }),
       Fill::kBytes},
#ifndef COLLTUNE_SMPI
      // SimGrid 3.32 moves neither type by MPI_Sendrecv to itself. Of "negative lower bound" it
      // takes the second item from the wrong place. Of "permuted" it does not move half of the
      // items.
      {"negative lower bound", Spread(), Fill::kBytes},
      {"permuted", Made([](MPI_Datatype* t) {
         const std::array<int, 2> places = {1, 0};
         PMPI_Type_create_indexed_block(2, 1, places.data(), MPI_INT, t);
       }),
       Fill::kBytes},
#endif
      {"empty", Made([](MPI_Datatype* t) { PMPI_Type_contiguous(0, MPI_INT, t); }), Fill::kBytes},
  };
  return types;
}

const std::vector<TypeCase>& ReducedTypes() {
  static const MPI_Datatype four =
      Made([](MPI_Datatype* t) { PMPI_Type_contiguous(4, MPI_INT, t); });
  static const std::vector<TypeCase> types = {
      {"int, sum", MPI_INT, Fill::kInts, MPI_SUM},
      {"2 x 2 matrix, product", four, Fill::kInts, MakeOp(MultiplyDense, false)},
      {"double, sum", MPI_DOUBLE, Fill::kDoubles, MPI_SUM},
#ifndef COLLTUNE_SMPI  // as above
      {"spread matrix, product", Spread(), Fill::kInts, MakeOp(MultiplySpread, false)},
      {"spread ints, sum", Spread(), Fill::kInts, MakeOp(AddSpread, true)},
#endif
      {"double and int, maxloc", MPI_DOUBLE_INT, Fill::kDoubleInts, MPI_MAXLOC},
      {"byte, bxor", MPI_BYTE, Fill::kBytes, MPI_BXOR},
      {"int, min", MPI_INT, Fill::kInts, MPI_MIN},
  };
  return types;
}

std::string ToText(const Problem& problem) {
  const auto& types = Reduces(problem.collective) ? ReducedTypes() : MovedTypes();
  return fmt::format("{}:{}, {} x {}, root {}{}", ToText(problem.collective),
                     ToText(problem.choice), problem.count, types[problem.type].name, problem.root,
                     problem.in_place ? ", in place" : "");
}

bool MayBeInPlace(Collective collective) {
  return BuffersOf(collective, {.ranks = 2, .in_place = true}, 0).shared;
}

std::string Compare(const Problem& problem, Runner& runner, MPI_Comm comm, int& declined) {
  Call ours(problem, comm);
  Call library = ours;
  try {
    if (const int code = ours.Perform(&runner); code != MPI_SUCCESS) {
      return fmt::format("ours: error {}", code);
    }
  } catch (const Declined&) {
    ++declined;
    return {};
  }
  if (const int code = library.Perform(nullptr); code != MPI_SUCCESS) {
    return fmt::format("the library's: error {}", code);
  }
  return ours.Difference(library);
}

std::pair<long, long> Repeat(const Problem& problem, Runner& runner, MPI_Comm comm,
                             const std::function<long(const std::function<void()>&)>& measure,
                             int& declined) {
  Call call(problem, comm);
  const std::function<void()> perform = [&] { call.Perform(&runner); };
  try {
    const long first = measure(perform);
    return {first, measure(perform)};
  } catch (const Declined&) {
    ++declined;
    return {};
  }
}

}  // namespace colltune
