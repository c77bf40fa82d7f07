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
  std::vector<Bytes> sizes;                     ///< ascending
  std::vector<measure::NetworkSample> samples;  ///< floods and overlaps of all sizes
  measure::SeedParameters parameters;
  std::optional<Bytes> rendezvous;  ///< least size from which on a send waits for its receiver
  Bytes most_buffered;              ///< largest size that was tried, for a layer without rendezvous
};

/// Returns the parameters of Bell et al., then gap and overheads of each size. An overhead too
/// small to be told from the gap is shown as "<" the upper end of its interval.
std::string LayerText(const MeasuredLayer& measured);

/// Returns a header line and one row for each parameter:
///
///   parameter,bytes,value,unit,low,high,least,layer,note
///
/// EEL, o_s, o_r, g, G, g/G, overlap_left and rendezvous; o_s, o_r and g have a row for each size,
/// `bytes`. `value` is from the medians, low and high from their intervals, `least` from the
/// shortest repetitions. A field is empty if its value is not known or does not exist; `note` says
/// why.
std::string LayerCsv(const MeasuredLayer& measured);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_TEXT_NETWORK_TEXT_H_
