// Gathers that escalate: what a switch drops of messages that meet at one receiver, by samples.
#ifndef COLLTUNE_MODELS_FEATURES_INCAST_H_
#define COLLTUNE_MODELS_FEATURES_INCAST_H_

#include <string>
#include <string_view>
#include <vector>

#include "models/features/eager_limit.h"
#include "models/network/network.h"
#include "models/network/network_model.h"

namespace colltune {

/// What the samples say of Incast.
struct IncastFound {
  bool found = false;      ///< otherwise nothing is dropped, and all others are 0
  Bytes buffer;            ///< that many bytes were seen on their way to one rank without a drop
  Bytes half_width;        ///< with that many more, there was one
  Seconds delay{};         ///< of a message that is dropped: the median
  Seconds delay_spread{};  ///< the largest distance of a sample from that
  std::string note{};      ///< the region, in words
};

/// Many to one from two or more senders escalates for messages between two sizes, M1 and M2: it
/// takes longer than for larger ones (Lastovetsky, O'Flynn & Rychkov: "A Performance Model of
/// Many-to-One Collective Communications for Parallel Computing", IPDPS 2007, and MPIBlib). Of the
/// samples with the same senders, one of a size that may be buffered is escalated where it takes
///  - 1.5 times as long as one of a larger size, at least, and their intervals do not touch;
///  - or, against the largest smaller one that is not, more than 10 times the ratio of their sizes:
///    the region may reach as far as sizes were tried. It goes on until the time falls by 1.5.
/// With q senders, the buffer lies between q M1, of the largest size below the region, and q times
/// the smallest size in it, less what leaves it meanwhile: the receiver signals one sender after
/// another to start. `network` says what each message takes on its own. The delay is what the
/// escalated ones take beyond the line between their neighbours outside of the region. The senders
/// whose M1 is known best count.
IncastFound FindIncast(const NetworkData& data, const EagerLimit& limit, const Network& network);

/// Without the samples that are escalated, which tell nothing of ports and overheads.
NetworkData WithoutEscalated(const NetworkData& data, const EagerLimit& limit);

/// As parameters of `fit`, "incast buffer" (B) and "incast delay" (s), with the note; nothing where
/// none was found.
void AddIncast(const IncastFound& found, Fit& fit);

/// The names of these parameters.
std::vector<std::string> IncastNames();

/// From these parameters; the default where there are none. Throws std::invalid_argument naming
/// `model` and the parameter that is missing, where there is one alone.
Incast ToIncast(std::string_view model, const ParameterValues& values);

}  // namespace colltune

#endif  // COLLTUNE_MODELS_FEATURES_INCAST_H_
