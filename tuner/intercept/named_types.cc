#include "tuner/intercept/named_types.h"

#include "tuner/intercept/reducible.h"

namespace colltune::intercept {

NamedTypes::NamedTypes() {
  for (const auto& [type, kinds] : TypesByName()) {
    Known& known = known_[SlotOf(type)];
    // Some builds of an MPI library lack some types.
    if (type != MPI_DATATYPE_NULL && known.size == kUnknown) known = {type, TypeSize(type)};
  }
}

}  // namespace colltune::intercept
