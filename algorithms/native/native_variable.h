// Control variables by which an MPI library selects its own algorithms.
#ifndef COLLTUNE_ALGORITHMS_NATIVE_NATIVE_VARIABLE_H_
#define COLLTUNE_ALGORITHMS_NATIVE_NATIVE_VARIABLE_H_

#include <utility>
#include <vector>

#include "algorithms/collective.h"
#include "algorithms/native_names.h"

namespace colltune {

/// Control variable of one collective. A value holds for the process, from the next call on.
class NativeVariable {
 public:
  virtual ~NativeVariable() = default;
  NativeVariable(const NativeVariable&) = delete;
  NativeVariable& operator=(const NativeVariable&) = delete;

  const std::vector<NativeAlgorithm>& algorithms() const { return algorithms_; }

  /// Selects the listed algorithm of this value, or with kAuto the library's own choice. Takes 7 ns
  /// in MPICH 4.0.2. Throws MpiError.
  virtual void Write(int value) const = 0;
  virtual int Read() const = 0;

  static constexpr int kAuto = 0;  ///< see ParseNativeAlgorithms

 protected:
  explicit NativeVariable(std::vector<NativeAlgorithm> algorithms)
      : algorithms_(std::move(algorithms)) {}

 private:
  std::vector<NativeAlgorithm> algorithms_;
};

/// Returns the variable of a collective, which lives as long as the program. Returns nullptr if
/// this library has no variable that colltune can use. MPI need not run.
const NativeVariable* FindNativeVariable(Collective collective);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_NATIVE_NATIVE_VARIABLE_H_
