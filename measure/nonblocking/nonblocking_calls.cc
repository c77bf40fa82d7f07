#include "measure/nonblocking/nonblocking_calls.h"

#include <algorithm>
#include <array>

namespace colltune::measure {
namespace {

using Arguments = NonblockingArguments;

// Reductions use MPI_BOR: the cheapest operation that all libraries have for bytes.

int Bcast(const Arguments& a, MPI_Request* request) {
  return PMPI_Ibcast(a.output, a.bytes, MPI_BYTE, a.root, a.comm, request);
}

int Barrier(const Arguments& a, MPI_Request* request) { return PMPI_Ibarrier(a.comm, request); }

int Scatter(const Arguments& a, MPI_Request* request) {
  return PMPI_Iscatter(a.input, a.bytes, MPI_BYTE, a.output, a.bytes, MPI_BYTE, a.root, a.comm,
                       request);
}

int Gather(const Arguments& a, MPI_Request* request) {
  return PMPI_Igather(a.input, a.bytes, MPI_BYTE, a.output, a.bytes, MPI_BYTE, a.root, a.comm,
                      request);
}

int Allgather(const Arguments& a, MPI_Request* request) {
  return PMPI_Iallgather(a.input, a.bytes, MPI_BYTE, a.output, a.bytes, MPI_BYTE, a.comm, request);
}

int Alltoall(const Arguments& a, MPI_Request* request) {
  return PMPI_Ialltoall(a.input, a.bytes, MPI_BYTE, a.output, a.bytes, MPI_BYTE, a.comm, request);
}

int Reduce(const Arguments& a, MPI_Request* request) {
  return PMPI_Ireduce(a.input, a.output, a.bytes, MPI_BYTE, MPI_BOR, a.root, a.comm, request);
}

int Allreduce(const Arguments& a, MPI_Request* request) {
  return PMPI_Iallreduce(a.input, a.output, a.bytes, MPI_BYTE, MPI_BOR, a.comm, request);
}

int ReduceScatterBlock(const Arguments& a, MPI_Request* request) {
  return PMPI_Ireduce_scatter_block(a.input, a.output, a.bytes, MPI_BYTE, MPI_BOR, a.comm, request);
}

int Scan(const Arguments& a, MPI_Request* request) {
  return PMPI_Iscan(a.input, a.output, a.bytes, MPI_BYTE, MPI_BOR, a.comm, request);
}

int Exscan(const Arguments& a, MPI_Request* request) {
  return PMPI_Iexscan(a.input, a.output, a.bytes, MPI_BYTE, MPI_BOR, a.comm, request);
}

constexpr std::array<NonblockingCall, 11> kCalls = {{
    {"ibcast", Bcast},
    {"ibarrier", Barrier},
    {"iscatter", Scatter},
    {"igather", Gather},
    {"iallgather", Allgather},
    {"ialltoall", Alltoall},
    {"ireduce", Reduce},
    {"iallreduce", Allreduce},
    {"ireduce_scatter_block", ReduceScatterBlock},
    {"iscan", Scan},
    {"iexscan", Exscan},
}};

}  // namespace

std::span<const NonblockingCall> NonblockingCalls() { return kCalls; }

const NonblockingCall* FindNonblockingCall(std::string_view name) {
  const auto* found = std::ranges::find(kCalls, name, &NonblockingCall::name);
  return found == kCalls.end() ? nullptr : found;
}

}  // namespace colltune::measure
