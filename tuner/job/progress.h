// The progress line of long work, on standard error.
#ifndef COLLTUNE_TUNER_JOB_PROGRESS_H_
#define COLLTUNE_TUNER_JOB_PROGRESS_H_

#include <chrono>
#include <optional>
#include <string>

namespace colltune::tune {

/// The variable by which this program, started under mpiexec by itself, is told that what it
/// writes goes through mpiexec to a terminal.
inline constexpr const char* kTerminalVariable = "COLLTUNE_TERMINAL";

/// Whether standard error is a terminal, or reaches one.
bool ReachesTerminal();

/// Shows how much of a known amount of work is done, and when the rest will be: a line that
/// updates itself on a terminal, a line each ten seconds elsewhere, nothing when silent.
class Progress {
 public:
  Progress(std::string title, double work, bool silent);
  ~Progress();  ///< ends the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` of the `work` is finished; `doing` says what comes now. Without `left` the rest of the
  /// work is taken to last as the part before.
  void Update(double done, const std::string& doing,
              std::optional<std::chrono::duration<double>> left = std::nullopt);

 private:
  using Time = std::chrono::steady_clock::time_point;

  const std::string title_;
  const double work_;
  const bool silent_;
  const bool terminal_;
  const Time start_;
  Time shown_{};
};

/// "12 s", "3 min 20 s", "2 h 5 min".
std::string DurationText(std::chrono::duration<double> duration);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_PROGRESS_H_
