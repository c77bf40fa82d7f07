// Control variables of an MPI without MPI_T, such as SMPI: none.
#include "algorithms/native/native_variable.h"

namespace colltune {

const NativeVariable* FindNativeVariable(Collective) { return nullptr; }

}  // namespace colltune
