/*
 * colltune's measuring library for applications, in C99.
 *
 * With it an application measures the MPI library's collectives and other algorithms for them on
 * its own communicators, and performs each call by the algorithm of its choice, as in
 * example/opt_scatter.c. Link with -lcolltune_measure.
 *
 * Every function returns COLLTUNE_SUCCESS or one of the codes below; no function ends the program
 * or calls an error handler of the application. Names of algorithms are as `colltune list` prints
 * them, with parameters where wanted: "binomial", "knomial:k=8"; "library" is the MPI library's
 * own implementation.
 *
 * Threads: calls on one communicator or handle by one thread at a time, as MPI demands of
 * collective calls; else as MPI was initialised.
 */
#ifndef COLLTUNE_MEASURE_API_COLLTUNE_H_
#define COLLTUNE_MEASURE_API_COLLTUNE_H_

#include <mpi.h>

/* The version of this interface. It changes when programs have to be compiled anew. */
#define COLLTUNE_MEASURE_API 1

#ifdef __cplusplus
extern "C" {
#endif

enum {
  COLLTUNE_SUCCESS = 0,
  COLLTUNE_ERROR_ARGUMENT = 1, /* an unknown name, a value out of bounds, a null pointer */
  COLLTUNE_ERROR_DECLINED = 2, /* the algorithm does not take this number of ranks */
  COLLTUNE_ERROR_MEMORY = 3,
  COLLTUNE_ERROR_MPI = 4, /* the MPI library returned an error */
  COLLTUNE_ERROR_INTERNAL = 5
};

/* The version of the interface that the library has: COLLTUNE_MEASURE_API, if they belong
 * together. */
int colltune_api(void);

/* Of the last call on this thread that did not return COLLTUNE_SUCCESS; "" before. Valid until the
 * next one. Texts are cut after 1023 characters. */
const char* colltune_error(void);

/* *names: the *count implementations of the collective `op` ("scatter", "reduce_scatter_block",
 * ...), "library" first. They are the library's, and stay. Needs no MPI. */
int colltune_algorithms(const char* op, int* count, const char* const** names);

/* ---- Measuring ---- */

typedef struct colltune_options {
  /* How to time: round_time, per_destination, ...; NULL: round_time where the ranks read one clock,
   * else per_destination, which needs none, for collectives with a root. */
  const char* method;
  /* For methods that need one clock for all ranks, how clocks are synchronised; NULL: as suits the
   * communicator. */
  const char* clock_sync;
  int min_reps;      /* 1 or more */
  int max_reps;      /* equal to min_reps: so many, whatever the error */
  double confidence; /* of the interval whose half width is the error; between 0 and 1 */
  double alpha;      /* enough when the error is at most this share of the time; as above */
} colltune_options;

/* The defaults, to begin with. */
colltune_options colltune_defaults(void);

typedef struct colltune_result {
  double time;  /* s: the median; infinite where there is no valid repetition */
  double error; /* half its confidence interval, as a share of it; infinite where unknown */
  int reps;     /* repetitions that there were */
  int valid;    /* of them, those that count */
} colltune_result;

/* Measures the collective `op` by `algorithm` for n sizes: results[i] for blocks of bytes[i], a
 * block being what one rank contributes or gets. `options` may be NULL.
 *
 * Collective over `comm`, with the same arguments on all ranks; what is wrong on one is reported
 * on all of them. Messages travel on communicators of its own, and all is freed at the end. Then
 * results are the same on all ranks; after an error they are untouched. */
int colltune_measure(MPI_Comm comm, const char* op, const char* algorithm, int root, int n,
                     const long long bytes[], const colltune_options* options,
                     colltune_result results[]);

/* ---- Performing ---- */

/* What performs collectives on the processes of one communicator. */
typedef struct colltune_handle colltune_handle;

/* Collective over `comm`, which may be freed afterwards. Sets *handle, or leaves it untouched. */
int colltune_open(MPI_Comm comm, colltune_handle** handle);

/* Collective; before MPI_Finalize, lest communicators are lost. */
int colltune_close(colltune_handle* handle);

/* MPI's blocking collectives (MPI-3.1, chapter 5) by an algorithm: MPI's arguments, with the same
 * meaning, but the handle and the algorithm instead of the communicator. All ranks name the same
 * algorithm. A rank with wrong arguments returns at once, and the others may wait for it, as in
 * MPI. Where ranks disagree on sizes, MPICH may end the program as the error handler of
 * MPI_COMM_WORLD says. */
int colltune_bcast(colltune_handle* handle, const char* algorithm, void* buffer, int count,
                   MPI_Datatype type, int root);
int colltune_scatter(colltune_handle* handle, const char* algorithm, const void* send,
                     int send_count, MPI_Datatype send_type, void* receive, int receive_count,
                     MPI_Datatype receive_type, int root);
int colltune_scatterv(colltune_handle* handle, const char* algorithm, const void* send,
                      const int send_counts[], const int displacements[], MPI_Datatype send_type,
                      void* receive, int receive_count, MPI_Datatype receive_type, int root);
int colltune_gather(colltune_handle* handle, const char* algorithm, const void* send,
                    int send_count, MPI_Datatype send_type, void* receive, int receive_count,
                    MPI_Datatype receive_type, int root);
int colltune_gatherv(colltune_handle* handle, const char* algorithm, const void* send,
                     int send_count, MPI_Datatype send_type, void* receive,
                     const int receive_counts[], const int displacements[],
                     MPI_Datatype receive_type, int root);
int colltune_reduce(colltune_handle* handle, const char* algorithm, const void* send, void* receive,
                    int count, MPI_Datatype type, MPI_Op op, int root);
int colltune_allreduce(colltune_handle* handle, const char* algorithm, const void* send,
                       void* receive, int count, MPI_Datatype type, MPI_Op op);
int colltune_allgather(colltune_handle* handle, const char* algorithm, const void* send,
                       int send_count, MPI_Datatype send_type, void* receive, int receive_count,
                       MPI_Datatype receive_type);
int colltune_allgatherv(colltune_handle* handle, const char* algorithm, const void* send,
                        int send_count, MPI_Datatype send_type, void* receive,
                        const int receive_counts[], const int displacements[],
                        MPI_Datatype receive_type);
int colltune_alltoall(colltune_handle* handle, const char* algorithm, const void* send,
                      int send_count, MPI_Datatype send_type, void* receive, int receive_count,
                      MPI_Datatype receive_type);
int colltune_alltoallv(colltune_handle* handle, const char* algorithm, const void* send,
                       const int send_counts[], const int send_displacements[],
                       MPI_Datatype send_type, void* receive, const int receive_counts[],
                       const int receive_displacements[], MPI_Datatype receive_type);
int colltune_alltoallw(colltune_handle* handle, const char* algorithm, const void* send,
                       const int send_counts[], const int send_displacements[],
                       const MPI_Datatype send_types[], void* receive, const int receive_counts[],
                       const int receive_displacements[], const MPI_Datatype receive_types[]);
int colltune_barrier(colltune_handle* handle, const char* algorithm);
int colltune_reduce_scatter_block(colltune_handle* handle, const char* algorithm, const void* send,
                                  void* receive, int count, MPI_Datatype type, MPI_Op op);
int colltune_reduce_scatter(colltune_handle* handle, const char* algorithm, const void* send,
                            void* receive, const int counts[], MPI_Datatype type, MPI_Op op);
int colltune_scan(colltune_handle* handle, const char* algorithm, const void* send, void* receive,
                  int count, MPI_Datatype type, MPI_Op op);
int colltune_exscan(colltune_handle* handle, const char* algorithm, const void* send, void* receive,
                    int count, MPI_Datatype type, MPI_Op op);

#ifdef __cplusplus
}
#endif

#endif /* COLLTUNE_MEASURE_API_COLLTUNE_H_ */
