// The measuring library for applications: how long a collective takes on a communicator.
//
// The interface is that of Lastovetsky, Rychkov & O'Flynn, "MPIBlib: Benchmarking MPI
// Communications for Parallel Computing on Homogeneous and Heterogeneous Clusters" (EuroPVM/MPI
// 2008), section 3: the least and the most repetitions and the largest error in, the repetitions
// that there were and their error out. colltune.h is its form for C.
#ifndef COLLTUNE_MEASURE_API_MEASURE_H_
#define COLLTUNE_MEASURE_API_MEASURE_H_

#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

#include "measure/api/exception_to_error.h"
#include "measure/statistics/stopping_rule.h"

namespace colltune {

struct MeasureRequest {
  std::string collective;          ///< "scatter": one of kCollectiveNames
  std::string choice = "library";  ///< "knomial:k=4": as ParseChoice reads it
  std::vector<Bytes> sizes{};      ///< of a block: what one rank contributes or gets
  Rank root = 0;                   ///< of collectives that have one
  std::string method{};            ///< empty: StandardMethod
  std::string clock_sync{};  ///< for methods that need a global clock; empty: what suits `comm`
  StoppingRule rule{};
};

/// What the repetitions of one size amount to.
struct Measurement {
  Bytes bytes;
  Seconds time{};    ///< the rule's statistic; of the slowest destination where there are many
  double error = 0;  ///< half its confidence interval, as a share of it; infinite where unknown
  int reps = 0;
  int valid = 0;  ///< repetitions that `time` rests on; where there are none it is infinite
};

/// Measures a collective on the processes of `comm`, size by size.
///
/// Collective over `comm`, with the same request on all ranks. Messages travel on communicators of
/// its own, so that the application may have operations pending on `comm`; all is freed at the
/// end. Throws Failure, alike on all ranks for whatever is wrong with a request, or not the same
/// on all ranks; a rank whose MPI library fails during a repetition throws alone.
std::vector<Measurement> Measure(MPI_Comm comm, const MeasureRequest& request);

/// As above, for a request that is yet to be made: what `make` throws on one rank is thrown on
/// all. It must not communicate.
std::vector<Measurement> Measure(MPI_Comm comm, const std::function<MeasureRequest()>& make);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_API_MEASURE_H_
