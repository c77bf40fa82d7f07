// Counts the messages that a rank of Open MPI sends, also those inside collectives. Nothing else
// shows the latter: Open MPI's monitoring does not work in Debian's 4.1.4.
#ifndef COLLTUNE_TESTS_PROGRAMS_OPENMPI_MESSAGES_H_
#define COLLTUNE_TESTS_PROGRAMS_OPENMPI_MESSAGES_H_

#define _GNU_SOURCE  // RTLD_DEFAULT
#include <dlfcn.h>
#include <mpi.h>

enum { kMostReceivers = 8 };

// Open MPI's collectives send by three functions of this table (ompi/mca/pml/pml.h of 4.1, and of
// 5.0, which has one more before them); this file's functions replace them. A message prepared by
// "isend_init" is sent once.
enum { kIsendInit = OMPI_MAJOR_VERSION < 5 ? 9 : 10, kIsend = kIsendInit + 1, kSend = kIsend + 1 };
typedef int Start(const void*, size_t, MPI_Datatype, int, int, int, MPI_Comm, MPI_Request*);
typedef int Send(const void*, size_t, MPI_Datatype, int, int, int, MPI_Comm);
static Start *isend_init, *isend;
static Send* send;
static long sent[kMostReceivers][2];  // to each rank: messages, and their bytes in all

static void Count(size_t count, MPI_Datatype type, int to) {
  int size;
  MPI_Type_size(type, &size);
  ++sent[to][0];
  sent[to][1] += (long)count * size;
}

static int CountedIsendInit(const void* data, size_t count, MPI_Datatype type, int to, int tag,
                            int mode, MPI_Comm comm, MPI_Request* request) {
  Count(count, type, to);
  return isend_init(data, count, type, to, tag, mode, comm, request);
}

static int CountedIsend(const void* data, size_t count, MPI_Datatype type, int to, int tag,
                        int mode, MPI_Comm comm, MPI_Request* request) {
  Count(count, type, to);
  return isend(data, count, type, to, tag, mode, comm, request);
}

static int CountedSend(const void* data, size_t count, MPI_Datatype type, int to, int tag, int mode,
                       MPI_Comm comm) {
  Count(count, type, to);
  return send(data, count, type, to, tag, mode, comm);
}

// Returns 0 where the MPI library is another one.
static int CountMessages(void) {
  void** table = dlsym(RTLD_DEFAULT, "mca_pml");
  if (table == NULL) return 0;
  isend_init = (Start*)table[kIsendInit];
  isend = (Start*)table[kIsend];
  send = (Send*)table[kSend];
  table[kIsendInit] = (void*)CountedIsendInit;
  table[kIsend] = (void*)CountedIsend;
  table[kSend] = (void*)CountedSend;
  return 1;
}

#endif  // COLLTUNE_TESTS_PROGRAMS_OPENMPI_MESSAGES_H_
