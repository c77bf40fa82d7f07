// Reports which process it was when a process is killed or crashes.
//
// Such a process says nothing itself, and its launcher knows it by its host at best. So a child
// waits at a socket whose other end its parent alone holds, and reports when that end closes. The
// launcher sees the death only when the child has also ended, as the child shares the connections
// to the launcher. So the report comes before the launcher's clean-up.
//
// Processes that are only cleaned up report nothing. MPICH's launcher sends SIGKILL to process
// groups as a whole, and Slurm SIGTERM first, which ends a child. The same goes for Ctrl-C.
#ifndef COLLTUNE_TUNER_JOB_CRASH_REPORTER_H_
#define COLLTUNE_TUNER_JOB_CRASH_REPORTER_H_

#include <sys/types.h>

#include <string>

namespace colltune::tune {

class Witness {
 public:
  /// Forks the child: to be called early, before MPI starts and while there is one thread. Without
  /// a child nothing is ever reported.
  Witness();
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;
  /// Ends in good order: nothing is reported.
  ~Witness();

  /// Sets the text to write to standard error; there is none before the first call. The last text
  /// counts.
  void Tell(const std::string& text) const;

  /// Reports nothing from now on, however this process ends. May be called on any thread.
  void Dismiss() const;

 private:
  pid_t child_ = -1;
  int socket_ = -1;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_CRASH_REPORTER_H_
