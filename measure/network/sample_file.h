// Network samples as a file of comma-separated values, to be fitted elsewhere and later.
#ifndef COLLTUNE_MEASURE_NETWORK_SAMPLE_FILE_H_
#define COLLTUNE_MEASURE_NETWORK_SAMPLE_FILE_H_

#include <optional>
#include <string>
#include <string_view>

#include "measure/network/samples.h"

namespace colltune {

/// As samples files write it: "round_trip", "flood", "delayed_flood", "late_receive",
/// "one_to_many", "one_to_many_last_answers", "send_call", "send_overlap", "receive_overlap",
/// "many_to_one", "pairs_at_once".
std::string_view ToText(Experiment experiment);

std::optional<Experiment> FindExperiment(std::string_view name);

/// A header line, a line "place" for each rank with its number as `from`, and a line for each
/// sample:
///
///   experiment,from,to,bytes,messages,depth,delay_s,others,reply,repetitions,time_s,least_s,
///   low_s,high_s,host,socket
///
/// `others` are ranks with blanks between, times in seconds with as many digits as it takes to
/// read back the same number. Lines of places fill experiment, from, host and socket alone, the
/// others all but the last two.
std::string WriteSamples(const NetworkData& data);

/// Reads `text`, whose columns may be in any order, with others among them that are ignored; of
/// depth, delay_s, others, reply, repetitions, least_s, low_s, high_s, host and socket any may be
/// missing and are then 0 or empty. Where there are no places, each rank gets an empty one. Throws
/// std::invalid_argument that names `file`, line, column and what is wrong there: also a rank, a
/// size or a time below 0, a time that is not finite, from == to, others of an experiment that has
/// none, a delayed flood without a delay, an interval whose ends are the wrong way round, a second
/// place of a rank, a rank without one where others have one, a rank of 2^20 or above.
NetworkData ReadSamples(std::string_view text, const std::string& file);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_SAMPLE_FILE_H_
