// Stand-in until the schemes are there: the ranks read one clock.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_GLOBAL_CLOCK_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_GLOBAL_CLOCK_H_

#include "measure/clock.h"

namespace colltune {

struct GlobalTime {
  Seconds time{};
  Seconds error{};
};

class GlobalClock {
 public:
  GlobalClock(MPI_Comm comm, const Clock& local) : comm_(comm), local_(local) {}
  void Begin() {}
  void End() {}
  GlobalTime ToGlobal(Seconds local) const { return {local, Seconds(0)}; }
  Seconds ToLocal(Seconds global) const { return global; }
  const Clock& local() const { return local_; }
  MPI_Comm comm() const { return comm_; }
  std::string_view name() const { return "shared"; }

 private:
  MPI_Comm comm_;
  const Clock& local_;
};

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_GLOBAL_CLOCK_H_
