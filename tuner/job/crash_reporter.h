// Says who it was, when a process is killed or crashes.
//
// Such a process says nothing, and its launcher knows it by its host at best. So a child waits at a
// socket that its parent alone holds the other end of, and speaks when that closes. The launcher
// sees the death only when the child has ended, too, as that shares the connections to it: so the
// child comes before the launcher's clean-up. Those that are only cleaned up say nothing, as
// MPICH's launcher sends SIGKILL to process groups as a whole, and Slurm SIGTERM first, which ends
// a child. The same goes for Ctrl-C.
#ifndef COLLTUNE_TUNER_JOB_CRASH_REPORTER_H_
#define COLLTUNE_TUNER_JOB_CRASH_REPORTER_H_

#include <sys/types.h>

#include <string>

namespace colltune::tune {

class Witness {
 public:
  /// Forks: to be called early, before MPI starts and while there is one thread. Where that is not
  /// possible nobody is there to say anything.
  Witness();
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;
  /// An orderly end: nothing is said.
  ~Witness();

  /// Sets the text to write to standard error; there is none before the first call. The last text
  /// counts.
  void Tell(const std::string& text) const;

  /// From now on nothing is said, however this process ends. On any thread.
  void Dismiss() const;

 private:
  pid_t child_ = -1;
  int socket_ = -1;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_CRASH_REPORTER_H_
