// Counts the calls on one communicator, and times some of them.
//
// Collective calls on one communicator never overlap, so that nothing here needs a lock.
#ifndef COLLTUNE_TUNER_INTERCEPT_CALL_COUNTERS_H_
#define COLLTUNE_TUNER_INTERCEPT_CALL_COUNTERS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/collective.h"
#include "profiles/stats/stats.h"
#include "tuner/intercept/call_cache.h"
#include "tuner/intercept/node_map.h"
#include "tuner/intercept/size_rules.h"

namespace colltune::intercept {

/// Times of a sample of calls. Each of the first kMost calls is timed. Whenever kMost times are
/// kept, every second one is dropped, and from then on half as many calls are timed. So the sample
/// is spread evenly over all calls, and holds the same calls on all ranks.
///
/// Of n >= kMost calls at most kMost/2 * (2 + log2(n/kMost)) are timed: one in 28 of 2^14, one in
/// 51 of 2^15, one in 180 of 2^17. At 54 ns for the two readings of the clock (MPICH), that costs
/// 1.9, 1.1 and 0.3 ns a call. The shortest calls take 100 ns.
class SampledTimes {
 public:
  static constexpr std::size_t kMost = 128;  // times, of 4 bytes each

  /// Returns whether the next call is to be timed.
  bool IsDue() const { return calls_ >= due_; }
  void CountOnly() { ++calls_; }
  /// Counts a call that was timed. Requires IsDue.
  void Count(Seconds time);

  std::int64_t calls() const { return static_cast<std::int64_t>(calls_); }
  const std::vector<float>& seconds() const { return seconds_; }

 private:
  std::uint64_t calls_ = 0;
  std::uint64_t due_ = 0;  // number of calls before the next timed call
  std::uint64_t spacing_less_1_ = 0;
  std::vector<float> seconds_;
};

/// Counter of the calls of one collective, SizeClass and rule.
struct CallCount {
  void Count(Bytes bytes) {
    least = bytes < least ? bytes : least;
    most = bytes > most ? bytes : most;
    bytes_in_all += static_cast<double>(bytes.count);
  }

  const SizeRule* rule = nullptr;
  bool instead = false;  ///< the library ran, as the rule could not be followed
  Bytes least;
  Bytes most;
  double bytes_in_all = 0;
  SampledTimes times{};
  std::unique_ptr<CallCount> next{};  ///< next counter of the same collective and class
};

class CallCounters {
 public:
  /// Requires a layout within one group.
  CallCounters(std::int64_t number, std::string name, const Layout& layout);

  /// Finds or makes the counter of such calls; nullptr if out of memory. `rule` outlives this.
  CallCount* Find(Collective collective, Bytes bytes, const SizeRule& rule, bool instead) noexcept {
    if (const Classes* classes = counts_[static_cast<std::size_t>(collective)].get()) {
      CallCount* count = (*classes)[static_cast<std::size_t>(SizeClass(bytes))].get();
      for (; count != nullptr; count = count->next.get()) {
        if (count->rule == &rule && count->instead == instead) return count;
      }
    }
    return Add(collective, bytes, rule, instead);
  }

  /// Makes such calls known to CountKnown, until a few other calls replace them. Requires that they
  /// are not known yet, and that one such call is counted already, or will be.
  void Keep(Collective collective, const KnownCall& call) {
    known_[static_cast<std::size_t>(collective)].Keep(call);
  }

  /// Counts a call if it is known and not to be timed. Returns whether it was counted.
  bool CountKnown(Collective collective, const KeyArguments& arguments) {
    const KnownCall* const call = known_[static_cast<std::size_t>(collective)].Find(arguments);
    if (call == nullptr || call->count->times.IsDue()) return false;
    call->count->bytes_in_all += call->bytes;
    call->count->times.CountOnly();
    return true;
  }

  const Layout& layout() const { return layout_; }

  /// Returns the statistics of each counter.
  std::vector<CallStats> Told() const;

 private:
  using Classes = std::array<std::unique_ptr<CallCount>, 64>;  // of 63 bit lengths, and of 0 bytes

  CallCount* Add(Collective collective, Bytes bytes, const SizeRule& rule, bool instead) noexcept;

  std::int64_t number_;
  std::string name_;
  Layout layout_;
  std::array<KnownCalls, kCollectiveNames.size()> known_;
  std::array<std::unique_ptr<Classes>, kCollectiveNames.size()> counts_;
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_CALL_COUNTERS_H_
