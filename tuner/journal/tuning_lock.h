// Lock that allows one tuning at a time for a profile's file.
#ifndef COLLTUNE_TUNER_JOURNAL_TUNING_LOCK_H_
#define COLLTUNE_TUNER_JOURNAL_TUNING_LOCK_H_

#include <string>

namespace colltune::tune {

/// Exclusive right to tune a profile's file, among all processes on all hosts.
///
/// A tuning starts a job several times, and between two starts no process has the journal open. So
/// the process that starts the job holds this lock from before the first start to the end of the
/// last. The lock is an flock on FILE.lock: the kernel frees it however the process ends. A
/// FILE.lock that a killed process left stops nobody.
class TuningLock {
 public:
  /// Throws JournalError where another process tunes the profile, and where FILE.lock cannot be
  /// made. Always succeeds on file systems without locks; the journal warns of those file systems.
  explicit TuningLock(const std::string& profile);
  TuningLock(const TuningLock&) = delete;
  TuningLock& operator=(const TuningLock&) = delete;
  ~TuningLock();

  /// Returns the path of FILE.lock, beside the target where the profile is a symbolic link.
  static std::string PathFor(const std::string& profile);

 private:
  const std::string path_;
  int file_ = -1;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_TUNING_LOCK_H_
