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

namespace colltune::measure {

/// One measured time. An operation that is timed for each destination has a sample for each.
struct Sample {
  static constexpr Rank kAll = -1;
  Rank destination = kAll;
  Seconds time{};
  bool valid = true;      ///< false: kept in the records, but not to be used
  Seconds clock_error{};  ///< bound on the time's error from differing clocks; 0: one clock
};

/// Samples of one repetition: one sample, or one for each destination.
using Repetition = std::vector<Sample>;

/// Times one operation. The construction of a method and all its calls are collective over the
/// communicator of the clock that it is given, which has the ranks of the operation. It may have
/// others, which perform the same operation in communicators of their own at the same time. The
/// methods of StandardMethod, and those that need a global clock, then begin each repetition in all
/// of them together. Others time loops of their own operation.
class Method {
 public:
  virtual ~Method() = default;
  /// Performs one repetition or, in methods that need a row of repetitions, several. Only keeps the
  /// times: converting them to global time, or sharing them, would disturb the next repetition.
  virtual void Repeat() = 0;
  /// Returns the repetitions since the last call, the same on all ranks, so that all can decide
  /// alike from the samples.
  virtual std::vector<Repetition> Collect() = 0;
};

/// Ways to reduce the times of all ranks to one (Hoefler, Schneider & Lumsdaine 2008, section 1.2;
/// Worsch et al. 2002).
enum class Reduction : unsigned char {
  kRoot,     ///< the root's own time
  kMaximum,  ///< the longest of the ranks' own times
  kGlobal,   ///< from the first rank's start to the last rank's end
  kMean,
  kMinimum,
};

/// Names in the order of the enum; persistent: records contain them.
inline constexpr std::array<std::string_view, 5> kReductionNames = {"root", "maximum", "global",
                                                                    "mean", "minimum"};

constexpr std::string_view ToText(Reduction reduction) {
  return kReductionNames[static_cast<std::size_t>(reduction)];
}

std::optional<Reduction> FindReduction(std::string_view name);

struct MethodOptions {
  /// Operations in a loop that is timed as a whole, in a batch, or in a row of windows.
  int batch = 10;
  /// Batches that measure a property which a method needs once, such as a round trip; the median of
  /// the batches counts.
  int calibrations = 11;
  /// Reduction of methods that leave the choice (MethodEntry::reduces); others ignore it.
  Reduction reduction = Reduction::kGlobal;
  /// Largest valid clock error of a sample, as a share of its time.
  double clock_share = 0.1;
  /// Least duration of operations that are timed for all destinations at once, by methods that
  /// otherwise time one destination after another. With n destinations that is n times faster, but
  /// less exact. Seen on two sites 10 ms apart: up to 73 % above the truth where a message of 64
  /// KiB waits for its receiver.
  Seconds at_once{std::numeric_limits<double>::infinity()};
  /// Whether methods that isolate operations time the first one, too, which builds schedules and
  /// touches memory. For simulators, where both take no time. The first operation then runs as the
  /// method is made, which requires GlobalClock::Begin.
  bool first_counts = false;

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

struct MethodEntry {
  std::string_view name;  ///< persistent: records and profiles contain it
  std::string_view summary;
  std::string_view source;
  bool needs_global_clock;  ///< false: each time comes from a single rank's clock
  bool biased;              ///< known to miss the truth: for comparison only
  bool rooted_only;         ///< times only collectives with a root
  bool reduces = false;     ///< uses MethodOptions::reduction
  std::unique_ptr<Method> (*make)(Operation& operation, GlobalClock& clock,
                                  const MethodOptions& options);
};

std::span<const MethodEntry> Methods();

/// Returns the method of that name, or nullptr.
const MethodEntry* FindMethod(std::string_view name);

/// Returns the default method: round_time (a common start) where the ranks read one clock or the
/// collective has no root; else per_destination, which needs no global clock.
const MethodEntry& StandardMethod(Collective collective, bool shares_clock);

/// Returns why `method` cannot time `collective`; empty when it can.
std::string Declines(const MethodEntry& method, Collective collective);

/// Summary of an operation's samples: the destination whose median is the largest (de Supinski &
/// Karonis, section 4), its median and interval. An operation that is not timed by destination has
/// one group of samples.
struct Summary {
  Rank destination = Sample::kAll;
  int samples = 0;  ///< valid samples of that destination; with 0 the times mean nothing
  int invalid = 0;  ///< invalid samples of all destinations
  Seconds median{};
  Seconds low{};
  Seconds high{};
};

Summary Summarise(std::span<const Sample> samples, double confidence);

/// Returns the valid times of one destination.
std::vector<Seconds> ValidTimes(std::span<const Sample> samples, Rank destination);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_METHODS_METHOD_H_
