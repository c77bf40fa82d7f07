// A last word of a process that a candidate ends.
#ifndef COLLTUNE_TUNER_JOB_CRASH_NOTE_H_
#define COLLTUNE_TUNER_JOB_CRASH_NOTE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/shape.h"

namespace colltune::tune {

/// Writes a line of a failure log when this process ends by a signal of its own fault, or by exit,
/// while the note lives and a candidate is performed. One note at a time for each process.
class CrashNote {
 public:
  /// `path` is opened only then; an empty one is no file. `objects` has for each choice the line's
  /// JSON without the brace at its end: the reason and the checksum are added.
  CrashNote(std::string path, std::vector<std::string> objects, Rank rank);
  CrashNote(const CrashNote&) = delete;
  CrashNote& operator=(const CrashNote&) = delete;
  ~CrashNote() { Dismiss(); }

  /// From now on choice number `choice` is to blame. Takes no time that could be measured.
  void Performs(std::size_t choice) const;

  /// From now on nothing is written. May be called on any thread.
  static void Dismiss();

  // For the handler of signals.
  const std::string& path() const { return path_; }
  const std::string& object(std::size_t choice) const { return objects_[choice]; }
  Rank rank() const { return rank_; }

 private:
  const std::string path_;
  const std::vector<std::string> objects_;  // by choice
  const Rank rank_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_CRASH_NOTE_H_
