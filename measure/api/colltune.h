/*
 * colltune's measuring library for applications, in C99.
 *
 * An application measures the MPI library's collectives, and other algorithms for them, on its own
 * communicators. It then performs each call by the algorithm of its choice, as in
 * example/opt_scatter.c. Link with -lcolltune_measure.
 *
 * Every function returns COLLTUNE_SUCCESS or one of the codes below; no function ends the program
 * or calls an error handler of the application. Names of algorithms are as `colltune list` prints
 * them, with parameters where wanted: "binomial", "knomial:k=8"; "library" is the MPI library's
 * own implementation.
 *
 * Threads: only one thread at a time may call on one communicator or handle, as for MPI's
 * collectives. Otherwise threads are subject to the level that MPI was initialised with.
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

/* Returns the version of the library's interface. It equals COLLTUNE_MEASURE_API if header and
 * library belong together. */
int colltune_api(void);

/* Returns the error text of this thread's last call that did not return COLLTUNE_SUCCESS; "" if
 * there was none. Valid until the next such call. Texts are cut after 1023 characters. */
const char* colltune_error(void);

/* Sets *names to the *count implementations of the collective `op` ("scatter",
 * "reduce_scatter_block", ...), "library" first. The names belong to colltune, and remain valid.
 * Needs no MPI. */
int colltune_algorithms(const char* op, int* count, const char* const** names);

/* ---- Measuring ---- */

typedef struct colltune_options {
  /* Timing method: round_time, per_destination, ...; NULL: per_destination for collectives with a
   * root where the ranks do not share a clock; else round_time. */
  const char* method;
  /* Clock synchronisation, for methods that need one clock for all ranks; NULL: none where the
   * ranks of the communicator share a clock, else "interpolated". */
  const char* clock_sync;
  int min_reps;      /* 1 or more */
  int max_reps;      /* min_reps or more; equal: that many repetitions, whatever the error */
  double confidence; /* of the interval whose half width is the error; between 0 and 1 */
  double alpha;      /* largest error that is enough, as a share of the time; between 0 and 1 */
} colltune_options;

/* Returns the default options. */
colltune_options colltune_defaults(void);

typedef struct colltune_result {
  double time;  /* s: the median; infinite where there is no valid repetition */
  double error; /* half the time's confidence interval over the time; infinite where unknown */
  int reps;     /* number of repetitions */
  int valid;    /* number of valid repetitions, from which the time is computed */
} colltune_result;

/* Measures the collective `op` by `algorithm` for n sizes: results[i] for blocks of bytes[i]. A
 * block is the data that one rank contributes or gets. `options` may be NULL.
 *
 * Collective over `comm`, with the same arguments on all ranks; wrong arguments on one rank are
 * reported on all. Messages travel on private communicators, and all are freed at the end. Results
 * are the same on all ranks; after an error they are untouched. */
int colltune_measure(MPI_Comm comm, const char* op, const char* algorithm, int root, int n,
                     const long long bytes[], const colltune_options* options,
                     colltune_result results[]);

/* ---- Performing ---- */

/* Handle that performs collectives on the processes of one communicator. */
typedef struct colltune_handle colltune_handle;

/* Opens a handle. Collective over `comm`, which may be freed afterwards. Sets *handle on success;
 * leaves it untouched on failure. */
int colltune_open(MPI_Comm comm, colltune_handle** handle);

/* Closes a handle and frees its communicator. Collective. To be called before MPI_Finalize, or the
 * communicator is lost. */
int colltune_close(colltune_handle* handle);

/* MPI's blocking collectives (MPI-3.1, chapter 5) by an algorithm. Arguments are MPI's, with the
 * same meaning, but the handle and the algorithm replace the communicator. All ranks name the same
 * algorithm. A rank with wrong arguments returns at once, and the others may wait for it, as in
 * MPI. Where ranks disagree on sizes, MPICH may end the program by the error handler of
 * MPI_COMM_WORLD. */
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
