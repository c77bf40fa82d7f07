// The names of the algorithms inside the MPI library, as its own texts say.
#ifndef COLLTUNE_ALGORITHMS_NATIVE_NAMES_H_
#define COLLTUNE_ALGORITHMS_NATIVE_NAMES_H_

#include <string>
#include <string_view>
#include <vector>

namespace colltune {

/// What selects an algorithm of the library, by whose name the library knows it.
struct NativeAlgorithm {
  std::string name;     ///< "binomial"
  std::string summary;  ///< "Force Binomial Tree", in the library's words
  int value = 0;        ///< of the control variable

  friend bool operator==(const NativeAlgorithm&, const NativeAlgorithm&) = default;
};

/// Whether it is made of a-z, 0-9 and _, and of one of them at least.
bool IsNativeName(std::string_view name);

/// The values that the description of a control variable of MPICH lists, but `auto`:
///
///     Variable to select bcast algorithm
///     auto - Internal algorithm selection (can be overridden ...)
///     binomial             - Force Binomial Tree
///     scatter_ring         - Force Scatter Ring
///
/// They are numbered from auto = 0, in this order. MPICH's build drops the ends of lines
/// ("algorithmauto - Internal", "Binomial Treescatter_ring         - Force"): a name is then found
/// by the width of the column of names, which the first one after auto shows. Empty where there is
/// no such list, or any of it cannot be told for certain: a wrong value ends the program.
std::vector<NativeAlgorithm> ParseNativeAlgorithms(std::string_view description);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_NATIVE_NAMES_H_
