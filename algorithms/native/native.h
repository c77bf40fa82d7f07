// Algorithms inside the MPI library: the list of them, and the selection of one for a call.
#ifndef COLLTUNE_ALGORITHMS_NATIVE_NATIVE_H_
#define COLLTUNE_ALGORITHMS_NATIVE_NATIVE_H_

#include <span>
#include <string_view>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/native/native_variable.h"

namespace colltune {

/// Returns the algorithms that this library lists for a collective, without `auto`, in its order.
/// The list is empty in these cases:
/// - the library has no such list (SMPI, Open MPI);
/// - the list cannot be parsed;
/// - the user has set the variable in the environment, which `library` then performs.
///
/// MPI need not run.
std::span<const NativeAlgorithm> NativeAlgorithms(Collective collective);

/// Returns the same algorithms as choices to be measured. Declines knows nothing of their limits:
/// where an algorithm does not suit a problem, the library takes another one.
std::vector<Choice> NativeChoices(Collective collective);

/// Returns the algorithm of that name. Throws std::invalid_argument that names the known
/// algorithms.
const NativeAlgorithm& FindNative(Collective collective, std::string_view name);

/// Selects one of the library's algorithms for single calls. A selection holds for the whole
/// process: no other thread may call the same collective meanwhile.
class NativeSelector {
 public:
  /// Throws as FindNative, and std::invalid_argument in a program of MPI_THREAD_MULTIPLE. Requires
  /// that MPI runs.
  NativeSelector(Collective collective, std::string_view name);

  /// Selects the algorithm, and returns call(). Afterwards the library chooses by itself again,
  /// also if the call throws. If the call leaves by longjmp, Undo has to be called. A program that
  /// has selected an algorithm by itself keeps that selection, during the call and after it. All
  /// ranks select the same algorithm. Throws MpiError.
  template <typename Call>
  auto During(const Call& call) const {
    const Selected selected(*variable_, value_);
    return call();
  }

  /// Lets the library choose by itself again if this algorithm is still selected.
  void Undo() const {
    if (variable_->Read() == value_) variable_->Write(NativeVariable::kAuto);
  }

  friend bool operator==(const NativeSelector&, const NativeSelector&) = default;

 private:
  class Selected {
   public:
    Selected(const NativeVariable& variable, int value)
        : variable_(variable), is_free_(variable.Read() == NativeVariable::kAuto) {
      if (is_free_) variable_.Write(value);
    }
    Selected(const Selected&) = delete;
    Selected& operator=(const Selected&) = delete;
    ~Selected() {
      if (is_free_) variable_.Write(NativeVariable::kAuto);  // written once: can be written again
    }

   private:
    const NativeVariable& variable_;
    const bool is_free_;  ///< else the variable holds the program's own selection
  };

  const NativeVariable* variable_;
  int value_;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_NATIVE_NATIVE_H_
