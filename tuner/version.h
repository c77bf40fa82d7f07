// The version of colltune.
#ifndef COLLTUNE_TUNER_VERSION_H_
#define COLLTUNE_TUNER_VERSION_H_

#include <string>

namespace colltune::tune {

/// Returns "1.0.0, built for MPICH 4.0.2": the release, as .install/changelog has it, and the MPI
/// library that this program was compiled against, by the name that profiles have for the library.
std::string VersionText();

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_VERSION_H_
