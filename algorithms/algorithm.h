// A collective algorithm: it declines a Shape or builds its schedule for one rank.
#ifndef COLLTUNE_ALGORITHMS_ALGORITHM_H_
#define COLLTUNE_ALGORITHMS_ALGORITHM_H_

#include <string>
#include <string_view>
#include <vector>

#include "algorithms/collective.h"
#include "algorithms/limits.h"
#include "algorithms/parameters.h"
#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// One line of the registry. Plain data and a function without state: may be used by any thread.
struct Algorithm {
  Collective collective;
  std::string_view name;              ///< persistent: it stands in profiles
  std::string_view summary;           ///< what it does, in one line
  std::string_view source;            ///< where it was published
  std::vector<Parameter> parameters;  ///< in the order in which they are written
  std::vector<Limit> limits;
  /// Whether it divides a block. If not, it is given shapes of one element; see Shape.
  bool divides = false;
  /// What `rank` does. Requires that the shape meets all limits, 0 <= rank, root < ranks, and
  /// parameters not below their least.
  Schedule (*build)(const Shape& shape, Rank rank, const Parameters& parameters);
};

/// An algorithm with its parameters; or one inside the MPI library; with neither, what the MPI
/// library does by its own choice.
struct Choice {
  const Algorithm* algorithm = nullptr;
  Parameters parameters = {};
  std::string native = {};  ///< the library's name for one of its own: "binomial"; see native.h

  bool IsLibrary() const { return !HasSchedule() && !IsNative(); }
  bool IsNative() const { return !native.empty(); }
  /// Whether it is an algorithm of ours. What the library does inside is hidden.
  bool HasSchedule() const { return algorithm != nullptr; }

  friend bool operator==(const Choice&, const Choice&) = default;
};

/// With the standard value of each parameter.
Choice StandardChoice(const Algorithm& algorithm);

/// Empty, or why the algorithm cannot solve a problem of this shape: "needs a power of two of
/// ranks". The same on all ranks. The library declines nothing, and takes another algorithm where
/// one of its own does not suit a problem.
std::string Declines(const Choice& choice, const Shape& shape);

/// Whether it is an algorithm that declines where places are not known.
bool NeedsPlaces(const Choice& choice);

/// The shape that schedules for a problem are built for: one element, the block, where the
/// algorithm does not divide blocks.
Shape ScheduleShape(const Algorithm& algorithm, const Shape& problem);

/// The schedules of all ranks, in their order. Requires Declines(choice, shape).empty()
/// and choice.HasSchedule().
std::vector<Schedule> BuildAll(const Choice& choice, const Shape& shape);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_ALGORITHM_H_
