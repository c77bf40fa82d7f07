// How the program ends; scripts rely on these numbers.
#ifndef COLLTUNE_TUNER_JOB_EXIT_CODE_H_
#define COLLTUNE_TUNER_JOB_EXIT_CODE_H_

namespace colltune::tune {

enum ExitCode : int {
  kDone = 0,
  kNo = 1,        ///< the question's answer is no
  kWrongUse = 2,  ///< or bad input
  kInterrupted = 3,
  kJobFailed = 4,  ///< the MPI job, not the command
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_EXIT_CODE_H_
