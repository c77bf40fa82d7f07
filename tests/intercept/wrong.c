// Wrong calls of every collective: their results and who is told; the calls after them must work.
// All ranks make the same mistake, except where sizes disagree.
#include "errors.h"

enum { kItems = 4096, kCount = 8, kMostRanks = 16 };
static int send[kMostRanks * kItems], receive[kMostRanks * kItems];
static int ranks;

// A call with a block of each side; `op` stands for the operation.
typedef struct {
  void *send, *receive;
  int send_count, receive_count;
  MPI_Datatype send_type, receive_type;
  MPI_Op op;
  int root;
  MPI_Comm comm;
} Call;

static int counts[kMostRanks], places[kMostRanks];
static MPI_Datatype types[kMostRanks];

enum { kCalls = 17, kRooted = 6 };
static int Perform(int which, const Call* c) {
  for (int i = 0; i < ranks; ++i) {
    counts[i] = c->receive_count;
    places[i] = i * kItems;
    types[i] = c->receive_type;
  }
  switch (which) {
    case 0:
      return MPI_Bcast(c->send, c->send_count, c->send_type, c->root, c->comm);
    case 1:
      return MPI_Scatter(c->send, c->send_count, c->send_type, c->receive, c->receive_count,
                         c->receive_type, c->root, c->comm);
    case 2:
      return MPI_Scatterv(c->send, counts, places, c->send_type, c->receive, c->receive_count,
                          c->receive_type, c->root, c->comm);
    case 3:
      return MPI_Gather(c->send, c->send_count, c->send_type, c->receive, c->receive_count,
                        c->receive_type, c->root, c->comm);
    case 4:
      return MPI_Gatherv(c->send, c->send_count, c->send_type, c->receive, counts, places,
                         c->receive_type, c->root, c->comm);
    case 5:
      return MPI_Reduce(c->send, c->receive, c->send_count, c->send_type, c->op, c->root, c->comm);
    case 6:
      return MPI_Allreduce(c->send, c->receive, c->send_count, c->send_type, c->op, c->comm);
    case 7:
      return MPI_Allgather(c->send, c->send_count, c->send_type, c->receive, c->receive_count,
                           c->receive_type, c->comm);
    case 8:
      return MPI_Allgatherv(c->send, c->send_count, c->send_type, c->receive, counts, places,
                            c->receive_type, c->comm);
    case 9:
      return MPI_Alltoall(c->send, c->send_count, c->send_type, c->receive, c->receive_count,
                          c->receive_type, c->comm);
    case 10:
      return MPI_Alltoallv(c->send, counts, places, c->send_type, c->receive, counts, places,
                           c->receive_type, c->comm);
    case 11:
      return MPI_Alltoallw(c->send, counts, places, types, c->receive, counts, places, types,
                           c->comm);
    case 12:
      return MPI_Barrier(c->comm);
    case 13:
      return MPI_Reduce_scatter_block(c->send, c->receive, c->receive_count, c->receive_type, c->op,
                                      c->comm);
    case 14:
      return MPI_Reduce_scatter(c->send, c->receive, counts, c->receive_type, c->op, c->comm);
    case 15:
      return MPI_Scan(c->send, c->receive, c->send_count, c->send_type, c->op, c->comm);
    default:
      return MPI_Exscan(c->send, c->receive, c->send_count, c->send_type, c->op, c->comm);
  }
}

// Mistakes that the library notices before it sends anything.
enum {
  kNegativeCount,
  kNullType,
  kUncommitted,
  kRootTooLarge,
  kRootNegative,
  kNoRoot,
  kRootBetweenGroups,
  kNullOp,
  kWrongOp,
  kReplace,
  kNullComm,
  kFreedComm,
  kNullSend,
  kNullReceive,
  kAliased,
  kReceiveInPlace,
  kMistakes
};

// Offset in the receive buffer where the library looks for the send buffer.
static int OwnBlock(int which) {
  const int rank = RankIn(MPI_COMM_WORLD);
  return which == 7 ? rank * kCount : which == 8 ? rank * kItems : 0;
}

