// What is written down of a call while it runs.
#ifndef COLLTUNE_TUNER_INTERCEPT_CALL_WATCH_H_
#define COLLTUNE_TUNER_INTERCEPT_CALL_WATCH_H_

#include <mpi.h>

#include <new>

#include "tuner/intercept/communicator_entry.h"
#include "tuner/intercept/tally.h"

namespace colltune::intercept {

/// Nothing, and at no cost.
struct Unwatched {
  void Begin(Collective, const Key&, const SizeRule&) {}
  void BeginInstead() {}
  void Keep(const KeyArguments&) {}
};

/// Counts a call when it ends, and times it if its turn has come.
class CallWatch {
 public:
  explicit CallWatch(Tally& tally) : tally_(tally) {}
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

  /// To be called right before what `rule` names runs.
  void Begin(Collective collective, const Key& key, const SizeRule& rule) {
    collective_ = collective;
    bytes_ = key.bytes;
    rule_ = &rule;
    Start(/*instead=*/false);
  }

  /// The library runs instead, as it turns out.
  void BeginInstead() { Start(/*instead=*/true); }

  /// Calls with these arguments are counted like this one, and there is nothing else to do for
  /// them. Requires that CountKnown has not known this one; of one that is timed it may not tell.
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

  Tally& tally_;
  CallCount* count_ = nullptr;
  const SizeRule* rule_ = nullptr;
  Collective collective_{};
  Bytes bytes_;
  bool is_timed_ = false;
  double start_ = 0;
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_CALL_WATCH_H_
