// Entry points of colltune.h that perform collectives.
#include "measure/api/colltune_call.h"

using colltune::Collective;
using colltune::measure::CheckedCall;
using colltune::measure::Guarded;
using colltune::measure::Items;

int colltune_bcast(colltune_handle* handle, const char* algorithm, void* buffer, int count,
                   MPI_Datatype type, int root) {
  return Guarded([&] {
    CheckedCall(Collective::kBcast, handle, algorithm, root)
        .Receives(Items(buffer, count, type))
        .Perform<colltune::Bcast, PMPI_Bcast>(buffer, count, type, root);
  });
}

int colltune_scatter(colltune_handle* handle, const char* algorithm, const void* send,
                     int send_count, MPI_Datatype send_type, void* receive, int receive_count,
                     MPI_Datatype receive_type, int root) {
  return Guarded([&] {
    CheckedCall call(Collective::kScatter, handle, algorithm, root);
    call.Sends(Items(send, send_count, send_type))
        .Receives(Items(receive, receive_count, receive_type))
        .Perform<colltune::Scatter, PMPI_Scatter>(send, send_count, send_type, receive,
                                                  receive_count, receive_type, root);
  });
}

int colltune_scatterv(colltune_handle* handle, const char* algorithm, const void* send,
                      const int send_counts[], const int displacements[], MPI_Datatype send_type,
                      void* receive, int receive_count, MPI_Datatype receive_type, int root) {
  return Guarded([&] {
    CheckedCall call(Collective::kScatterv, handle, algorithm, root);
    call.Sends(call.Vector(send, send_counts, displacements, send_type))
        .Receives(Items(receive, receive_count, receive_type))
        .Perform<colltune::Scatterv<int, int>, PMPI_Scatterv>(send, send_counts, displacements,
                                                              send_type, receive, receive_count,
                                                              receive_type, root);
  });
}

int colltune_gather(colltune_handle* handle, const char* algorithm, const void* send,
                    int send_count, MPI_Datatype send_type, void* receive, int receive_count,
                    MPI_Datatype receive_type, int root) {
  return Guarded([&] {
    CheckedCall call(Collective::kGather, handle, algorithm, root);
    call.Sends(Items(send, send_count, send_type))
        .Receives(Items(receive, receive_count, receive_type))
        .Perform<colltune::Gather, PMPI_Gather>(send, send_count, send_type, receive, receive_count,
                                                receive_type, root);
  });
}

int colltune_gatherv(colltune_handle* handle, const char* algorithm, const void* send,
                     int send_count, MPI_Datatype send_type, void* receive,
                     const int receive_counts[], const int displacements[],
                     MPI_Datatype receive_type, int root) {
  return Guarded([&] {
    CheckedCall call(Collective::kGatherv, handle, algorithm, root);
    call.Sends(Items(send, send_count, send_type))
        .Receives(call.Vector(receive, receive_counts, displacements, receive_type))
        .Perform<colltune::Gatherv<int, int>, PMPI_Gatherv>(send, send_count, send_type, receive,
                                                            receive_counts, displacements,
                                                            receive_type, root);
  });
}

int colltune_allgather(colltune_handle* handle, const char* algorithm, const void* send,
                       int send_count, MPI_Datatype send_type, void* receive, int receive_count,
                       MPI_Datatype receive_type) {
  return Guarded([&] {
    CheckedCall call(Collective::kAllgather, handle, algorithm);
    call.Sends(Items(send, send_count, send_type))
        .Receives(Items(receive, receive_count, receive_type))
        .Perform<colltune::Allgather, PMPI_Allgather>(send, send_count, send_type, receive,
                                                      receive_count, receive_type);
  });
}

int colltune_allgatherv(colltune_handle* handle, const char* algorithm, const void* send,
                        int send_count, MPI_Datatype send_type, void* receive,
                        const int receive_counts[], const int displacements[],
                        MPI_Datatype receive_type) {
  return Guarded([&] {
    CheckedCall call(Collective::kAllgatherv, handle, algorithm);
    call.Sends(Items(send, send_count, send_type))
        .Receives(call.Vector(receive, receive_counts, displacements, receive_type))
        .Perform<colltune::Allgatherv<int, int>, PMPI_Allgatherv>(
            send, send_count, send_type, receive, receive_counts, displacements, receive_type);
  });
}

int colltune_alltoall(colltune_handle* handle, const char* algorithm, const void* send,
                      int send_count, MPI_Datatype send_type, void* receive, int receive_count,
                      MPI_Datatype receive_type) {
  return Guarded([&] {
    CheckedCall call(Collective::kAlltoall, handle, algorithm);
    call.Sends(Items(send, send_count, send_type))
        .Receives(Items(receive, receive_count, receive_type))
        .Perform<colltune::Alltoall, PMPI_Alltoall>(send, send_count, send_type, receive,
                                                    receive_count, receive_type);
  });
}

