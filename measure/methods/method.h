// Ways to time a collective operation.
#ifndef COLLTUNE_MEASURE_METHODS_METHOD_H_
#define COLLTUNE_MEASURE_METHODS_METHOD_H_

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/clock_sync/global_clock.h"
#include "measure/operation/operation.h"

namespace colltune {

/// One time. An operation that is timed for each destination has a sample for each.
struct Sample {
  static constexpr Rank kAll = -1;
  Rank destination = kAll;
  Seconds time{};
  bool valid = true;      ///< false: taken, and kept in the records, but not to be used
  Seconds clock_error{};  ///< the time may be wrong by so much because clocks differ; 0: one clock
};

/// What is timed at the same moment: one sample, or one for each destination.
using Repetition = std::vector<Sample>;

/// Times one operation. Making one and each of its calls are collective over the operation's
/// communicator.
class Method {
 public:
  virtual ~Method() = default;
  /// One repetition or, where a method needs them in a row, some. What they found is kept: to
  /// convert it to global time, and to share it, would disturb the next one.
  virtual void Repeat() = 0;
  /// The repetitions since the last call; all ranks get the same, so that they can decide alike
  /// from them.
  virtual std::vector<Repetition> Collect() = 0;
};

/// How the times of all ranks become one (Hoefler, Schneider & Lumsdaine 2008, section 1.2; Worsch
/// et al. 2002).
enum class Reduction : unsigned char {
  kRoot,     ///< the root's own
  kMaximum,  ///< the longest of the ranks' own
  kGlobal,   ///< from the first one's start to the last one's end
  kMean,
  kMinimum,
};

/// In the order of the enum; persistent: they stand in records.
inline constexpr std::array<std::string_view, 5> kReductionNames = {"root", "maximum", "global",
                                                                    "mean", "minimum"};

constexpr std::string_view ToText(Reduction reduction) {
  return kReductionNames[static_cast<std::size_t>(reduction)];
}

std::optional<Reduction> FindReduction(std::string_view name);

struct MethodOptions {
  /// Operations in a loop that is timed as a whole, by the methods that do so.
  int batch = 10;
  /// Batches behind a property of the machine or of the operation that a method takes once, as a
  /// round trip; their median counts.
  int calibrations = 11;
  /// For methods that leave the choice; the others are named after theirs.
  Reduction reduction = Reduction::kGlobal;
  /// A sample whose clock error is a larger share of its time is invalid.
  double clock_share = 0.1;
  /// Operations that take so long or longer are timed for all destinations at once, by methods that
  /// time one destination after another: that is faster by as many, and less exact. Seen on two
  /// sites 10 ms apart: up to 73 % above the truth where a message of 64 KiB waits for its
  /// receiver.
  Seconds at_once{std::numeric_limits<double>::infinity()};
  /// Methods that isolate operations time the first one, too, in which schedules are built and
  /// memory is touched: where that takes no time, as in a simulator. It is done as the method is
  /// made, which requires GlobalClock::Begin.
  bool first_counts = false;

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

struct MethodEntry {
  std::string_view name;  ///< persistent: it stands in records and profiles
  std::string_view summary;
  std::string_view source;
  bool needs_global_clock;  ///< else the samples come from single ranks' clocks
  bool biased;              ///< there for comparison only: known to miss the truth
  bool rooted_only;         ///< times only collectives with a root
  bool reduces = false;     ///< heeds MethodOptions::reduction
  std::unique_ptr<Method> (*make)(Operation& operation, GlobalClock& clock,
                                  const MethodOptions& options);
};

/// All methods.
std::span<const MethodEntry> Methods();

/// The method of that name, or nullptr.
const MethodEntry* FindMethod(std::string_view name);

/// The method to be used when none is asked for: a common start where the ranks read one clock;
/// else per_destination, which needs none, unless the collective has no root.
const MethodEntry& StandardMethod(Collective collective, bool shares_clock);

/// Why `method` cannot time `collective`; empty when it can.
std::string Declines(const MethodEntry& method, Collective collective);

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

#endif  // COLLTUNE_MEASURE_METHODS_METHOD_H_
