// Shared functions of the test programs. Most of these programs are C, as most applications are.
#ifndef COLLTUNE_TESTS_INTERCEPT_PROGRAM_H_
#define COLLTUNE_TESTS_INTERCEPT_PROGRAM_H_

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMostResults = 4096 };

// Results that this rank has recorded, in order.
static uint64_t results[kMostResults];
static int result_count = 0;

static inline int RankIn(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

static inline int RanksOf(MPI_Comm comm) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  return ranks;
}

static inline void Record(uint64_t value) {
  if (result_count == kMostResults) {
    fprintf(stderr, "kMostResults is too small\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  results[result_count++] = value;
}

// FNV-1a, so that one number tells whether two runs left the same bytes. With and WithBytes return
// `hash` extended by a value, or by memory.
static const uint64_t kNothing = 0xcbf29ce484222325u;

static inline uint64_t With(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x100000001b3u;
}

static inline uint64_t WithBytes(uint64_t hash, const void* memory, size_t size) {
  const unsigned char* bytes = (const unsigned char*)memory;
  for (size_t i = 0; i < size; ++i) hash = With(hash, bytes[i]);
  return hash;
}

static inline void RecordBytes(const void* memory, size_t size) {
  Record(WithBytes(kNothing, memory, size));
}

static inline uint64_t ErrorClass(int code) {
  int error_class = -1;
  MPI_Error_class(code, &error_class);
  return (uint64_t)error_class;
}

// Rank 0 prints the results of all ranks. Collective over MPI_COMM_WORLD; no broadcast.
static inline void PrintResults(void) {
  const int ranks = RanksOf(MPI_COMM_WORLD);
  uint64_t* all = (uint64_t*)malloc((size_t)ranks * sizeof results);
  MPI_Gather(results, kMostResults, MPI_UINT64_T, all, kMostResults, MPI_UINT64_T, 0,
             MPI_COMM_WORLD);
  int counts[64] = {0};
  MPI_Gather(&result_count, 1, MPI_INT, counts, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (RankIn(MPI_COMM_WORLD) == 0) {
    for (int rank = 0; rank < ranks; ++rank) {
      for (int i = 0; i < counts[rank]; ++i) {
        printf("rank %d result %d: %llx\n", rank, i,
               (unsigned long long)all[(size_t)rank * kMostResults + (size_t)i]);
      }
    }
  }
  free(all);
}

// Bytes that differ by place, size, root and purpose.
static inline void Fill(unsigned char* bytes, size_t size, int salt) {
  for (size_t i = 0; i < size; ++i) bytes[i] = (unsigned char)(i * 31 + (i >> 8) + (size_t)salt);
}

#endif  // COLLTUNE_TESTS_INTERCEPT_PROGRAM_H_
