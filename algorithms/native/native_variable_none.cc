// For an MPI without MPI_T, as SMPI is.
#include "algorithms/native/native_variable.h"

namespace colltune {

const NativeVariable* FindNativeVariable(Collective) { return nullptr; }

}  // namespace colltune
