// A layer's parameters, for people and for programs to read.
#ifndef COLLTUNE_TUNER_TEXT_NETWORK_TEXT_H_
#define COLLTUNE_TUNER_TEXT_NETWORK_TEXT_H_

#include <optional>
#include <string>
#include <vector>

#include "measure/network/seed_parameters.h"

namespace colltune::tune {

struct MeasuredLayer {
  std::string layer;
  Rank from = 0;
  Rank to = 0;
  std::string from_host;
  std::string to_host;
  std::vector<Bytes> sizes;            ///< ascending
  std::vector<NetworkSample> samples;  ///< floods and overlaps of all sizes
  SeedParameters parameters;
  std::optional<Bytes> rendezvous;  ///< from here on a send waits for its receiver
  Bytes most_buffered;              ///< without one: the largest size that was tried
};

/// The parameters of Bell et al., then gap and overheads of each size. An overhead that is too
/// small against the gap to be seen is shown as below the upper end of its interval.
std::string LayerText(const MeasuredLayer& measured);

/// A header line and one row for each parameter:
///
///   parameter,bytes,value,unit,low,high,least,layer,note
///
/// EEL, o_s, o_r, g, G, g/G, overlap_left and rendezvous; o_s, o_r and g have a row for each size,
/// `bytes`. `value` is from the medians, low and high from their intervals, `least` from the
/// shortest repetitions. Empty: what is not known, or is not; `note` says why.
std::string LayerCsv(const MeasuredLayer& measured);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_TEXT_NETWORK_TEXT_H_
