// The progress of long work, on standard error.
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

/// A step of long work.
struct ProgressStep {
  std::string title;
  double share = 0;  ///< of the work that is done
  std::string doing;
  std::optional<std::chrono::duration<double>> left;
};

/// Shows the steps of one work after another.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  virtual void Begin() = 0;
  virtual void Show(const ProgressStep& step) = 0;
  /// Shows the last step again where a line is due: to be called while a step takes long.
  virtual void Repeat() = 0;
  virtual void End() = 0;
};

/// Shows nothing.
ProgressSink& SilentProgress();

/// Shows a line on standard error: on a terminal it updates itself, elsewhere a line is printed
/// each ten seconds.
ProgressSink& StandardErrorProgress();

/// Reports the share of a known amount of work that is done, and the time left.
class Progress {
 public:
  /// Requires that `sink` outlives the object.
  Progress(ProgressSink& sink, std::string title, double work);
  ~Progress() { sink_.End(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Reports that `done` of the `work` is finished and that `doing` comes now. Without `left`, the
  /// time left is extrapolated from the time so far.
  void Update(double done, const std::string& doing,
              std::optional<std::chrono::duration<double>> left = std::nullopt);

 private:
  using Time = std::chrono::steady_clock::time_point;

  ProgressSink& sink_;
  const std::string title_;
  const double work_;
  const Time start_;
};

/// "12 s", "3 min 20 s", "2 h 5 min".
std::string DurationText(std::chrono::duration<double> duration);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_PROGRESS_H_
