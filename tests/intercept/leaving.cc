// Calls that never return: leaving HOW
//
// Error handlers and an operation leave by HOW: throw, bad_alloc, longjmp, or exit, which ends the
// calling thread. Each wrong call is on a communicator of its own; afterwards calls on others go
// on. With exit_multiple they do not: under MPI_THREAD_MULTIPLE the thread ends holding MPICH's
// lock. The exit code then tells how the first call ended.
#include <pthread.h>
#include <setjmp.h>

#include <array>
#include <new>
#include <stdexcept>
#include <string>

#include "program.h"

namespace {

enum End : uint64_t { kReturned, kCaught, kCaughtBadAlloc, kCaughtOther, kJumped, kUnwound };

std::string how;
jmp_buf back;
MPI_Op leaving;
End ended = kReturned;

[[noreturn]] void Leave() {
  if (how == "throw") throw std::runtime_error("wrong");
  if (how == "bad_alloc") throw std::bad_alloc();
  if (how == "longjmp") longjmp(back, 1);
  pthread_exit(nullptr);
}

void OnError(MPI_Comm*, int*, ...) { Leave(); }
void Operate(void*, void*, int*, MPI_Datatype*) { Leave(); }

void PassRootThatIsNone(MPI_Comm comm) {
  int data = 0;
  MPI_Bcast(&data, 1, MPI_INT, 77, comm);
}

void PassOperationThatIsNone(MPI_Comm comm) {
  int data = 0;
  MPI_Allreduce(MPI_IN_PLACE, &data, 1, MPI_INT, MPI_OP_NULL, comm);
}

// All ranks but the root notice the error.
void PassUnequalSizes(MPI_Comm comm) {
  std::array<char, 100> data{};
  MPI_Bcast(data.data(), RankIn(comm) == 0 ? 100 : 50, MPI_BYTE, 0, comm);
}

void PassOperation(MPI_Comm comm) {
  std::array<int, 40> data{}, result{};
  MPI_Allreduce(data.data(), result.data(), 40, MPI_INT, leaving, comm);
}

/// Records whether the stack is unwound: destructors run.
struct Unwinding {
  ~Unwinding() {
    if (!returned) ended = kUnwound;
  }
  bool returned = false;
};

void Try(void (*pass)(MPI_Comm), MPI_Comm comm) {
  Unwinding guard;
  pass(comm);
  guard.returned = true;
}

void CatchAll(void (*pass)(MPI_Comm), MPI_Comm comm) {
  try {
    Try(pass, comm);
  } catch (const std::runtime_error& error) {
    ended = error.what() == std::string("wrong") ? kCaught : kCaughtOther;
  } catch (const std::bad_alloc&) {
    ended = kCaughtBadAlloc;
  } catch (const std::exception&) {
    ended = kCaughtOther;
  }
}

void JumpBack(void (*pass)(MPI_Comm), MPI_Comm comm) {
  if (setjmp(back) == 0) {
    pass(comm);
  } else {
    ended = kJumped;
  }
}

struct Wrong {
  void (*pass)(MPI_Comm);
  MPI_Comm comm;
};

void* InThread(void* argument) {
  const auto* const wrong = static_cast<const Wrong*>(argument);
  Try(wrong->pass, wrong->comm);
  return nullptr;
}

void EndThread(void (*pass)(MPI_Comm), MPI_Comm comm) {
  Wrong wrong = {pass, comm};
  pthread_t thread;
  pthread_create(&thread, nullptr, InThread, &wrong);
  pthread_join(thread, nullptr);
}

// Returns the selected algorithm of the MPI library's own, if it can be read; 0 is its own choice.
uint64_t SelectedBy(const char* variable) {
  int index = 0, count = 0, value = 0;
  MPI_T_cvar_handle handle;
  if (MPI_T_cvar_get_index(variable, &index) != MPI_SUCCESS) return 0;
  MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count);
  MPI_T_cvar_read(handle, &value);
  MPI_T_cvar_handle_free(&handle);
  return static_cast<uint64_t>(value);
}

void GoOn(MPI_Comm comm) {
  MPI_Barrier(comm);
  Record(SelectedBy("MPIR_CVAR_BCAST_INTRA_ALGORITHM"));
  Record(SelectedBy("MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM"));
  std::array<int, 40> data{}, sum{};
  data.fill(RankIn(comm) + 1);
  MPI_Allreduce(data.data(), sum.data(), 40, MPI_INT, MPI_SUM, comm);
  RecordBytes(sum.data(), sizeof sum);
  MPI_Bcast(data.data(), 40, MPI_INT, 1, comm);
  RecordBytes(data.data(), sizeof data);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  how = argv[1];
  const bool multiple = how == "exit_multiple";
  int provided = 0;
  MPI_Init_thread(&argc, &argv, multiple ? MPI_THREAD_MULTIPLE : MPI_THREAD_SERIALIZED, &provided);
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_Op_create(Operate, 1, &leaving);
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(OnError, &handler);
  MPI_Comm other;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  // Errors of invalid handles are raised on these.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
  auto* const leave = how == "longjmp" ? JumpBack : how[0] == 'e' ? EndThread : CatchAll;
  for (const auto& pass :
       {PassOperation, PassUnequalSizes, PassRootThatIsNone, PassOperationThatIsNone}) {
    for (const bool is_first_call : {true, false}) {
      MPI_Comm comm;
      MPI_Comm_dup(other, &comm);
      if (!is_first_call) GoOn(comm);
      MPI_Comm_set_errhandler(comm, handler);
      ended = kReturned;
      leave(pass, comm);
      if (multiple) _Exit(ended == kUnwound ? 0 : 3);
      Record(ended);
      GoOn(other);
    }
  }
  PrintResults();
  MPI_Finalize();
  return 0;
}
