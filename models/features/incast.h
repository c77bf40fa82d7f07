// Gathers that escalate: detection of messages that a switch drops where they meet at one receiver.
#ifndef COLLTUNE_MODELS_FEATURES_INCAST_H_
#define COLLTUNE_MODELS_FEATURES_INCAST_H_

#include <string>
#include <string_view>
#include <vector>

#include "models/features/eager_limit.h"
#include "models/network/network.h"
#include "models/network/network_model.h"

namespace colltune::models {

/// Incast, as the samples tell.
struct IncastFound {
  bool found = false;      ///< false: nothing is dropped, and all others are 0
  Bytes buffer;            ///< bytes that a switch was seen to keep for one host without a drop
  Bytes half_width;        ///< with that many bytes more, a drop was seen
  Seconds delay{};         ///< of a dropped message: the median
  Seconds delay_spread{};  ///< the largest distance of a sample from `delay`
  std::string note{};      ///< the region, in words
};

/// Finds the incast of many to one, which from two or more senders escalates for messages between
/// two sizes, M1 and M2. Many to one then takes longer than for larger messages (Lastovetsky,
/// O'Flynn & Rychkov: "A Performance Model of Many-to-One Collective Communications for Parallel
/// Computing", IPDPS 2007, and MPIBlib). Samples with the same senders are compared. A sample of a
/// size that may be buffered is escalated in these cases:
/// - Its time is at least 1.5 times that of a sample of a larger size, and their intervals do not
///   touch.
/// - Its time over that of the largest smaller sample that is not escalated is more than 3 times
///   the ratio of their sizes. The region may then reach as far as sizes were tried, and ends where
///   the time falls by a factor of 1.5.
///
/// The buffer lies between two bounds: what a switch has to keep where no message is dropped of the
/// largest size below the region, and likewise of the smallest size in it. Both are found by
/// playing the experiment on `network` (experiment_replay.h), whose ports pass on what they keep
/// meanwhile. The delay is the time of escalated samples beyond the line between their neighbours
/// outside of the region. The senders whose M1 is known best decide.
IncastFound FindIncast(const measure::NetworkData& data, const EagerLimit& limit,
                       const Network& network);

/// Returns the samples that are not escalated: escalated ones tell nothing of ports and overheads.
/// Besides many to one late receives may be, as several messages are on the way before them.
measure::NetworkData WithoutEscalated(const measure::NetworkData& data, const EagerLimit& limit);

/// Adds the parameters "incast buffer" (B) and "incast delay" (s) to `fit`, with the note; nothing
/// if no incast was found.
void AddIncast(const IncastFound& found, Fit& fit);

/// Returns the names of these parameters.
std::vector<std::string> IncastNames();

/// Returns the Incast of these parameters; the default where there are none. Throws
/// std::invalid_argument that names `model` and the missing parameter, if only one of them is
/// there.
Incast ToIncast(std::string_view model, const ParameterValues& values);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_INCAST_H_