static void Make(int which, int mistake, Call* c, MPI_Datatype uncommitted) {
  MPI_Comm freed;
  switch (mistake) {
    case kNegativeCount:
      c->send_count = c->receive_count = -1;
      break;
    case kNullType:
      c->send_type = c->receive_type = MPI_DATATYPE_NULL;
      break;
    case kUncommitted:
      c->send_type = c->receive_type = uncommitted;
      break;
    case kRootTooLarge:
      c->root = ranks;
      break;
    case kRootNegative:
      c->root = -5;
      break;
    case kNoRoot:
      c->root = MPI_PROC_NULL;
      break;
    case kRootBetweenGroups:
      c->root = MPI_ROOT;
      break;
    case kNullOp:
      c->op = MPI_OP_NULL;
      break;
    case kWrongOp:  // not defined for integers
      c->op = MPI_MINLOC;
      break;
    case kReplace:  // of one-sided communication
      c->op = MPI_REPLACE;
      break;
    case kNullComm:
      c->comm = MPI_COMM_NULL;
      break;
    case kFreedComm:
      MPI_Comm_dup(c->comm, &freed);
      c->comm = freed;
      MPI_Comm_free(&freed);
      break;
    case kNullSend:
      c->send = NULL;
      break;
    case kNullReceive:
      c->receive = NULL;
      break;
    case kAliased:
      c->send = (int*)c->receive + OwnBlock(which);
      break;
    case kReceiveInPlace:
      c->receive = MPI_IN_PLACE;
      break;
    default:
      break;
  }
}

// Whether the library itself does not notice the mistake, at least not on all ranks: it crashes or
// waits for ever.
static int IsUnnoticed(int which, int mistake) {
#ifdef OPEN_MPI  // 4.1.4, whose handles are pointers
  switch (mistake) {
    case kUncommitted:
    case kFreedComm:
    case kNullSend:
    case kNullReceive:
    case kAliased:
      return 1;
    case kNullComm:
      return which == 7;
    case kReceiveInPlace:
      return which == 16;
    default:
      return 0;
  }
#else
  (void)which;
  (void)mistake;
  return 0;
#endif
}

// Whether the mistake is none in this collective, or one of the root only, for which the others
// wait for ever. Also where MPICH 4.0.2 itself fails an assertion: negative counts of reductions.
static int IsLeftOut(int which, int mistake) {
  if (IsUnnoticed(which, mistake)) return 1;
  const int reduces = which == 5 || which == 6 || which >= 13;
  if (reduces && which != 14 && mistake == kNegativeCount) return 1;
  const int rooted = which < kRooted;
  switch (mistake) {
    case kRootTooLarge:
    case kRootNegative:
    case kNoRoot:
    case kRootBetweenGroups:
      return !rooted;
    case kNullOp:
    case kWrongOp:
    case kReplace:
      return !reduces;
    case kNullComm:
    case kFreedComm:
      return 0;
    case kNullSend:
      return which == 1 || which == 2 || which == 12;
    case kAliased:
    case kNullReceive:
    case kReceiveInPlace:
      // Ranks other than the root may give anything there.
      return which == 0 || which == 12 || rooted;
    default:
      return which == 12;
  }
}

// A mistake of the root alone is an error on the root, which the library does not tell the others.
// They need not call at all.
static void TryOnRoot(MPI_Comm comm) {
  for (int which = 1; which < kRooted && RankIn(comm) == 0; ++which) {
    if (IsUnnoticed(which, kAliased)) continue;
    Call call = {receive, receive, kCount, kCount, MPI_INT, MPI_INT, MPI_SUM, 0, comm};
    Record(ErrorClass(Perform(which, &call)));
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void TryAll(MPI_Comm comm) {
  MPI_Datatype uncommitted;
  MPI_Type_contiguous(1, MPI_INT, &uncommitted);
  for (int which = 0; which < kCalls; ++which) {
    for (int mistake = 0; mistake < kMistakes; ++mistake) {
      if (IsLeftOut(which, mistake)) continue;
      Call call = {send, receive, kCount, kCount, MPI_INT, MPI_INT, MPI_SUM, 0, comm};
      Make(which, mistake, &call, uncommitted);
      Check(Perform(which, &call), comm);
    }
  }
  MPI_Type_free(&uncommitted);
  TryOnRoot(comm);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  ranks = RanksOf(MPI_COMM_WORLD);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  TryOnRoot(MPI_COMM_WORLD);
  TryOnBoth(TryAll);
  PrintResults();
  MPI_Finalize();
  return 0;
}
