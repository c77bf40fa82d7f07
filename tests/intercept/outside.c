// Programs that use MPI before MPI_Init, after MPI_Finalize, or without both:
//
//     outside never       MPI is linked in, and not used
//     outside early       a collective before MPI_Init, which is wrong
//     outside late        a collective after MPI_Finalize, which is wrong
//     outside fork        processes that come and go before, between and after
//     outside sessions    collectives without MPI_Init
//
// In each program a constructor and an exit handler call functions that are always allowed.
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

static void Ask(const char* when) {
  int version = 0, subversion = 0, initialized = -1, finalized = -1, length = 0;
  char library[MPI_MAX_LIBRARY_VERSION_STRING];
  MPI_Get_version(&version, &subversion);
  MPI_Get_library_version(library, &length);
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  printf("%s: MPI-%d.%d, %d characters, initialized %d, finalized %d\n", when, version, subversion,
         length, initialized, finalized);
}

static void AskAtExit(void) { Ask("at exit"); }

__attribute__((constructor)) static void AskAtStart(void) {
  Ask("constructor");
  atexit(AskAtExit);
}

static void Collectives(const char* when) {
  int values[2] = {RankIn(MPI_COMM_WORLD) + 1, 7};
  MPI_Allreduce(MPI_IN_PLACE, values, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Bcast(&values[1], 1, MPI_INT, 1, MPI_COMM_WORLD);
  printf("%s: %d %d\n", when, values[0], values[1]);
}

// Forks a child that ends by exit(), with all its registered handlers, and one that becomes another
// program.
static void Fork(const char* when) {
  for (int execs = 0; execs < 2; ++execs) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0 && execs) execlp("sh", "sh", "-c", "exit 3", (char*)NULL);
    if (child == 0) {
      printf("a child %s\n", when);
      exit(3);
    }
    int status = -1;
    waitpid(child, &status, 0);
    printf("%s: status %d\n", when, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  }
}

static void Sessions(void) {
#if MPI_VERSION >= 4
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "outside", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  int sum = RankIn(comm) + 1;
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, comm);
  printf("in a session: %d\n", sum);
  MPI_Group_free(&group);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);
#endif
}

int main(int argc, char** argv) {
  const char* const what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "never") == 0) return 0;
  if (strcmp(what, "sessions") == 0) {
    Sessions();
    return 0;
  }
  const int forks = strcmp(what, "fork") == 0;
  if (forks) Fork("before");
  if (strcmp(what, "early") == 0) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Init(&argc, &argv);
  Collectives("first");
  if (forks) Fork("between");
  Collectives("second");
  MPI_Finalize();
  if (forks) Fork("after");
  if (strcmp(what, "late") == 0) MPI_Barrier(MPI_COMM_WORLD);
  return 0;
}
