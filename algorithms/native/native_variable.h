// The control variables by which an MPI library has its own algorithms selected.
#ifndef COLLTUNE_ALGORITHMS_NATIVE_NATIVE_VARIABLE_H_
#define COLLTUNE_ALGORITHMS_NATIVE_NATIVE_VARIABLE_H_

#include <utility>
#include <vector>

#include "algorithms/collective.h"
#include "algorithms/native_names.h"

namespace colltune {

/// One of them, which holds for the process, from the next call of its collective on.
class NativeVariable {
 public:
  virtual ~NativeVariable() = default;
  NativeVariable(const NativeVariable&) = delete;
  NativeVariable& operator=(const NativeVariable&) = delete;

  const std::vector<NativeAlgorithm>& algorithms() const { return algorithms_; }

  /// Has the algorithm of this value used, of those in the list; or kAuto: as the library chooses.
  /// Takes 7 ns in MPICH 4.0.2. Throws MpiError.
  virtual void Write(int value) const = 0;
  virtual int Read() const = 0;

  static constexpr int kAuto = 0;  ///< see ParseNativeAlgorithms

 protected:
  explicit NativeVariable(std::vector<NativeAlgorithm> algorithms)
      : algorithms_(std::move(algorithms)) {}

 private:
  std::vector<NativeAlgorithm> algorithms_;
};

/// That of a collective, which lives as long as the program; nullptr where this library has none of
/// which we know how to use it. MPI need not run.
const NativeVariable* FindNativeVariable(Collective collective);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_NATIVE_NATIVE_VARIABLE_H_
