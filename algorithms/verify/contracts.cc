#include "algorithms/verify/contracts.h"

#include <array>

namespace colltune {
namespace {

using Contract = Promise (*)(const Shape&, Rank rank, std::int64_t e);

Promise Of(Rank origin, std::int64_t element) { return {element, origin, origin}; }

Rank Owner(const Shape& shape, std::int64_t e) { return static_cast<Rank>(e / shape.elements); }

std::int64_t MyBlock(const Shape& shape, Rank rank) { return rank * shape.elements; }

Promise Bcast(const Shape& shape, Rank, std::int64_t e) { return Of(shape.root, e); }
Promise Scatter(const Shape& shape, Rank rank, std::int64_t e) {
  return Of(shape.root, MyBlock(shape, rank) + e);
}
Promise Gather(const Shape& shape, Rank, std::int64_t e) {
  return Of(Owner(shape, e), e % shape.elements);
}
Promise Alltoall(const Shape& shape, Rank rank, std::int64_t e) {
  return Of(Owner(shape, e), MyBlock(shape, rank) + e % shape.elements);
}
Promise Reduce(const Shape& shape, Rank, std::int64_t e) { return {e, 0, shape.ranks - 1}; }
Promise ReduceScatter(const Shape& shape, Rank rank, std::int64_t e) {
  return {MyBlock(shape, rank) + e, 0, shape.ranks - 1};
}
Promise Scan(const Shape&, Rank rank, std::int64_t e) { return {e, 0, rank}; }
Promise Exscan(const Shape&, Rank rank, std::int64_t e) { return {e, 0, rank - 1}; }

// Rows in the order of the enum Collective; barrier has no output.
constexpr std::array<Contract, kCollectiveNames.size()> kContracts = {
    Bcast,    Scatter,  Scatter,  Gather,  Gather,        Reduce,        Reduce, Gather, Gather,
    Alltoall, Alltoall, Alltoall, nullptr, ReduceScatter, ReduceScatter, Scan,   Exscan};

}  // namespace

Promise PromiseOf(Collective collective, const Shape& shape, Rank rank, std::int64_t e) {
  return kContracts[static_cast<std::size_t>(collective)](shape, rank, e);
}

}  // namespace colltune
