// Other programs that read standard input and write standard output.
#ifndef COLLTUNE_TUNER_PLOT_SUBPROCESS_H_
#define COLLTUNE_TUNER_PLOT_SUBPROCESS_H_

#include <string>
#include <vector>

namespace colltune::tune {

struct Filtered {
  std::string output;
  std::string complaints;  ///< on standard error
  std::string end;         ///< "ended with code 0", "was killed"
  bool well = false;       ///< with code 0
};

/// Starts the program on PATH that `words` begins with, feeds it `input`, and waits for its end.
/// Throws std::runtime_error where it cannot be started: "WHAT_FOR need PROGRAM, which cannot be
/// started: ...; install it (Debian: PACKAGE)".
Filtered RunFilter(const std::vector<std::string>& words, const std::string& input,
                   const std::string& what_for, const std::string& package);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PLOT_SUBPROCESS_H_
