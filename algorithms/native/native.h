// The algorithms inside the MPI library: which there are, and how to have one of them used.
#ifndef COLLTUNE_ALGORITHMS_NATIVE_NATIVE_H_
#define COLLTUNE_ALGORITHMS_NATIVE_NATIVE_H_

#include <span>
#include <string_view>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/native/native_variable.h"

namespace colltune {

/// Those that this library lists for a collective, without `auto`, in its order. None where it has
/// no such list (SMPI, Open MPI), where we cannot read it, and where the user has set the variable
/// in the environment: that is then what `library` does. MPI need not run.
std::span<const NativeAlgorithm> NativeAlgorithms(Collective collective);

/// The same, to be measured: those of which Declines knows nothing may still not suit a problem.
/// The library then takes another one.
std::vector<Choice> NativeChoices(Collective collective);

/// The one of that name. Throws std::invalid_argument that names those that are known.
const NativeAlgorithm& FindNative(Collective collective, std::string_view name);

/// Has one of the library's algorithms used for single calls. What is selected holds for the whole
/// process: no other thread may call the same collective meanwhile.
class NativeSelector {
 public:
  /// Throws as FindNative, and std::invalid_argument in a program of MPI_THREAD_MULTIPLE. Requires
  /// that MPI runs.
  NativeSelector(Collective collective, std::string_view name);

  /// call(), and what it returns, with the algorithm selected. Afterwards the library chooses by
  /// itself again, also where the call throws; where it leaves by longjmp, Undo has to be called. A
  /// program that has selected an algorithm by itself keeps it, during the call and after it. All
  /// ranks select the same. Throws MpiError.
  template <typename Call>
  auto During(const Call& call) const {
    const Selected selected(*variable_, value_);
    return call();
  }

  /// Has the library choose by itself where this algorithm is still selected.
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
      if (is_free_) variable_.Write(NativeVariable::kAuto);  // what was written once can be again
    }

   private:
    const NativeVariable& variable_;
    const bool is_free_;  ///< else it holds the program's own selection
  };

  const NativeVariable* variable_;
  int value_;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_NATIVE_NATIVE_H_
