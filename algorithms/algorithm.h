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
  /// Whether the algorithm divides a block. An algorithm that does not is given shapes of one
  /// element; see Shape.
  bool divides = false;
  /// Builds the schedule of `rank`. Requires that the shape meets all limits, 0 <= rank, root <
  /// ranks, and parameters not below their least.
  Schedule (*build)(const Shape& shape, Rank rank, const Parameters& parameters);
};

/// Implementation of a collective, one of:
/// - an algorithm of colltune, with its parameters;
/// - an algorithm inside the MPI library (`native`);
/// - neither of these: the algorithm that the MPI library chooses by itself.
struct Choice {
  const Algorithm* algorithm = nullptr;
  Parameters parameters = {};
  std::string native = {};  ///< name of the MPI library's own algorithm: "binomial"; see native.h

  bool IsLibrary() const { return !HasSchedule() && !IsNative(); }
  bool IsNative() const { return !native.empty(); }
  /// Whether the choice is an algorithm of colltune. Schedules inside the MPI library are hidden.
  bool HasSchedule() const { return algorithm != nullptr; }

  friend bool operator==(const Choice&, const Choice&) = default;
};

/// Returns the choice of `algorithm` with the standard value of each parameter.
Choice StandardChoice(const Algorithm& algorithm);

/// Returns why the choice cannot solve a problem of this shape: "needs a power of two of ranks".
/// Returns an empty text if the choice can. The text is the same on all ranks. The MPI library
/// declines nothing: where one of its own algorithms does not suit a problem, the library takes
/// another one.
std::string Declines(const Choice& choice, const Shape& shape);

/// Whether the choice is an algorithm that declines where places are not known.
bool NeedsPlaces(const Choice& choice);

/// Returns the shape for which schedules of a problem are built. Where the algorithm does not
/// divide blocks, the whole block is one element.
Shape ScheduleShape(const Algorithm& algorithm, const Shape& problem);

/// Returns the schedules of all ranks, in rank order. Requires Declines(choice, shape).empty() and
/// choice.HasSchedule().
std::vector<Schedule> BuildAll(const Choice& choice, const Shape& shape);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_ALGORITHM_H_
