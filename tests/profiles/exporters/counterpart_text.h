// Texts of counterparts, for tests to compare.
#ifndef COLLTUNE_TESTS_PROFILES_EXPORTERS_COUNTERPART_TEXT_H_
#define COLLTUNE_TESTS_PROFILES_EXPORTERS_COUNTERPART_TEXT_H_

#include <optional>
#include <string>

#include "profiles/exporters/exporters.h"

namespace colltune {

/// Returns the counterpart's name, with ", nearly" after one that is not exact; `otherwise` where
/// there is none.
inline std::string CounterpartText(const std::optional<Counterpart>& found,
                                   const std::string& otherwise) {
  return found ? found->name + (found->is_exact ? "" : ", nearly") : otherwise;
}

}  // namespace colltune

#endif  // COLLTUNE_TESTS_PROFILES_EXPORTERS_COUNTERPART_TEXT_H_
