// Ways to time a collective operation.
#ifndef COLLTUNE_MEASURE_METHOD_H_
#define COLLTUNE_MEASURE_METHOD_H_

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "measure/clock.h"
#include "measure/operation.h"

namespace colltune {

/// One time. An operation that is timed for each destination has a sample for each.
struct Sample {
  static constexpr Rank kAll = -1;
  Rank destination = kAll;
  Seconds time{};
  bool valid = true;      ///< false: taken, and kept in the records, but not to be used
  Seconds clock_error{};  ///< |time - truth| is at most this by the clocks' fault
};

/// Times one operation. Making one and each of its calls are collective over the operation's
/// communicator; all ranks get the same samples, so that they can decide alike from them.
class Method {
 public:
  virtual ~Method() = default;
  /// One repetition. Appends a sample, or one for each destination.
  virtual void Repeat(std::vector<Sample>& samples) = 0;
};

struct MethodEntry {
  std::string_view name;  ///< persistent: it stands in records and profiles
  std::string_view summary;
  bool needs_shared_clock;  ///< works only where SharesClock
  std::unique_ptr<Method> (*make)(Operation& operation, const Clock& clock);
};

/// All methods.
std::span<const MethodEntry> Methods();

/// The method of that name, or nullptr.
const MethodEntry* FindMethod(std::string_view name);

/// What the samples of an operation amount to: the destination whose median is the largest (de
/// Supinski & Karonis, section 4), its median and interval. An operation that is not timed by
/// destination has one group of samples.
struct Summary {
  Rank destination = Sample::kAll;
  int samples = 0;  ///< valid ones of that destination; with 0 the times mean nothing
  int invalid = 0;  ///< of all destinations
  Seconds median{};
  Seconds low{};
  Seconds high{};
};

Summary Summarise(std::span<const Sample> samples, double confidence);

/// The valid times of one destination.
std::vector<Seconds> ValidTimes(std::span<const Sample> samples, Rank destination);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_METHOD_H_
