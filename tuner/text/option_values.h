// Lists and ranges as they are typed on the command line.
#ifndef COLLTUNE_TUNER_TEXT_OPTION_VALUES_H_
#define COLLTUNE_TUNER_TEXT_OPTION_VALUES_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/units.h"

namespace colltune::tune {

// All throw std::invalid_argument that names the text, what is wrong with it and what is right.

/// The parts of "a,b,c"; an empty part is an error.
std::vector<std::string_view> ParseList(std::string_view text);

/// Returns the numbers of ranks in "2,4,7:9", each from 2 to `most`: sorted, each once.
std::vector<int> ParseRanks(std::string_view text, int most);

/// Returns the sizes in "1K,64K", in a range "8:4M:x2" (from 8 to at most 4M, each twice the one
/// before), or in both with commas: sorted, each once. No size may be above `most`.
std::vector<Bytes> ParseSizes(std::string_view text, Bytes most);

/// Returns the least and the most repetitions in "10:1000"; "50" is both.
std::pair<int, int> ParseRepetitions(std::string_view text);

/// Returns a duration above 0: "30s", "10m", "2h"; "30" are seconds.
Seconds ParseDuration(std::string_view text);

/// Returns a budget as ParseDuration does; nothing, which is no limit, for "0".
std::optional<Seconds> ParseBudget(std::string_view text);

/// Returns a share from 0 to 1: "0.01".
double ParseShare(const std::string& text);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_TEXT_OPTION_VALUES_H_
