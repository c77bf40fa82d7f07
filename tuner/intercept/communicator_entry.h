// What the preload library knows about one communicator.
#ifndef COLLTUNE_TUNER_INTERCEPT_COMMUNICATOR_ENTRY_H_
#define COLLTUNE_TUNER_INTERCEPT_COMMUNICATOR_ENTRY_H_

#include <mpi.h>

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "algorithms/out_of_memory.h"
#include "algorithms/run/device_memory.h"
#include "algorithms/run/runner.h"
#include "tuner/intercept/settings.h"
#include "tuner/intercept/size_rules.h"
#include "tuner/intercept/tally.h"
#include "tuner/intercept/world.h"

namespace colltune::intercept {

/// In the order of the enum.
template <typename Value>
using ForEachCollective = std::array<Value, kCollectiveNames.size()>;

/// What communicators of one layout share.
struct LayoutRules {
  explicit LayoutRules(ForEachCollective<CallRules> all);

  ForEachCollective<CallRules> rules;
  ForEachCollective<bool> decides{};  ///< for something else than the library at any size
  ForEachCollective<bool> may_run{};  ///< an algorithm of ours
};

/// Private communicators that a process may hold at a time. Each takes a context id, of which
/// MPICH 4 has 2048 in a process (MPIR_MAX_CONTEXT_MASK words of 32 bits): the application loses
/// a sixteenth of them at most.
inline constexpr int kMostPrivateCommunicators = 128;

/// Lookups of an entry beyond which it is kept at hand: more than the collective calls that delete
/// callbacks make on a communicator that is being freed. A lookup takes 5 ns in MPICH 4.0.2.
inline constexpr int kManyLookups = 1000;

/// What all ranks of a communicator know alike of a call; see profiles/FORMAT.md for what the size
/// is of.
struct Key {
  Bytes bytes{};
  Rank root = 0;
  bool lasts = false;  ///< the same arguments will always lead to it
};

/// Collective calls on one communicator never overlap, so that an entry needs no lock; other
/// threads work with other entries.
class CommunicatorEntry {
 public:
  /// Local. `log`: what this process prints, each line after `who`. `private_communicators` counts
  /// those of all entries of this process; it and `devices` outlive them.
  CommunicatorEntry(const Layout& layout, Rank rank, std::shared_ptr<const LayoutRules> shared,
                    std::shared_ptr<const Places> places, Log log, std::string who,
                    std::atomic<int>& private_communicators, DeviceMemory& devices);
  CommunicatorEntry(const CommunicatorEntry&) = delete;
  CommunicatorEntry& operator=(const CommunicatorEntry&) = delete;
  /// Frees the private communicator.
  ~CommunicatorEntry();

  int ranks() const { return ranks_; }
  Rank rank() const { return rank_; }
  /// Then its counts are of the other group's ranks, whose number is not ranks().
  bool IsBetweenGroups() const { return between_groups_; }
  bool HasRank(Rank rank) const { return 0 <= rank && rank < ranks_; }

  /// Counts a lookup of this entry; whether there have been so many that its communicator cannot be
  /// one that is just being freed. An entry that a delete callback's call makes is never removed,
  /// and must not be taken for that of the next communicator with the same handle.
  bool LastsLong() { return lookups_ > kManyLookups || ++lookups_ > kManyLookups; }

  /// False when Choose would name the library for every size.
  bool Consults(Collective collective) const {
    return consults_[static_cast<std::size_t>(collective)];
  }

  /// To be called for each call on `comm`, this entry's communicator, also for one that is wrong on
  /// this rank, as the others cannot know. The first call of a collective that uses an algorithm of
  /// ours at any size makes them a private communicator. Collective.
  void Prepare(Collective collective, MPI_Comm comm) {
    if (may_run_[static_cast<std::size_t>(collective)] && !has_asked_) [[unlikely]]
      PrepareToRun(comm);
  }

  /// What a call is to use, if it CanRun. The same on all ranks.
  const SizeRule& Choose(Collective collective, const Key& key) {
    const SizeRule& rule =
        FindRule(shared_->rules[static_cast<std::size_t>(collective)], key.root, key.bytes);
    if (log_ != Log::kSilent) [[unlikely]]
      Allocate([&] { Print(collective, key, rule); });
    return rule;
  }

  /// Whether a choice is the library's, or one of ours that can be performed: not where a private
  /// communicator could not be had on all ranks.
  bool CanRun(const Choice& choice) const { return !choice.HasSchedule() || runner_; }

  /// Whether calls are counted, and where; nullptr if not.
  Tally* tally() const { return tally_.get(); }
  /// From now on they are.
  void CountIn(std::unique_ptr<Tally> tally);

  /// Whether nothing is to be said of calls like an earlier one.
  bool IsQuiet() const { return log_ != Log::kCalls; }

  /// What performs the algorithms of ours that Choose has named.
  Runner& runner() { return *runner_; }
  /// That of the runner, on which errors return.
  MPI_Comm private_comm() const { return runner_->comm(); }
  /// The same; MPI_COMM_NULL without a runner.
  MPI_Comm FindPrivateComm() const { return runner_ ? runner_->comm() : MPI_COMM_NULL; }

 private:
  void PrepareToRun(MPI_Comm comm);
  void Print(Collective collective, const Key& key, const SizeRule& rule);

  int ranks_;
  Rank rank_;
  int ranks_per_node_;
  bool between_groups_;
  Log log_;
  std::string who_;
  std::set<const SizeRule*> told_;
  std::shared_ptr<const LayoutRules> shared_;
  std::shared_ptr<const Places> places_;
  ForEachCollective<bool> consults_;  // as shared, which is a step further away
  ForEachCollective<bool> may_run_;
  std::unique_ptr<Tally> tally_;
  int lookups_ = 0;
  bool has_asked_ = false;  // the others, for a private communicator
  std::optional<Runner> runner_;
  std::atomic<int>& private_communicators_;
  DeviceMemory& devices_;
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_COMMUNICATOR_ENTRY_H_
