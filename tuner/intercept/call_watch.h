// Watches a call while it runs, to count and to time it.
#ifndef COLLTUNE_TUNER_INTERCEPT_CALL_WATCH_H_
#define COLLTUNE_TUNER_INTERCEPT_CALL_WATCH_H_

#include <mpi.h>

#include <new>

#include "tuner/intercept/call_counters.h"
#include "tuner/intercept/communicator_entry.h"

namespace colltune::intercept {

/// Watches nothing, at no cost.
struct Unwatched {
  void Begin(Collective, const Key&, const SizeRule&) {}
  void BeginInstead() {}
  void Keep(const KeyArguments&) {}
};

/// Counts a call when it ends, and times it if the next time of its counter is due.
class CallWatch {
 public:
  explicit CallWatch(CallCounters& tally) : tally_(tally) {}
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

  /// Begins to watch the call. To be called right before the choice of `rule` runs.
  void Begin(Collective collective, const Key& key, const SizeRule& rule) {
    collective_ = collective;
    bytes_ = key.bytes;
    rule_ = &rule;
    Start(/*instead=*/false);
  }

  /// Begins again, for the library, which runs instead of the rule's choice.
  void BeginInstead() { Start(/*instead=*/true); }

  /// Lets Tally::CountKnown count later calls with these arguments like this call, without any
  /// further work. Requires that CountKnown did not know this call. A timed call is not kept:
  /// CountKnown returns false for every call that is due to be timed, known or not.
  void Keep(const KeyArguments& arguments) {
    if (count_ == nullptr || is_timed_) return;
    tally_.Keep(collective_, {arguments, static_cast<double>(bytes_.count), count_});
  }

  ~CallWatch() {
    if (count_ == nullptr) return;
    count_->Count(bytes_);
    if (!is_timed_) {
      count_->times.CountOnly();
      return;
    }
    const Seconds time(PMPI_Wtime() - start_);
    try {
      count_->times.Count(time);
    } catch (const std::bad_alloc&) {  // the call is counted
    }
  }

 private:
  void Start(bool instead) {
    count_ = tally_.Find(collective_, bytes_, *rule_, instead);
    is_timed_ = count_ != nullptr && count_->times.IsDue();
    if (is_timed_) start_ = PMPI_Wtime();
  }

  CallCounters& tally_;
  CallCount* count_ = nullptr;
  const SizeRule* rule_ = nullptr;
  Collective collective_{};
  Bytes bytes_;
  bool is_timed_ = false;
  double start_ = 0;
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_CALL_WATCH_H_
