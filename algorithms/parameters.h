// Parameters of an algorithm, given with its name: "knomial:k=4:segment=8K",
// "two_level:within=binomial:between=flat".
#ifndef COLLTUNE_ALGORITHMS_PARAMETERS_H_
#define COLLTUNE_ALGORITHMS_PARAMETERS_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace colltune {

/// The values of all parameters; 0 for those that an algorithm does not have.
struct Parameters {
  std::int64_t segment = 0;      ///< bytes of a block that travel together
  std::int64_t k = 0;            ///< radix of a tree or of an exchange
  std::int64_t outstanding = 0;  ///< messages in flight at a time, in each direction
  std::int64_t bytes = 0;        ///< the size of message that a tree is grown for
  std::int64_t within = 0;       ///< the algorithm within groups, an index of the parameter's names
  std::int64_t between = 0;      ///< the algorithm between leaders of groups, an index likewise
  std::int64_t padded = 0;       ///< bytes of the largest block that is padded

  friend bool operator==(const Parameters&, const Parameters&) = default;
};

/// One parameter of one algorithm.
struct Parameter {
  std::string_view name;  ///< persistent: it stands in profiles
  std::int64_t Parameters::*value;
  std::int64_t least;               ///< the smallest value that makes sense
  std::int64_t standard;            ///< the value when none is given
  std::vector<std::int64_t> tried;  ///< the values that are worth comparing
  /// Names of the values from 0 on, also persistent; empty if values are numbers.
  std::span<const std::string_view> names = {};
};

/// The largest value of any parameter: a segment that no message of MPI-3.1 exceeds.
inline constexpr std::int64_t kMostParameter = std::int64_t{1} << 31;

/// Segment size in bytes. The tried values are those between which Open MPI's and MPICH's own rules
/// choose.
inline Parameter Segment() {
  return {"segment", &Parameters::segment, 1, 8 << 10, {1 << 10, 8 << 10, 32 << 10, 128 << 10}};
}

/// Radix of a tree or an exchange: 2 is the binary form. Radices above 8 are of use on nodes with
/// several ports.
inline Parameter Radix(std::int64_t standard) {
  return {"k", &Parameters::k, 2, standard, {2, 3, 4, 8}};
}

/// Radix of an exchange whose binary form is an algorithm of another name: 2 is not tried again.
inline Parameter WideRadix(std::int64_t standard) {
  return {"k", &Parameters::k, 2, standard, {3, 4, 8}};
}

inline Parameter Outstanding() {
  return {"outstanding", &Parameters::outstanding, 1, 4, {1, 4, 32}};
}

/// Message size that a tree is grown for. The tried values reach from sizes bound by latency to
/// sizes bound by bandwidth.
inline Parameter GrownFor() {
  return {"bytes", &Parameters::bytes, 1, 16 << 10, {256, 16 << 10, 1 << 20}};
}

/// Largest block that is padded. An algorithm with this parameter has two schedules, and all ranks
/// agree on the largest block of the call before either (agreement.h):
/// - where no block is larger than the parameter's value, the algorithm's own, in slots of the size
///   of the largest block (phases/padded.h);
/// - else one that sends each block as it is, once.
///
/// The standard value is that up to which MPICH's alltoall takes the same algorithm,
/// MPIR_CVAR_ALLTOALL_SHORT_MSG_SIZE. On p ranks padded blocks of m bytes take p/2 log2(p) m beta
/// and spare some p message overheads o: up to m = 2 o / (beta log2 p), which is 330 B to 3 KiB on
/// 64 ranks at o = 1 us and 1 to 10 GB/s.
inline Parameter Padded() { return {"padded", &Parameters::padded, 1, 256, {256, 2 << 10}}; }

/// Algorithms that may do a phase within groups, and one between their leaders; the first is the
/// standard. The names live as long as the program.
Parameter Within(std::span<const std::string_view> names);
Parameter Between(std::span<const std::string_view> names);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PARAMETERS_H_
