#include "measure/operation/collective_calls.h"

#include <array>
#include <tuple>

namespace colltune::measure {
namespace {

using A = CallArguments;

// MPI's arguments without the communicator, which is MPI's last argument, and here the first.
constexpr auto kBcast = [](const A& a) { return std::tuple(a.receive, a.count, a.type, a.root); };
constexpr auto kBlocks = [](const A& a) {
  return std::tuple(a.send, a.count, a.type, a.receive, a.count, a.type);
};
constexpr auto kRootedBlocks = [](const A& a) {
  return std::tuple_cat(kBlocks(a), std::tuple(a.root));
};
constexpr auto kScatterv = [](const A& a) {
  return std::tuple(a.send, a.counts, a.displacements, a.type, a.receive, a.count, a.type, a.root);
};
constexpr auto kAllgatherv = [](const A& a) {
  return std::tuple(a.send, a.count, a.type, a.receive, a.counts, a.displacements, a.type);
};
constexpr auto kGatherv = [](const A& a) {
  return std::tuple_cat(kAllgatherv(a), std::tuple(a.root));
};
constexpr auto kAlltoallv = [](const A& a) {
  return std::tuple(a.send, a.counts, a.displacements, a.type, a.receive, a.counts, a.displacements,
                    a.type);
};
constexpr auto kAlltoallw = [](const A& a) {
  return std::tuple(a.send, a.counts, a.byte_displacements, a.types, a.receive, a.counts,
                    a.byte_displacements, a.types);
};
constexpr auto kNothing = [](const A&) { return std::tuple(); };
constexpr auto kReduction = [](const A& a) {
  return std::tuple(a.send, a.receive, a.count, a.type, a.op);
};
constexpr auto kRootedReduction = [](const A& a) {
  return std::tuple_cat(kReduction(a), std::tuple(a.root));
};
constexpr auto kReduceScatter = [](const A& a) {
  return std::tuple(a.send, a.receive, a.counts, a.type, a.op);
};

template <auto kOwn, auto kLibraryCall, auto kArguments>
constexpr Performer Make() {
  return {.own =
              [](Runner& runner, const Choice& choice, const A& a) {
                return std::apply([&](auto... each) { return kOwn(runner, choice, each...); },
                                  kArguments(a));
              },
          .library =
              [](MPI_Comm comm, const A& a) {
                return std::apply([&](auto... each) { return kLibraryCall(each..., comm); },
                                  kArguments(a));
              }};
}

// Performers in the order of the enum Collective.
constexpr std::array<Performer, kCollectiveNames.size()> kPerformers = {
    Make<Bcast, PMPI_Bcast, kBcast>(),
    Make<Scatter, PMPI_Scatter, kRootedBlocks>(),
    Make<Scatterv<int, int>, PMPI_Scatterv, kScatterv>(),
    Make<Gather, PMPI_Gather, kRootedBlocks>(),
    Make<Gatherv<int, int>, PMPI_Gatherv, kGatherv>(),
    Make<Reduce, PMPI_Reduce, kRootedReduction>(),
    Make<Allreduce, PMPI_Allreduce, kReduction>(),
    Make<Allgather, PMPI_Allgather, kBlocks>(),
    Make<Allgatherv<int, int>, PMPI_Allgatherv, kAllgatherv>(),
    Make<Alltoall, PMPI_Alltoall, kBlocks>(),
    Make<Alltoallv<int, int>, PMPI_Alltoallv, kAlltoallv>(),
    Make<Alltoallw<int, int>, PMPI_Alltoallw, kAlltoallw>(),
    Make<Barrier, PMPI_Barrier, kNothing>(),
    Make<ReduceScatterBlock, PMPI_Reduce_scatter_block, kReduction>(),
    Make<ReduceScatter<int>, PMPI_Reduce_scatter, kReduceScatter>(),
    Make<Scan, PMPI_Scan, kReduction>(),
    Make<Exscan, PMPI_Exscan, kReduction>(),
};

}  // namespace

const Performer& PerformerOf(Collective collective) {
  return kPerformers[static_cast<std::size_t>(collective)];
}

}  // namespace colltune::measure
