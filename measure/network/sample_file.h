// Network samples as a file of comma-separated values, to be fitted elsewhere and later.
#ifndef COLLTUNE_MEASURE_NETWORK_SAMPLE_FILE_H_
#define COLLTUNE_MEASURE_NETWORK_SAMPLE_FILE_H_

#include <optional>
#include <string>
#include <string_view>

#include "measure/network/samples.h"

namespace colltune::measure {

/// Returns the name in samples files: "round_trip", "flood", "delayed_flood", "late_receive",
/// "one_to_many", "one_to_many_last_answers", "send_call", "send_overlap", "receive_overlap",
/// "many_to_one", "pairs_at_once", "streams_at_once".
std::string_view ToText(Experiment experiment);

std::optional<Experiment> FindExperiment(std::string_view name);

/// Writes a header line, a line "place" for each rank with its number as `from`, and a line for
/// each sample:
///
///   experiment,from,to,bytes,messages,depth,delay_s,others,reply,repetitions,time_s,least_s,
///   low_s,high_s,host,socket
///
/// `others` are ranks separated by blanks. Times are in seconds, with the digits that reading back
/// the same number needs. Lines of places fill experiment, from, host and socket alone; lines of
/// samples fill all columns but the last two.
std::string WriteSamples(const NetworkData& data);

/// Reads `text`, whose columns may be in any order; unknown columns are ignored. Any of depth,
/// delay_s, others, reply, repetitions, least_s, low_s, high_s, host and socket may be missing, and
/// is then 0 or empty. Where there are no places, each rank gets an empty one. Throws
/// std::invalid_argument that names `file`, line, column and the fault. Also faults are:
///  - a rank, a size or a time below 0; a time that is not finite; a rank of 2^20 or above;
///  - from == to of messages, or from != to of local work, or others of an experiment that has
///  none;
///  - a delayed flood without a delay, or an interval whose ends are the wrong way round;
///  - a second place of a rank, or a rank without a place where other ranks have one.
NetworkData ReadSamples(std::string_view text, const std::string& file);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_SAMPLE_FILE_H_
