// Names of the algorithms inside the MPI library, as its own descriptions list them.
#ifndef COLLTUNE_ALGORITHMS_NATIVE_NAMES_H_
#define COLLTUNE_ALGORITHMS_NATIVE_NAMES_H_

#include <string>
#include <string_view>
#include <vector>

namespace colltune {

/// Algorithm inside the library, with the library's name and the value that selects it.
struct NativeAlgorithm {
  std::string name;     ///< "binomial"
  std::string summary;  ///< "Force Binomial Tree", in the library's words
  int value = 0;        ///< of the control variable

  friend bool operator==(const NativeAlgorithm&, const NativeAlgorithm&) = default;
};

/// Whether `name` has at least one character and consists of a-z, 0-9 and _.
bool IsNativeName(std::string_view name);

/// Parses the values that the description of a control variable of MPICH lists, but `auto`:
///
///     Variable to select bcast algorithm
///     auto - Internal algorithm selection (can be overridden ...)
///     binomial             - Force Binomial Tree
///     scatter_ring         - Force Scatter Ring
///
/// Values are numbered from auto = 0, in this order. MPICH's build drops the ends of lines
/// ("algorithmauto - Internal", "Binomial Treescatter_ring         - Force"). A name is then found
/// by the width of the column of names, which the first name after auto shows. Returns nothing if
/// there is no such list, or if any part of it is uncertain: a wrong value ends the program.
std::vector<NativeAlgorithm> ParseNativeAlgorithms(std::string_view description);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_NATIVE_NAMES_H_
