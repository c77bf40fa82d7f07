// MPI's blocking collectives (MPI-3.1, chapter 5), each performed by an algorithm of one's choice.
//
// Arguments are those of MPI, but a Runner and a Choice among that collective's algorithms take the
// place of the communicator. Arguments must be valid. Counts have 64 bits, as those of MPI 4's
// large-count calls. Arrays of counts and displacements are int, or MPI_Count and MPI_Aint. For
// return values and exceptions see Runner::Run.
#ifndef COLLTUNE_ALGORITHMS_RUN_CALLS_H_
#define COLLTUNE_ALGORITHMS_RUN_CALLS_H_

#include <mpi.h>

#include <cstdint>

#include "algorithms/run/runner.h"

namespace colltune {

using Count = std::int64_t;

int Bcast(Runner&, const Choice&, void* buffer, Count, MPI_Datatype, Rank root);

int Scatter(Runner&, const Choice&, const void* send, Count send_count, MPI_Datatype send_type,
            void* receive, Count receive_count, MPI_Datatype receive_type, Rank root);
template <typename Counts, typename Places>
int Scatterv(Runner&, const Choice&, const void* send, const Counts* send_counts,
             const Places* displacements, MPI_Datatype send_type, void* receive,
             Count receive_count, MPI_Datatype receive_type, Rank root);
int Gather(Runner&, const Choice&, const void* send, Count send_count, MPI_Datatype send_type,
           void* receive, Count receive_count, MPI_Datatype receive_type, Rank root);
template <typename Counts, typename Places>
int Gatherv(Runner&, const Choice&, const void* send, Count send_count, MPI_Datatype send_type,
            void* receive, const Counts* receive_counts, const Places* displacements,
            MPI_Datatype receive_type, Rank root);

int Allgather(Runner&, const Choice&, const void* send, Count send_count, MPI_Datatype send_type,
              void* receive, Count receive_count, MPI_Datatype receive_type);
template <typename Counts, typename Places>
int Allgatherv(Runner&, const Choice&, const void* send, Count send_count, MPI_Datatype send_type,
               void* receive, const Counts* receive_counts, const Places* displacements,
               MPI_Datatype receive_type);
int Alltoall(Runner&, const Choice&, const void* send, Count send_count, MPI_Datatype send_type,
             void* receive, Count receive_count, MPI_Datatype receive_type);
template <typename Counts, typename Places>
int Alltoallv(Runner&, const Choice&, const void* send, const Counts* send_counts,
              const Places* send_displacements, MPI_Datatype send_type, void* receive,
              const Counts* receive_counts, const Places* receive_displacements,
              MPI_Datatype receive_type);
template <typename Counts, typename Places>
int Alltoallw(Runner&, const Choice&, const void* send, const Counts* send_counts,
              const Places* send_displacements, const MPI_Datatype* send_types, void* receive,
              const Counts* receive_counts, const Places* receive_displacements,
              const MPI_Datatype* receive_types);
int Barrier(Runner&, const Choice&);

int Reduce(Runner&, const Choice&, const void* send, void* receive, Count, MPI_Datatype, MPI_Op,
           Rank root);
int Allreduce(Runner&, const Choice&, const void* send, void* receive, Count, MPI_Datatype, MPI_Op);
int ReduceScatterBlock(Runner&, const Choice&, const void* send, void* receive, Count, MPI_Datatype,
                       MPI_Op);
template <typename Counts>
int ReduceScatter(Runner&, const Choice&, const void* send, void* receive, const Counts* counts,
                  MPI_Datatype, MPI_Op);
int Scan(Runner&, const Choice&, const void* send, void* receive, Count, MPI_Datatype, MPI_Op);
int Exscan(Runner&, const Choice&, const void* send, void* receive, Count, MPI_Datatype, MPI_Op);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_CALLS_H_
