// Leaves out of a simulation what it does not need: the time of the processor.
//
// SimGrid asks for it around each call of MPI, by a system call, to simulate the computing between
// two of them. The machines here do not compute (smpi/simulate-computation:no in smpi/common.cfg),
// and without the question a simulation of many small messages takes half the time.
#include <dlfcn.h>

#include <ctime>

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (clock == CLOCK_THREAD_CPUTIME_ID) {
    *time = {};
    return 0;
  }
  using Clock = int (*)(clockid_t, timespec*);
  static const auto next = reinterpret_cast<Clock>(dlsym(RTLD_NEXT, "clock_gettime"));
  return next(clock, time);
}
