// MPI's blocking collectives (MPI-3.1, chapter 5), each performed by an algorithm of one's choice.
//
// The arguments are those of MPI, with a Runner and a Choice among that collective's algorithms in
// the place of the communicator. They must be valid. Runner::Run says what is returned and thrown.
#ifndef COLLTUNE_ALGORITHMS_CALLS_H_
#define COLLTUNE_ALGORITHMS_CALLS_H_

#include <mpi.h>

#include "algorithms/runner.h"

namespace colltune {

int Bcast(Runner&, const Choice&, void* buffer, int count, MPI_Datatype, Rank root);

int Scatter(Runner&, const Choice&, const void* send, int send_count, MPI_Datatype send_type,
            void* receive, int receive_count, MPI_Datatype receive_type, Rank root);
int Scatterv(Runner&, const Choice&, const void* send, const int* send_counts,
             const int* displacements, MPI_Datatype send_type, void* receive, int receive_count,
             MPI_Datatype receive_type, Rank root);
int Gather(Runner&, const Choice&, const void* send, int send_count, MPI_Datatype send_type,
           void* receive, int receive_count, MPI_Datatype receive_type, Rank root);
int Gatherv(Runner&, const Choice&, const void* send, int send_count, MPI_Datatype send_type,
            void* receive, const int* receive_counts, const int* displacements,
            MPI_Datatype receive_type, Rank root);

int Allgather(Runner&, const Choice&, const void* send, int send_count, MPI_Datatype send_type,
              void* receive, int receive_count, MPI_Datatype receive_type);
int Allgatherv(Runner&, const Choice&, const void* send, int send_count, MPI_Datatype send_type,
               void* receive, const int* receive_counts, const int* displacements,
               MPI_Datatype receive_type);
int Alltoall(Runner&, const Choice&, const void* send, int send_count, MPI_Datatype send_type,
             void* receive, int receive_count, MPI_Datatype receive_type);
int Alltoallv(Runner&, const Choice&, const void* send, const int* send_counts,
              const int* send_displacements, MPI_Datatype send_type, void* receive,
              const int* receive_counts, const int* receive_displacements,
              MPI_Datatype receive_type);
int Alltoallw(Runner&, const Choice&, const void* send, const int* send_counts,
              const int* send_displacements, const MPI_Datatype* send_types, void* receive,
              const int* receive_counts, const int* receive_displacements,
              const MPI_Datatype* receive_types);
int Barrier(Runner&, const Choice&);

int Reduce(Runner&, const Choice&, const void* send, void* receive, int count, MPI_Datatype, MPI_Op,
           Rank root);
int Allreduce(Runner&, const Choice&, const void* send, void* receive, int count, MPI_Datatype,
              MPI_Op);
int ReduceScatterBlock(Runner&, const Choice&, const void* send, void* receive, int count,
                       MPI_Datatype, MPI_Op);
int ReduceScatter(Runner&, const Choice&, const void* send, void* receive, const int* counts,
                  MPI_Datatype, MPI_Op);
int Scan(Runner&, const Choice&, const void* send, void* receive, int count, MPI_Datatype, MPI_Op);
int Exscan(Runner&, const Choice&, const void* send, void* receive, int count, MPI_Datatype,
           MPI_Op);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_CALLS_H_
