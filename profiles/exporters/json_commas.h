// JSON as other programs' readers take it: with a comma after the last element.
#ifndef COLLTUNE_PROFILES_EXPORTERS_JSON_COMMAS_H_
#define COLLTUNE_PROFILES_EXPORTERS_JSON_COMMAS_H_

#include <string>
#include <string_view>

namespace colltune {

/// Returns the text with a blank for each comma that stands after a value and before ] or }. All
/// else is unchanged, comments of C and C++ included.
std::string WithoutLastCommas(std::string_view text);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_JSON_COMMAS_H_
