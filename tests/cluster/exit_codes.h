// Exit codes of `run` where the program that it runs gives none; the same as colltune's.
#ifndef COLLTUNE_TESTS_CLUSTER_EXIT_CODES_H_
#define COLLTUNE_TESTS_CLUSTER_EXIT_CODES_H_

namespace colltune::cluster {

enum ExitCode : int {
  kWrongUse = 2,     ///< or a bad description, or no cluster can be emulated here
  kInterrupted = 3,  ///< by a signal
  kFailed = 4,       ///< the emulation
};

}  // namespace colltune::cluster

#endif  // COLLTUNE_TESTS_CLUSTER_EXIT_CODES_H_
