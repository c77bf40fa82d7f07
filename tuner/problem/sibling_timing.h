// Whether communicators of parts of the nodes' ranks are timed together, and how a profile says so.
#ifndef COLLTUNE_TUNER_PROBLEM_SIBLING_TIMING_H_
#define COLLTUNE_TUNER_PROBLEM_SIBLING_TIMING_H_

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "profiles/profile.h"

namespace colltune::tune {

/// Timing of communicators that use a part of each node's ranks, and so have siblings.
enum class SiblingTiming : unsigned char {
  kTogether,  ///< all siblings at work, as in an application that splits its ranks
  kAlone,     ///< one at work, the other ranks idle
};

/// In the order of the enum: values of --siblings.
inline constexpr std::array<std::string_view, 2> kSiblingTimingNames = {"together", "alone"};

/// Returns the end of Provenance::job that names the timing: "; siblings together".
std::string SiblingText(SiblingTiming timing);

/// Returns the timing that a profile names; nothing where it names none: with one rank a node there
/// are no siblings, and older programs timed them alone.
std::optional<SiblingTiming> SiblingTimingOf(const Provenance& provenance);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_SIBLING_TIMING_H_