int colltune_alltoallv(colltune_handle* handle, const char* algorithm, const void* send,
                       const int send_counts[], const int send_displacements[],
                       MPI_Datatype send_type, void* receive, const int receive_counts[],
                       const int receive_displacements[], MPI_Datatype receive_type) {
  return Guarded([&] {
    CheckedCall call(Collective::kAlltoallv, handle, algorithm);
    call.Sends(call.Vector(send, send_counts, send_displacements, send_type))
        .Receives(call.Vector(receive, receive_counts, receive_displacements, receive_type))
        .Perform<colltune::Alltoallv<int, int>, PMPI_Alltoallv>(
            send, send_counts, send_displacements, send_type, receive, receive_counts,
            receive_displacements, receive_type);
  });
}

int colltune_alltoallw(colltune_handle* handle, const char* algorithm, const void* send,
                       const int send_counts[], const int send_displacements[],
                       const MPI_Datatype send_types[], void* receive, const int receive_counts[],
                       const int receive_displacements[], const MPI_Datatype receive_types[]) {
  return Guarded([&] {
    CheckedCall call(Collective::kAlltoallw, handle, algorithm);
    call.Sends(call.Typed(send, send_counts, send_displacements, send_types))
        .Receives(call.Typed(receive, receive_counts, receive_displacements, receive_types))
        .Perform<colltune::Alltoallw<int, int>, PMPI_Alltoallw>(
            send, send_counts, send_displacements, send_types, receive, receive_counts,
            receive_displacements, receive_types);
  });
}

int colltune_barrier(colltune_handle* handle, const char* algorithm) {
  return Guarded([&] {
    CheckedCall(Collective::kBarrier, handle, algorithm).Perform<colltune::Barrier, PMPI_Barrier>();
  });
}

int colltune_reduce(colltune_handle* handle, const char* algorithm, const void* send, void* receive,
                    int count, MPI_Datatype type, MPI_Op op, int root) {
  return Guarded([&] {
    CheckedCall(Collective::kReduce, handle, algorithm, root)
        .Sends(Items(send, count, type))
        .Receives(Items(receive, count, type))
        .Combines(op)
        .Perform<colltune::Reduce, PMPI_Reduce>(send, receive, count, type, op, root);
  });
}

int colltune_allreduce(colltune_handle* handle, const char* algorithm, const void* send,
                       void* receive, int count, MPI_Datatype type, MPI_Op op) {
  return Guarded([&] {
    CheckedCall(Collective::kAllreduce, handle, algorithm)
        .Sends(Items(send, count, type))
        .Receives(Items(receive, count, type))
        .Combines(op)
        .Perform<colltune::Allreduce, PMPI_Allreduce>(send, receive, count, type, op);
  });
}

int colltune_reduce_scatter_block(colltune_handle* handle, const char* algorithm, const void* send,
                                  void* receive, int count, MPI_Datatype type, MPI_Op op) {
  return Guarded([&] {
    CheckedCall(Collective::kReduceScatterBlock, handle, algorithm)
        .Sends(Items(send, count, type))
        .Receives(Items(receive, count, type))
        .Combines(op)
        .Perform<colltune::ReduceScatterBlock, PMPI_Reduce_scatter_block>(send, receive, count,
                                                                          type, op);
  });
}

int colltune_scan(colltune_handle* handle, const char* algorithm, const void* send, void* receive,
                  int count, MPI_Datatype type, MPI_Op op) {
  return Guarded([&] {
    CheckedCall(Collective::kScan, handle, algorithm)
        .Sends(Items(send, count, type))
        .Receives(Items(receive, count, type))
        .Combines(op)
        .Perform<colltune::Scan, PMPI_Scan>(send, receive, count, type, op);
  });
}

int colltune_exscan(colltune_handle* handle, const char* algorithm, const void* send, void* receive,
                    int count, MPI_Datatype type, MPI_Op op) {
  return Guarded([&] {
    CheckedCall(Collective::kExscan, handle, algorithm)
        .Sends(Items(send, count, type))
        .Receives(Items(receive, count, type))
        .Combines(op)
        .Perform<colltune::Exscan, PMPI_Exscan>(send, receive, count, type, op);
  });
}

int colltune_reduce_scatter(colltune_handle* handle, const char* algorithm, const void* send,
                            void* receive, const int counts[], MPI_Datatype type, MPI_Op op) {
  return Guarded([&] {
    CheckedCall call(Collective::kReduceScatter, handle, algorithm);
    call.Sends(call.Joined(send, counts, type))
        .Receives(call.Joined(receive, counts, type))
        .Combines(op)
        .Perform<colltune::ReduceScatter<int>, PMPI_Reduce_scatter>(send, receive, counts, type,
                                                                    op);
  });
}
