// Measuring library for applications: times a collective on a communicator.
//
// The interface is that of Lastovetsky, Rychkov & O'Flynn, "MPIBlib: Benchmarking MPI
// Communications for Parallel Computing on Homogeneous and Heterogeneous Clusters" (EuroPVM/MPI
// 2008), section 3. Its inputs are the least and the most repetitions and the largest error; its
// outputs are the number of repetitions and their error. colltune.h is the interface for C.
#ifndef COLLTUNE_MEASURE_API_MEASURE_H_
#define COLLTUNE_MEASURE_API_MEASURE_H_

#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

#include "measure/api/exception_to_error.h"
#include "measure/statistics/stopping_rule.h"

namespace colltune::measure {

struct MeasureRequest {
  std::string collective;          ///< "scatter": one of kCollectiveNames
  std::string choice = "library";  ///< text for ParseChoice, such as "knomial:k=4"
  std::vector<Bytes> sizes{};      ///< of a block, which one rank contributes or gets
  Rank root = 0;                   ///< of collectives that have one
  std::string method{};            ///< empty: StandardMethod
  std::string clock_sync{};  ///< for methods that need a global clock; empty: StandardClockSync
  StoppingRule rule{};
};

/// Result of the repetitions of one size.
struct Measurement {
  Bytes bytes;
  Seconds time{};    ///< the rule's statistic, of the slowest destination; infinite if valid == 0
  double error = 0;  ///< half of time's interval, as a share of `time`; infinite where unknown
  int reps = 0;      ///< number of repetitions
  int valid = 0;     ///< number of valid repetitions, from which `time` is computed
};

/// Measures a collective on the processes of `comm`, size by size.
///
/// Collective over `comm`, with the same request on all ranks. Messages travel on private
/// communicators, so that the application may have operations pending on `comm`; all are freed at
/// the end. Throws Failure, alike on all ranks, where a request is wrong or not the same on all
/// ranks. A rank whose MPI library fails during a repetition throws alone.
std::vector<Measurement> Measure(MPI_Comm comm, const MeasureRequest& request);

/// Measures likewise, by the request that `make` returns. An exception of `make` on one rank is
/// thrown on all. `make` must not communicate.
std::vector<Measurement> Measure(MPI_Comm comm, const std::function<MeasureRequest()>& make);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_API_MEASURE_H_
