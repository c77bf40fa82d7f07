// Cache of built schedules, for the next call of the same algorithm on the same shape.
#ifndef COLLTUNE_ALGORITHMS_RUN_SCHEDULE_CACHE_H_
#define COLLTUNE_ALGORITHMS_RUN_SCHEDULE_CACHE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/program.h"

namespace colltune {

/// An algorithm was asked for a problem that it declines.
class Declined : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A schedule, and derived data that its runner also needs.
struct KeptSchedule {
  /// Upper limit of Announced: a tag of MPI has to hold it, and a flag. The largest tag that every
  /// library takes is 32767 (MPI-3.1, section 8.1.2: MPI_TAG_UB).
  static constexpr int kMostAnnounced = 16383;

  /// `ahead`: the program of the schedule, empty to perform its rounds one after the other.
  explicit KeptSchedule(Schedule made, Program ahead = {});

  /// Returns how many more of the schedule's messages follow `message` to, or from, the same peer;
  /// at most kMostAnnounced.
  int Announced(const Message& message) const {
    return announced[static_cast<std::size_t>(&message - schedule.messages().data())];
  }

  Schedule schedule;
  std::int64_t scratch;        ///< elements
  std::int64_t slots;          ///< elements
  std::vector<int> announced;  ///< by message
  Program ahead;
  std::int64_t largest;  ///< elements of the largest message
};

/// Schedule cache of one rank.
class KeptSchedules {
 public:
  explicit KeptSchedules(Rank rank) : rank_(rank) {}

  /// Returns the schedule of `choice` for `shape`, and builds it if it is not in the cache. Valid
  /// until the next call. Throws Declined and OutOfMemory.
  const KeptSchedule& Find(const Choice& choice, const Shape& shape);

 private:
  struct Key {
    Choice choice;
    Shape shape;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  using Kept = std::unordered_map<Key, KeptSchedule, Hash>;
  static constexpr std::size_t kRecent = 16;

  Kept::iterator Make(const Key& key);
  Kept::iterator Keep(const Key& key, Schedule schedule, Program ahead);

  Rank rank_;
  Kept kept_;
  std::int64_t bytes_ = 0;
  // Recent entries of kept_, so that calls that take turns need no hash.
  std::array<const Kept::value_type*, kRecent> recent_ = {};
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_SCHEDULE_CACHE_H_
