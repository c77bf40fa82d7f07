// The progress line of long work, on standard error.
#ifndef COLLTUNE_TUNER_JOB_PROGRESS_H_
#define COLLTUNE_TUNER_JOB_PROGRESS_H_

#include <chrono>
#include <optional>
#include <string>

namespace colltune::tune {

/// Environment variable that tells this program, started under mpiexec by itself, that its standard
/// error reaches a terminal through mpiexec.
inline constexpr const char* kTerminalVariable = "COLLTUNE_TERMINAL";

/// Whether standard error is a terminal, or reaches one.
bool ReachesTerminal();

/// Shows the share of a known amount of work that is done, and the time left. On a terminal a line
/// updates itself, elsewhere a line is printed each ten seconds. Shows nothing when silent.
class Progress {
 public:
  Progress(std::string title, double work, bool silent);
  ~Progress();  ///< ends the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Reports that `done` of the `work` is finished and that `doing` comes now. Without `left`, the
  /// time left is extrapolated from the time so far.
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
