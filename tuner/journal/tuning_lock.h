// One tuning at a time for a profile's file.
#ifndef COLLTUNE_TUNER_JOURNAL_TUNING_LOCK_H_
#define COLLTUNE_TUNER_JOURNAL_TUNING_LOCK_H_

#include <string>

namespace colltune::tune {

/// The right to tune a profile's file, which no other process has meanwhile, on whatever host.
///
/// A tuning is several starts of a job, between which nobody has the journal open. So the process
/// that starts them has this lock from before the first one to the end of the last one. It is an
/// flock on FILE.lock: the kernel frees it however the process ends, and a file that a killed
/// process left behind stops nobody.
class TuningLock {
 public:
  /// Throws JournalError where another process tunes the profile, and where FILE.lock cannot be
  /// made. On file systems without locks it always succeeds; the journal warns of those.
  explicit TuningLock(const std::string& profile);
  TuningLock(const TuningLock&) = delete;
  TuningLock& operator=(const TuningLock&) = delete;
  ~TuningLock();

  /// The name of FILE.lock, beside the target where the profile is a symbolic link.
  static std::string PathFor(const std::string& profile);

 private:
  const std::string path_;
  int file_ = -1;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_TUNING_LOCK_H_
